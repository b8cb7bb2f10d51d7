/**
 * What fails beside the product: a full disk, a database that is restarted, a mail server that is down or slow, a clock
 * that is moved. `npm run trust -- failures`. Errors are clear, and all recovers without a hand.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { mailbox } from '#server/testing/mailbox.ts'
import { seededRandom } from '#server/testing/two_in_a_grid/tab.ts'
import { openBrowser } from './browser.ts'
import { databaseProcesses, killAll, signal } from './database_processes.ts'
import { createDisk, fillUp } from './disk.ts'
import { reportFaults } from './figures.ts'
import { checkMails, waitUntilMailed } from './mail_check.ts'
import {
  freePort,
  newSettings,
  type ServerProcess,
  startServer,
  untilReady,
  withServices,
} from './server_process.ts'
import { checkDrafts, createPdfs, fillPeople, runWriters, Tally } from './writers.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const random = seededRandom(1)
const pdfs = await createPdfs(8)
const faults: string[] = []

interface FailureContext {
  dataDir: string
  address: string
  office: string
  server: ServerProcess
  tally: Tally
  /** People write for so many milliseconds; answers what was answered. */
  write(ms: number): Promise<Record<string, number>>
  checkDrafts(): Promise<void>
}

/** A system of its own with a mail server at `port`; `work` does to it what fails, and at the end every mail has left. */
async function withFailure(
  name: string,
  dataDir: string,
  {
    port,
    settings = {},
    expectedStatuses = [],
  }: { port: number; settings?: Record<string, string>; expectedStatuses?: number[] },
  work: (
    scene: FailureContext,
  ) => Promise<{ received: { to: string[]; raw: string }[]; close(): Promise<void> }>,
) {
  console.log(`\n-- ${name}`)
  const { settings: own, address } = await newSettings(dataDir, `smtp://127.0.0.1:${port}`)
  const all = { ...own, ...settings }
  const tally = new Tally()
  const { proposers, office } = await withServices(all, (ground) => fillPeople(ground, 8))
  const server = await startServer(all)
  const load = { address, proposers, pdfs, tally, random, expectedStatuses }
  try {
    const mails = await work({
      dataDir,
      address,
      office,
      server,
      tally,
      async write(ms) {
        const before = { ...tally.answers }
        await runWriters(load, AbortSignal.timeout(ms))
        return Object.fromEntries(
          Object.entries(tally.answers).map(([what, count]) => [what, count - (before[what] ?? 0)]),
        )
      },
      checkDrafts: () => checkDrafts(load),
    })
    await waitUntilMailed(address, office, tally)
    if ((await server.stop()) !== 0) tally.faults.push('the server did not end cleanly')
    await withServices(
      all,
      async ({ services: { db } }) => void (await checkMails(db, tally, mails.received, 4)),
    )
    await mails.close()
  } finally {
    killAll(dataDir, server)
  }
  console.log(tally.answers, `${tally.faults.length} faults`)
  faults.push(...tally.faults.map((fault) => `${name}: ${fault}`))
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'ao-fails-'))

async function fullDisk() {
  const disk = createDisk('700M')
  const port = await freePort()
  await withFailure(
    'the disk is full',
    join(disk.folder, 'data'),
    { port },
    async ({ address, tally, ...one }) => {
      const mails = await mailbox({ port })
      await one.write(1500)
      fillUp(join(disk.folder, 'filler'))
      const full = await one.write(6000)
      console.log('full:', full)
      if (!full['save: 503'] && !full['notice: 503'])
        tally.faults.push('nobody was told that the disk is full')
      rmSync(join(disk.folder, 'filler'))
      await untilReady(address)
      const again = await one.write(3000)
      console.log('room again:', again)
      if (!again['save: 200'] || !again['notice: 200'])
        tally.faults.push('nothing is written though there is room')
      await one.checkDrafts()
      const parts = readdirSync(join(one.dataDir, 'files')).filter((file) => file.endsWith('.part'))
      if (parts.length > 0) tally.faults.push(`${parts.length} files are half written`)
      return mails
    },
  )
  await disk.remove()
}

async function restartedDatabase() {
  const port = await freePort()
  const dataDir = newFolder()
  await withFailure('the database is restarted', dataDir, { port }, async ({ address, tally, ...one }) => {
    const mails = await mailbox({ port })
    for (const way of ['SIGINT', 'SIGTERM', 'SIGQUIT'] as const) {
      const writing = one.write(6000)
      await setTimeout(1000)
      signal(databaseProcesses(dataDir).slice(0, 1), way)
      const answers = await writing
      await untilReady(address)
      console.log(`${way}:`, answers)
      if (!answers['save: 200']) tally.faults.push(`${way}: nothing was saved`)
    }
    await one.checkDrafts()
    return mails
  })
  rmSync(dataDir, { recursive: true, force: true })
}

async function mailServer() {
  const port = await freePort()
  const dataDir = newFolder()
  await withFailure(
    'the mail server is away, then slow',
    dataDir,
    { port },
    async ({ address, office, tally, ...one }) => {
      console.log('away:', await one.write(4000))
      const todo = async () => {
        const state = (await (await openBrowser(address, office))('GET', '/api/call_state')).json()
        return (state.todo as { key: string; count: number }[]).find(({ key }) => key === 'mails_waiting')
      }
      if (!((await todo())?.count ?? 0)) tally.faults.push('the office is not told that mails wait')
      const lines = one.server.output
        .join('')
        .split('\n')
        .filter((line) => line.includes('did not take a mail'))
      if (lines.length !== 1) tally.faults.push(`the log says it ${lines.length} times`)
      const mails = await mailbox({ port, delayMs: 2000 })
      console.log('slow:', await one.write(4000))
      return mails
    },
  )
  rmSync(dataDir, { recursive: true, force: true })
}

async function movedClock() {
  const port = await freePort()
  const dataDir = newFolder()
  const file = join(dataDir, 'clock')
  const clock = fileURLToPath(new URL('./moved_clock.mjs', import.meta.url))
  const settings = { CLOCK_FILE: file, NODE_OPTIONS: `--import ${clock}` }
  writeFileSync(file, '0')
  // A clock that goes ahead ends sessions.
  await withFailure(
    'the clock is moved',
    dataDir,
    { port, settings, expectedStatuses: [401] },
    async ({ tally, ...one }) => {
      const mails = await mailbox({ port })
      for (const days of [0, 3, 0, -2, 0]) {
        writeFileSync(file, String(days * DAY_MS))
        await setTimeout(200)
        const answers = await one.write(2500)
        console.log(`${days} days off:`, answers)
        if (!answers['notice: 200']) tally.faults.push(`${days} days off: no Notice was taken`)
        if (days <= 0 && !answers['save: 200']) tally.faults.push(`${days} days off: nothing was saved`)
      }
      await one.checkDrafts()
      return mails
    },
  )
  rmSync(dataDir, { recursive: true, force: true })
}

await restartedDatabase()
await mailServer()
await movedClock()
await fullDisk()
reportFaults(faults)
