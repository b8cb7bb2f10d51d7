/**
 * Hostile values, broken requests and cut bodies over the whole contract, as each role, over real sockets to a real server:
 * `npm run trust -- bad_input`, REQUESTS=20000 SEED=1 by default. No answer is a failure of the server, tells its inside or
 * takes long; what is refused has changed nothing; the process lives on, and its memory stays.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { openDatabase } from '#server/platform/database/database.ts'
import { startEmbedded } from '#server/platform/database/embedded/embedded.ts'
import { type BadAnswer, isRefused, whyBadAnswer } from '#server/testing/bad_input/answer_check.ts'
import {
  type BadRequest,
  badRequest,
  type Caller,
  chooseCaller,
  createCallers,
} from '#server/testing/bad_input/requests.ts'
import { mailbox } from '#server/testing/mailbox.ts'
import { digestTables } from '#server/testing/matrix/digest.ts'
import { createMatrixFixture } from '#server/testing/matrix/fixture.ts'
import { createTestServer } from '#server/testing/test_server.ts'
import { sendRaw } from './raw_request.ts'
import { freePort, startServer, untilReady, withServices } from './server_process.ts'

const { REQUESTS = '20000', SEED = '1' } = process.env
const BATCH = 100
const CONCURRENCY = 4
/** Longer than this no answer may take, in ms. */
const SLOW_MS = 5000
/** By so much the server's memory may grow after the first quarter of the requests, in MB. */
const GROWTH_MB = 200
/** What the server changes by itself. */
const SELF_CHANGING_TABLES = ['mails']

const dataDir = mkdtempSync(join(tmpdir(), 'ao-bad-input-'))
const embedded = await startEmbedded(dataDir, () => {})
const mails = await mailbox()
const port = await freePort()
const settings = {
  DATA_DIR: dataDir,
  DATABASE_URL: embedded.url,
  PORT: String(port),
  SMTP_URL: mails.url,
  RATE_LIMIT_PER_MINUTE: '0',
  LOG_LEVEL: 'error',
}
/** What was wrong, how often, and the request of the first time. */
const faults = new Map<string, { count: number; first: string }>()
const fault = (what: string, request: string) => {
  const known = faults.get(what)
  if (known) known.count++
  else faults.set(what, { count: 1, first: request })
}
const describeRequest = ({ endpoint: call, method, path, headers, body, cut }: BadRequest) =>
  `${call}: ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)} cut ${cut} ${JSON.stringify(body?.toString().slice(0, 600) ?? null)}`

/** Sends some at once; the answers in the order of the requests. */
async function sendAll(requests: readonly BadRequest[], callers: readonly Caller[]): Promise<BadAnswer[]> {
  const answers: BadAnswer[] = []
  let next = 0
  const worker = async () => {
    for (let i = next++; i < requests.length; i = next++) {
      const request = requests[i]!
      answers[i] = await sendRaw(port, request, chooseCaller(request, callers))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return answers
}

/** What a process has in memory, in MB. */
const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

const statuses = new Map<number, number>()
const times: number[] = []
const memory: number[] = []
const db = openDatabase(embedded.url, { max: 1 })
try {
  const callers = await withServices(settings, async ({ services }) => {
    const { server, close } = await createTestServer(services.db)
    const callers = createCallers(await createMatrixFixture(server))
    await close()
    return callers
  })
  const sessions = await db.db.selectFrom('sessions').selectAll().execute()
  const server = await startServer(settings)
  const digest = await digestTables(db.db, SELF_CHANGING_TABLES)
  /** Signs in again whom a request has signed out, but for who was deleted. */
  const restore = async () => {
    const last_seen_at = new Date().toISOString()
    const users = (await db.db.selectFrom('users').select('id').execute()).map(({ id }) => id)
    const standing = sessions.filter(({ user_id }) => users.includes(user_id))
    await db.db.deleteFrom('sessions').execute()
    await db.db
      .insertInto('sessions')
      .values(standing.map(({ id: _, ...session }) => ({ ...session, last_seen_at })))
      .execute()
  }
  let refused = 0
  for (let sent = 0; sent < Number(REQUESTS); sent += BATCH) {
    await restore()
    const batch = fc.sample(badRequest, { numRuns: BATCH, seed: Number(SEED) * 1_000_003 + sent })
    const answers = await sendAll(batch, callers)
    for (const [i, answer] of answers.entries()) {
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      times.push(answer.ms)
      const why = whyBadAnswer(answer)
      if (why)
        fault(
          `${batch[i]!.endpoint}: ${why}`,
          `${describeRequest(batch[i]!)}\n    → ${answer.status} ${answer.text.slice(0, 300)}`,
        )
      if (answer.ms > SLOW_MS) fault(`takes more than ${SLOW_MS} ms`, describeRequest(batch[i]!))
      if (answer.status === 0 && batch[i]!.cut === null) fault('no answer', describeRequest(batch[i]!))
    }
    // What was refused is sent again; while all of it is refused again, nothing may have changed.
    const again = batch.filter((_, i) => isRefused(answers[i]!))
    refused += again.length
    const before = await digest()
    const seconds = await sendAll(again, callers)
    const changed = (await digest()).filter((held, i) => held !== before[i])
    if (changed.length > 0 && seconds.every(isRefused)) await findOffender(again, callers, digest)
    if (sent % 1000 === 0) memory.push(memoryOf(server.process.pid!))
    if (sent % 2000 === 0)
      console.log(`${sent} sent, ${memory.at(-1)!.toFixed(0)} MB, ${faults.size} kinds of faults`)
  }
  await untilReady(`http://127.0.0.1:${port}`, () => server.process.exitCode === null)
  if ((await server.stop()) !== 0) fault('The server did not end cleanly.', '')
  // Beside its start and its end, at level 30, it says what went wrong.
  const said = server.output
    .join('')
    .split('\n')
    .filter((line) => !line.startsWith('{"level":30,'))
    .join('\n')
    .trim()
  if (said) fault('The server said something.', said.slice(0, 3000))
  const growth = Math.max(...memory) - memory[Math.floor(memory.length / 4)]!
  if (growth > GROWTH_MB) fault(`The memory grew by ${growth.toFixed(0)} MB.`, '')
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor((times.length - 1) * share)]!.toFixed(0)
  console.log(
    `SEED ${SEED}: ${times.length} requests, ${refused} refused (and sent again); by status ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`,
  )
  console.log(
    `ms: p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)}; memory ${memory.map((mb) => mb.toFixed(0)).join(' ')} MB`,
  )
} finally {
  await db.close()
  await mails.close()
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
for (const [what, { count, first }] of faults) console.log(`FAULT ${count} x ${what}\n    ${first}`)
console.log(faults.size === 0 ? 'held' : `${faults.size} kinds of faults`)
if (faults.size > 0) process.exitCode = 1

/** Finds which refused request has changed something, one by one. */
async function findOffender(
  requests: readonly BadRequest[],
  callers: readonly Caller[],
  digest: () => Promise<string[]>,
) {
  for (const request of requests) {
    const before = await digest()
    const [answer] = await sendAll([request], callers)
    const changed = (await digest()).filter((held, i) => held !== before[i])
    if (changed.length > 0 && isRefused(answer!))
      fault(
        `${request.endpoint}: refused, and changed ${changed.map((one) => one.split(' ')[0]).join(', ')}`,
        describeRequest(request),
      )
  }
}
