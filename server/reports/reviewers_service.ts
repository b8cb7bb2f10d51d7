import { notFound } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import type { ReviewerFilter } from '#domain/reports/contract.ts'
import type { Ctx } from '../platform/context.ts'
import { exportAddress } from '../platform/csv.ts'
import { findLoads, findReviewerChoices, findSharedKeywords } from './choice_queries.ts'
import { reviewerExport } from './exports.ts'
import { findReviewer } from './one_reviewer_queries.ts'
import { findNotRequested, findReportCounts, findReviewers } from './reviewer_queries.ts'

/** A page of reviewers, how many reports SEND ALL REQUEST would ask for, and how many stand where. */
export async function listReviewers(ctx: Ctx, filter: ReviewerFilter) {
  const page = await findReviewers(ctx.db, ctx.actor, filter)
  const waiting = await findNotRequested(ctx.db, ctx.actor, filter)
  const reached = new Map(waiting.map(({ user_id, name, email }) => [user_id, { name, email }]))
  return {
    ...page,
    data: page.data.map((row) => ({ ...row, reports: row.report })),
    not_requested: waiting.length,
    to_request: [...reached.values()],
    report_counts: await findReportCounts(ctx.db, ctx.actor, filter),
  }
}

/** One reviewer. Throws 'missing'. */
export async function showReviewer(ctx: Ctx, id: number) {
  const reviewer = await findReviewer(ctx.db, ctx.actor, id)
  if (!reviewer) throw notFound()
  return { ...reviewer, report: reviewer.reports }
}

/** Everyone who can be made a reviewer, with what is to be weighed for a proposal. */
export async function reviewerChoices(ctx: Ctx, proposal_id: number | undefined) {
  const { db, actor } = ctx
  const loads = new Map((await findLoads(db, actor, proposal_id)).map((load) => [load.user_id, load]))
  const shared = proposal_id === undefined ? [] : await findSharedKeywords(db, actor, proposal_id)
  const keywords = groupBy(shared, ({ user_id }) => user_id)
  return (await findReviewerChoices(db, actor, proposal_id)).map((choice) => {
    const names = (own: boolean) =>
      (keywords.get(choice.id) ?? []).filter((one) => one.own === own).map(({ name }) => name)
    const { open = 0, assigned = 0, declined = 0 } = loads.get(choice.id) ?? {}
    return { ...choice, open, assigned, declined, own_keywords: names(true), reviewed_keywords: names(false) }
  })
}

export const downloadReviewers = (ctx: Ctx, filter: ReviewerFilter) =>
  exportAddress(ctx, reviewerExport, filter)
