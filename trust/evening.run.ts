/**
 * The evening of a deadline: 300 proposers save drafts of 20 kB and PDFs of 0.2 to 5 MB, 50 reviewers write reports, three
 * members of the office use lists and the grid, against one server process with its own PostgreSQL and a real mail server.
 * Run: npm run trust -- evening (MINUTES=3 SEED=1 by default).
 *
 * The load is a closed loop: each person waits for the answer and then thinks for 5 to 20 s (the office 2 to 8 s), drawn
 * uniformly. PDF sizes are uniform on a logarithmic scale, so half are below 1 MB. The clients share the processors with
 * the server; the lateness of their own timers is printed, because it is included in the response times.
 */

import { setMaxListeners } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { mailbox } from '#server/testing/mailbox.ts'
import { pdfOfSize } from '#server/testing/sized_pdf.ts'
import { findFaults } from '#server/testing/two_in_a_grid/fault_check.ts'
import { seededRandom } from '#server/testing/two_in_a_grid/tab.ts'
import { databaseProcesses, killAll } from './database_processes.ts'
import { fillEvening } from './evening_fixtures.ts'
import { officer, proposer, reviewer } from './evening_people.ts'
import { RandomChoices, RequestLog } from './evening_requests.ts'
import { processorSeconds, quantile, reportFaults, residentMb } from './figures.ts'
import { waitUntilMailed } from './mail_check.ts'
import { newSettings, type ServerProcess, startServer, withServices } from './server_process.ts'

const { MINUTES = '3', SEED = '1' } = process.env
/** The middle of the server's memory in the last third of the evening, above that of the second third, at most, in MB. */
const MAX_GROWTH_MB = 64
const PDFS = 24

const dataDir = mkdtempSync(join(tmpdir(), 'ao-evening-'))
const mails = await mailbox()
const { settings, address } = await newSettings(dataDir, mails.url)
const calls = new RequestLog(address)
const { faults } = calls
const random = seededRandom(Number(SEED))
const chance = new RandomChoices(random)
const pdfs = Array.from({ length: PDFS }, (_, i) => {
  const size = Math.round(200_000 * 25 ** (i / (PDFS - 1)))
  return new File([new Uint8Array(pdfOfSize(size))], 'plan.pdf', { type: 'application/pdf' })
})
const load = () => loadavg()[0]!.toFixed(1)
let server: ServerProcess | undefined

try {
  const stock = await withServices(settings, ({ services }) => fillEvening(services.db))
  server = await startServer(settings)
  const pid = server.process.pid!
  const browsers = async <T extends { session: string }>(people: T[]) => {
    const opened: (T & { ask: Awaited<ReturnType<RequestLog['browser']>> })[] = []
    for (const one of people) opened.push({ ...one, ask: await calls.browser(one.session) })
    return opened
  }
  const [proposers, reviewers, office] = [
    await browsers(stock.proposers),
    await browsers(stock.reviewers),
    await browsers(stock.office),
  ]
  console.log(
    `${proposers.length} proposers, ${reviewers.length} reviewers, ${office.length} of the office, ${MINUTES} minutes, SEED=${SEED};`,
    `${cpus().length} processors, load average ${load()}`,
  )

  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  const used = () =>
    [processorSeconds([pid]), processorSeconds(databaseProcesses(dataDir)), process.cpuUsage()] as const
  const before = used()
  const start = performance.now()
  const [over, later] = [new AbortController(), new AbortController()]
  // Everybody who thinks listens to the end of it.
  setMaxListeners(0, later.signal)
  const memory: number[] = []
  const watch = setInterval(() => memory.push(residentMb(pid)), 1000)
  setTimeout(() => over.abort(), Number(MINUTES) * 60_000)
  // Reviewers and office go on while proposals are submitted.
  const others = reviewers.map(({ ask }) => reviewer(ask, { chance, over: later.signal }))
  const grid = office.map(({ ask }) =>
    officer(ask, { board: stock.board, chance, random, over: later.signal }),
  )
  const titles = await Promise.all(
    proposers.map(({ ask, proposal_id }) => proposer(ask, proposal_id, { chance, pdfs, over: over.signal })),
  )
  later.abort()
  const tabs = await Promise.all(grid)
  await Promise.all(others)
  clearInterval(watch)
  lag.disable()
  const seconds = (performance.now() - start) / 1000
  const after = used()
  for (const tab of tabs) await tab.look()

  calls.report()
  const share = (from: number, to: number) => `${(((to - from) / seconds) * 100).toFixed(0)} %`
  const client = (after[2].user + after[2].system - before[2].user - before[2].system) / 1e6
  console.log(
    `${calls.count} calls in ${seconds.toFixed(0)} s, ${(calls.count / seconds).toFixed(1)} a second; load average ${load()}`,
  )
  console.log(
    `of one processor: server ${share(before[0], after[0])}, PostgreSQL ${share(before[1], after[1])}, who asks ${share(0, client)};`,
    `who asks was late by p50 ${(lag.percentile(50) / 1e6 - 10).toFixed(0)} ms, p99 ${(lag.percentile(99) / 1e6 - 10).toFixed(0)} ms`,
  )
  const third = Math.floor(memory.length / 3)
  const growth = quantile(memory.slice(-third), 0.5) - quantile(memory.slice(third, -third), 0.5)
  console.log(
    `memory of the server ${memory[0]!.toFixed(0)} MB at the start, ${memory[Math.floor(memory.length / 2)]!.toFixed(0)} in the middle,`,
    `${memory.at(-1)!.toFixed(0)} at the end, at most ${Math.max(...memory).toFixed(0)}; last third above the second by ${growth.toFixed(0)} (bound ${MAX_GROWTH_MB})`,
  )
  if (growth > MAX_GROWTH_MB) faults.push(`the memory grew by ${growth.toFixed(0)} MB`)

  await waitUntilMailed(address, office[0]!.session, calls)
  if ((await server.stop()) !== 0) faults.push('the server did not end well')
  await withServices(settings, async ({ services: { db } }) => {
    const rows = await db.selectFrom('proposals').select(['id', 'status', 'title']).execute()
    const standing = new Map(rows.map((row) => [row.id, row]))
    for (const { proposal_id, title } of titles) {
      const row = standing.get(proposal_id)
      if (row?.status !== 2 || row.title !== title)
        faults.push(
          `proposal ${proposal_id} stands with status ${row?.status} and '${row?.title}', not '${title}'`,
        )
    }
    faults.push(
      ...(await findFaults(
        db,
        stock.board.term_id,
        tabs.map((tab, i) => ({ user_id: office[i]!.user_id, ...tab })),
      )),
    )
    const unsent = await db.selectFrom('mails').select('id').where('state', '<>', 'sent').execute()
    if (unsent.length > 0) faults.push(`${unsent.length} mails did not leave`)
    console.log(`${mails.received.length} mails arrived`)
  })
} finally {
  killAll(dataDir, server)
  await mails.close()
  rmSync(dataDir, { recursive: true, force: true })
}
reportFaults(faults)
