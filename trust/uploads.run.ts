/**
 * Twenty proposers upload 50 MB at the same moment, while strangers send as much to proposals that are not theirs and
 * others forms without end: `npm run trust -- uploads`. The server's memory stays within a bound, every answer is one of
 * those that are meant, and nothing that was not taken stays on the disk.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { mailbox } from '#server/testing/mailbox.ts'
import { pdfOfSize } from '#server/testing/sized_pdf.ts'
import { openBrowser } from './browser.ts'
import { killAll } from './database_processes.ts'
import { quantile, reportFaults, residentMb } from './figures.ts'
import { newSettings, type ServerProcess, startServer, withServices } from './server_process.ts'
import { fillPeople } from './writers.ts'

const PROPOSERS = 20
const SIZE = 49_900_000
const MEGABYTE = 1024 * 1024
/** The twenty files together are 1 GB; one of them at a time is read, in a thread. In MB. */
const MAX_GROWTH_MB = 500
const EXPECTED_STATUSES = [200, 400, 403, 413, 429, 503]

const dataDir = mkdtempSync(join(tmpdir(), 'ao-uploads-'))
const mails = await mailbox()
const { settings, address } = await newSettings(dataDir, mails.url)
const faults: string[] = []
let server: ServerProcess | undefined

const resident = () => residentMb(server!.process.pid!)

const inSeconds = (times: number[]) =>
  `p50 ${(quantile(times, 0.5) / 1000).toFixed(2)} s, p99 ${(quantile(times, 0.99) / 1000).toFixed(2)} s`

/** Does one thing after another of each, all at once, and says how they were answered and how long it took. */
async function all(what: string, calls: (() => Promise<number>)[]) {
  const answers: Record<string, number> = {}
  const times: number[] = []
  await Promise.all(
    calls.map(async (call) => {
      const start = performance.now()
      const status = await call()
      times.push(performance.now() - start)
      answers[status] = (answers[status] ?? 0) + 1
      if (!EXPECTED_STATUSES.includes(status)) faults.push(`${what} was answered ${status}`)
    }),
  )
  console.log(`${what}: ${JSON.stringify(answers)}, ${inSeconds(times)}`)
  return answers
}

/** Sends a form of fields of a megabyte until it is answered or cut off; answers the status, and counts what was taken. */
async function sendEndlessForm(path: string, session: string, taken: (bytes: number) => void) {
  const offered = await fetch(`${address}/api/sanctum/csrf-cookie`, { headers: { cookie: session } })
  const token = /XSRF-TOKEN=([^;]+)/u.exec(offered.headers.get('set-cookie') ?? '')?.[1] ?? ''
  const field = Buffer.from(
    `--B\r\nContent-Disposition: form-data; name="abstract"\r\n\r\n${'x'.repeat(MEGABYTE)}\r\n`,
  )
  return new Promise<number>((resolve) => {
    const body = Readable.from(
      (function* () {
        for (let sent = 0; sent < 5000; sent++) {
          taken(field.length)
          yield field
        }
      })(),
    )
    const call = request(
      address + path,
      {
        method: 'POST',
        headers: {
          cookie: `XSRF-TOKEN=${token}; ${session}`,
          'x-xsrf-token': token,
          'content-type': 'multipart/form-data; boundary=B',
        },
      },
      (reply) => {
        body.destroy()
        resolve(reply.statusCode ?? 0)
        call.destroy()
      },
    )
    call.on('error', () => resolve(0))
    body.pipe(call)
  })
}

try {
  const { proposers } = await withServices(settings, (ground) => fillPeople(ground, PROPOSERS))
  server = await startServer(settings)
  const file = new Blob([new Uint8Array(pdfOfSize(SIZE))], { type: 'application/pdf' })
  const small = new Blob([new Uint8Array(pdfOfSize(20_000))], { type: 'application/pdf' })
  const upload = async (session: string, proposal_id: number, content: Blob) => {
    const form = new FormData()
    form.set('title', 'The water that the grains have met')
    form.set('file', content, 'plan.pdf')
    const browser = await openBrowser(address, session)
    return (await browser('POST', `/api/proposals/edit/${proposal_id}`, form)).status
  }
  await all(
    'a small PDF each',
    proposers.map((one) => () => upload(one.session, one.proposal_id, small)),
  )
  const before = resident()
  let peak = before
  const pulses: number[] = []
  const over = new AbortController()
  const watch = (async () => {
    while (!over.signal.aborted) {
      const start = performance.now()
      await fetch(`${address}/healthz`)
      pulses.push(performance.now() - start)
      peak = Math.max(peak, resident())
      await setTimeout(50)
    }
  })()

  const own = await all(
    `${PROPOSERS} uploads of 50 MB at once`,
    proposers.map((one) => () => upload(one.session, one.proposal_id, file)),
  )
  if (own[200] !== PROPOSERS) faults.push(`${PROPOSERS - (own[200] ?? 0)} good files were not taken`)
  console.log(`  memory ${before.toFixed(0)} MB before, at most ${peak.toFixed(0)} MB`)
  const strange = await all(
    `${PROPOSERS} uploads of 50 MB to others' proposals`,
    proposers.map((one, i) => () => upload(one.session, proposers[(i + 1) % PROPOSERS]!.proposal_id, file)),
  )
  if (strange[403] !== PROPOSERS) faults.push('a stranger was not refused')
  let taken = 0
  await all(
    `${PROPOSERS} forms of 5,000 fields of a megabyte`,
    proposers.map((one) => async () => {
      const status = await sendEndlessForm(`/api/proposals/edit/${one.proposal_id}`, one.session, (bytes) => {
        taken += bytes
      })
      // The connection may be gone before its last word is read.
      return status === 0 ? 413 : status
    }),
  )
  console.log(`  of each ${(taken / PROPOSERS / MEGABYTE).toFixed(1)} MB were sent before it was cut off`)
  over.abort()
  await watch
  const growth = peak - before
  console.log(
    `memory grew by ${growth.toFixed(0)} MB at most (bound ${MAX_GROWTH_MB}); a pulse meanwhile: ${inSeconds(pulses)}`,
  )
  if (growth > MAX_GROWTH_MB) faults.push(`the memory grew by ${growth.toFixed(0)} MB`)
  const stored = readdirSync(join(dataDir, 'files'))
  console.log(
    `${stored.length} files lie in the store, ${stored.filter((name) => name.endsWith('.part')).length} of them unfinished`,
  )
  if (stored.length !== PROPOSERS || stored.some((name) => name.endsWith('.part')))
    faults.push(`the store holds ${stored.length} files`)
  if ((await server.stop()) !== 0) faults.push('the server did not end well')
} finally {
  killAll(dataDir, server)
  await mails.close()
  rmSync(dataDir, { recursive: true, force: true })
}
reportFaults(faults)
