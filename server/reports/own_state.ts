import type { OwnReport, ReviewerState } from '#domain/reports/report.ts'
import { isReady, whyNotSave } from '#domain/reports/rules.ts'
import {
  isHandedIn,
  isTakenOn,
  REPORT_ACCEPTED,
  REPORT_REQUESTED,
  REPORT_SUBMITTED,
} from '#domain/reports/status.ts'
import type { Term } from '#domain/terms/rules.ts'
import type { Ctx } from '../platform/context.ts'
import { factsOf } from './hold.ts'
import { findOpenIds, findReports, type Report } from './queries.ts'

const OWN = [REPORT_REQUESTED, REPORT_ACCEPTED, REPORT_SUBMITTED]

/** What waits for the reviewer who asks. */
export async function reviewerState(ctx: Ctx, term: Term): Promise<ReviewerState> {
  const ids = await findOpenIds(ctx.db, ctx.actor.id, OWN)
  const all = await findReports(ctx.db, ctx.actor, ids)
  const here = all.filter(({ term_id }) => term_id === term.id)
  const toWrite = here.filter(
    (report) => report.status === REPORT_ACCEPTED && whyNotSave(factsOf(report), report.takes_part) === null,
  )
  const ready = (report: Report) => isReady(factsOf(report))
  return {
    due_at: term.reviews_due_at,
    answer: all.filter(({ status }) => status === REPORT_REQUESTED).map(lineOf),
    write: toWrite.filter((report) => !ready(report)).map(lineOf),
    submit: toWrite.filter(ready).map(lineOf),
    rank: here.filter(({ status, rank }) => isTakenOn(status) && rank === null).map(lineOf),
    submitted: here.filter(({ status }) => isHandedIn(status)).length,
  }
}

const lineOf = ({ id, proposal_id, title, reviews_due_at }: Report): OwnReport => ({
  id,
  proposal_id,
  title,
  due_at: reviews_due_at,
})
