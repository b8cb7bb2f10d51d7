/**
 * The book of 100 proposals, each with three reports and an attached PDF of 5 MB: seconds, size, the memory of the process
 * beyond what it had, and for how long the server answered nobody.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Readable } from 'node:stream'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReviewer, aSubmittedReport } from '#server/builders/reports.ts'
import { downloadBook } from '#server/panel_book/service.ts'
import { context } from '#server/platform/context.ts'
import { pdfOfSize } from '#server/testing/sized_pdf.ts'
import { figure, printHead, report } from './report.ts'
import { withSystem } from './system.ts'

const PROPOSALS = Number(process.env.PROPOSALS ?? 100)
const ATTACHED = 5_000_000
/** Ten members press on the morning of the meeting: seconds for one book, MB, and ms without an answer. */
const GOALS = { seconds: 120, memory: 700, pause: 250 }

await withSystem(
  async () => {},
  async ({ services }) => {
    const visitor = context(services, null)
    await aTerm(visitor)
    const office = context(services, await aUser(visitor, ['admin']))
    const reader = await aUser(visitor, ['panel'])
    const reviewers = [await aReviewer(visitor), await aReviewer(visitor), await aReviewer(visitor)]
    for (let i = 0; i < PROPOSALS; i += 1) {
      const { proposal_id } = await aSubmittedProposal(office)
      for (const reviewer of reviewers) await aSubmittedReport(office, { proposal_id, reviewer })
      const file_key = await services.files.put(pdfOfSize(ATTACHED))
      const fields = { file_key, original_file_name: `plan_${i}.pdf`, file_size: ATTACHED }
      await services.db.updateTable('proposals').set(fields).where('id', '=', proposal_id).execute()
    }

    const before = process.memoryUsage.rss()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 50)
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    const start = performance.now()
    const { content } = await downloadBook(context(services, reader), 'book.pdf', { term_id: '7' })
    let size = 0
    for await (const chunk of content as Readable) size += (chunk as Buffer).length
    const seconds = (performance.now() - start) / 1000
    delay.disable()
    clearInterval(watch)
    const memory = (most - before) / 1e6
    const pause = delay.max / 1e6

    printHead()
    const what = `the book of ${PROPOSALS} proposals, ${figure(size / 1e6)} MB`
    report({ what, ours: `${figure(seconds)} s`, goal: `< ${GOALS.seconds} s`, met: seconds < GOALS.seconds })
    report({
      what: `${what}: memory`,
      ours: `${figure(memory)} MB`,
      goal: `< ${GOALS.memory} MB`,
      met: memory < GOALS.memory,
    })
    report({
      what: `${what}: longest pause`,
      ours: `${figure(pause)} ms`,
      goal: `< ${GOALS.pause} ms`,
      met: pause < GOALS.pause,
    })
  },
)
