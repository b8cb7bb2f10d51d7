/**
 * Killed at random under write load, with and without the database's own processes: `npm run trust -- killed`, KILLS=50
 * SEED=1 by default. Nothing that was acknowledged is lost, no mail is lost, none arrives twice but those in hand, nothing
 * is left over, and each start is clean.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Services } from '#server/platform/context.ts'
import { MAX_CONNECTIONS } from '#server/platform/outbox/transport.ts'
import { removeStrayFiles } from '#server/proposals/stored_files.ts'
import { mailbox } from '#server/testing/mailbox.ts'
import { seededRandom } from '#server/testing/two_in_a_grid/tab.ts'
import { databaseProcesses, killAll, signal } from './database_processes.ts'
import { reportFaults } from './figures.ts'
import { checkMails, findStrayFiles, waitUntilMailed } from './mail_check.ts'
import { newSettings, type ServerProcess, startServer, untilReady, withServices } from './server_process.ts'
import { checkDrafts, createPdfs, fillPeople, runWriters, Tally } from './writers.ts'

/** Until most proposers have a PDF. */
const WARM_UP_MS = 5000
const DAY_MS = 24 * 60 * 60 * 1000
const { KILLS = '50', SEED = '1' } = process.env
const random = seededRandom(Number(SEED))
const dataDir = mkdtempSync(join(tmpdir(), 'ao-killed-'))
const mails = await mailbox()
const { settings, address } = await newSettings(dataDir, mails.url)
const tally = new Tally()
const starts: number[] = []
let server: ServerProcess | undefined
let strays = 0

/** Who is killed, in turn: the server alone, the server and its PostgreSQL, PostgreSQL alone. */
const VICTIMS = ['server', 'both', 'database'] as const

/** What a kill left over is swept as it would be two days later. */
async function sweepLater(services: Services) {
  strays += (await findStrayFiles(services.db, dataDir)).length
  await removeStrayFiles({ ...services, clock: () => new Date(Date.now() + 2 * DAY_MS) })
  for (const name of await findStrayFiles(services.db, dataDir)) tally.faults.push(`${name} is left over`)
}

try {
  const { proposers, office } = await withServices(settings, (ground) => fillPeople(ground, 12))
  const load = { address, proposers, pdfs: await createPdfs(8), tally, random }
  server = await startServer(settings)
  await runWriters(load, AbortSignal.timeout(WARM_UP_MS))
  for (let kill = 0; kill < Number(KILLS); kill++) {
    const victim = VICTIMS[kill % VICTIMS.length]!
    if (server.process.exitCode !== null || server.process.signalCode) {
      server = await startServer(settings)
      starts.push(server.startMs)
    } else await untilReady(address)
    await checkDrafts(load)
    const end = new AbortController()
    const writing = runWriters(load, end.signal)
    await setTimeout(300 + random() * 1700)
    const database = victim === 'server' ? [] : databaseProcesses(dataDir)
    if (victim !== 'database') server.process.kill('SIGKILL')
    signal(database, 'SIGKILL')
    if (victim !== 'database') await server.kill()
    // A server that lost its PostgreSQL goes on, and people with it, until it is back.
    else await setTimeout(1500)
    end.abort()
    await writing
    if (victim === 'both') await withServices(settings, ({ services }) => sweepLater(services))
    if (kill % 10 === 9) console.log(`${kill + 1} kills`, tally.answers)
  }
  if (server.process.exitCode !== null || server.process.signalCode) {
    server = await startServer(settings)
    starts.push(server.startMs)
  } else await untilReady(address)
  await checkDrafts(load)
  await waitUntilMailed(address, office, tally)
  const status = await server.stop()
  if (status !== 0) tally.faults.push(`the last server ended with ${status}`)
  await withServices(settings, async ({ services }) => {
    const twice = await checkMails(services.db, tally, mails.received, Number(KILLS) * MAX_CONNECTIONS)
    await sweepLater(services)
    console.log(`mails ${mails.received.length}, of them twice ${twice}; strays swept ${strays}`)
  })
  console.log(`${KILLS} kills, SEED=${SEED}`, tally.answers)
  console.log(
    `${tally.notices.length} Notices acknowledged; ${starts.length} starts, the slowest ${Math.max(...starts).toFixed(0)} ms`,
  )
} finally {
  killAll(dataDir, server)
  await mails.close()
  rmSync(dataDir, { recursive: true, force: true })
}
reportFaults(tally.faults)
