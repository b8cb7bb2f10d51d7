/**
 * Readers who do not read, and junk in the place of PDFs: `npm run trust -- exports`. Eleven, then fifty exports are asked
 * for and not read, while proposers save drafts and three of them send junk that is read as long as it may be. What
 * everybody else does is answered in time, and the readers are sent away.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { aUser } from '#server/builders/people.ts'
import { context } from '#server/platform/context.ts'
import { pdf } from '#server/platform/pdf/document.ts'
import { mailbox } from '#server/testing/mailbox.ts'
import { insertApplicants, openSlowReader } from '#server/testing/slow_reader.ts'
import { openBrowser, sessionOf } from './browser.ts'
import { killAll } from './database_processes.ts'
import { quantile, reportFaults, residentMb } from './figures.ts'
import { newSettings, type ServerProcess, startServer, withServices } from './server_process.ts'
import { fillPeople } from './writers.ts'

/** What everybody else waits at most for 99 of 100 calls, and for a save with a PDF while junk is read, in ms. */
const MAX_P99_MS = 3000
const MAX_SAVE_MS = 20_000
/** A reader who takes nothing is sent away after a minute; with what it takes to notice, in ms. */
const DISCONNECT_MS = 75_000
const READERS = 50

const dataDir = mkdtempSync(join(tmpdir(), 'ao-exports-'))
const mails = await mailbox()
const { settings, port, address } = await newSettings(dataDir, mails.url)
const faults: string[] = []
let server: ServerProcess | undefined

const resident = () => residentMb(server!.process.pid!)

/** Asks for an export and does not read it; answers its reader. */
async function slowReader(session: string) {
  const ask = await openBrowser(address, session)
  const { status, json } = await ask('GET', '/api/applicant/download')
  return status === 200 ? openSlowReader(port, json(), session) : null
}

/** Other people's calls, one after the other, until they are told to end. */
async function work(session: string, until: AbortSignal, times: number[]) {
  const ask = await openBrowser(address, session)
  while (!until.aborted) {
    const start = performance.now()
    const { status } = await ask('GET', '/api/login_user')
    times.push(performance.now() - start)
    if (status !== 200) faults.push(`another call was answered ${status}`)
    await setTimeout(20)
  }
}

/** Saves a draft with a file; how it was answered and how long it took. */
async function save({ session, proposal_id }: { session: string; proposal_id: number }, file: Buffer) {
  const ask = await openBrowser(address, session)
  const form = new FormData()
  form.set('title', 'Grains')
  form.set('file', new Blob([Uint8Array.from(file)], { type: 'application/pdf' }), 'plan.pdf')
  const start = performance.now()
  const { status, bytes } = await ask('POST', `/api/proposals/edit/${proposal_id}`, form)
  return { status, took: performance.now() - start, said: bytes.toString().slice(0, 200) }
}

try {
  const { admins, proposers } = await withServices(settings, async (ground) => {
    const { proposers } = await fillPeople(ground, 8)
    await insertApplicants(ground.services.db, 500)
    const nobody = context(ground.services, null)
    const admins: string[] = []
    for (let i = 0; i < READERS / 2; i++)
      admins.push(await sessionOf(ground.services.db, (await aUser(nobody, ['admin'])).id))
    return { admins, proposers }
  })
  server = await startServer(settings)
  console.log(`memory at the start ${resident().toFixed(0)} MB`)

  for (const many of [11, READERS]) {
    const end = new AbortController()
    const times: number[] = []
    const others = proposers.slice(0, 3).map(({ session }) => work(session, end.signal, times))
    const readers = Array.from({ length: many }, (_, i) => slowReader(admins[i % admins.length]!))
    await setTimeout(12_000)
    end.abort()
    await Promise.all(others)
    const begun = (await Promise.all(readers)).filter((one) => one !== null)
    const served = begun.filter(({ status }) => status === 200)
    const p99 = quantile(times, 0.99)
    console.log(
      `${many} readers who do not read: ${served.length} served, ${begun.filter(({ status }) => status === 503).length} told to come again;`,
      `others ${times.length} calls, p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; memory ${resident().toFixed(0)} MB`,
    )
    if (p99 > MAX_P99_MS) faults.push(`others waited ${p99.toFixed(0)} ms`)
    // Nobody takes a byte: the server ends them by itself, and the next is served.
    if (many !== READERS) await setTimeout(DISCONNECT_MS)
    else for (const { socket } of begun) socket.destroy()
    await setTimeout(1000)
    const next = await slowReader(admins.at(-1)!)
    if (next?.status !== 200) faults.push(`after they were gone the next was answered ${next?.status}`)
    next?.socket.destroy()
    for (const { socket } of begun) socket.destroy()
    await setTimeout(1000)
  }

  const junk = Buffer.from(`%PDF-1.7\n${'1 0 obj\n<<'.repeat(4_900_000)}\nstartxref`)
  const good = await pdf('Plan', (page) => page.paragraph('This is the plan.'))
  const end = new AbortController()
  const times: number[] = []
  const others = proposers.slice(0, 3).map(({ session }) => work(session, end.signal, times))
  const sent = [0, 0, 0].map(() => save(proposers[4]!, junk))
  await setTimeout(1500)
  const own = await save(proposers[5]!, good)
  console.log(`a save with a PDF while junk is read: ${own.status} after ${(own.took / 1000).toFixed(1)} s`)
  if (own.status !== 200 || own.took > MAX_SAVE_MS)
    faults.push(`a save beside junk: ${own.status} ${own.said}, ${own.took} ms`)
  const refused = await Promise.all(sent)
  end.abort()
  await Promise.all(others)
  console.log(
    `three junk files of 49 MB: ${refused.map(({ status, took }) => `${status} after ${(took / 1000).toFixed(1)} s`).join(', ')}`,
  )
  for (const { status, said } of refused)
    if (![400, 429].includes(status)) faults.push(`junk was answered ${status} ${said}`)
  console.log(
    `others ${times.length} calls, p99 ${quantile(times, 0.99).toFixed(0)} ms; memory ${resident().toFixed(0)} MB`,
  )
  if (quantile(times, 0.99) > MAX_P99_MS) faults.push('others waited for junk')
  const status = await server.stop()
  if (status !== 0) faults.push(`the server ended with ${status}`)
} finally {
  killAll(dataDir, server)
  await mails.close()
  rmSync(dataDir, { recursive: true, force: true })
}
reportFaults(faults)
// A reader of the run that nobody ended would keep it.
process.exit()
