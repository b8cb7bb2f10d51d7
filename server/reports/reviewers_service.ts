import { missing } from '#domain/errors.ts'
import type { ReviewerFilter } from '#domain/reports/contract.ts'
import type { Ctx } from '../platform/context.ts'
import { exportAddress } from '../platform/csv.ts'
import { reviewerExport } from './exports.ts'
import {
  findNotRequested,
  findReportCounts,
  findReviewer,
  findReviewerChoices,
  findReviewers,
} from './reviewer_queries.ts'

/** A page of reviewers, how many reports SEND ALL REQUEST would ask for, and how many stand where. */
export async function listReviewers(ctx: Ctx, filter: ReviewerFilter) {
  const page = await findReviewers(ctx.db, ctx.actor, filter)
  return {
    ...page,
    not_requested: (await findNotRequested(ctx.db, ctx.actor, filter)).length,
    report_counts: await findReportCounts(ctx.db, ctx.actor, filter),
  }
}

/** One reviewer. Throws 'missing'. */
export async function showReviewer(ctx: Ctx, id: number) {
  const reviewer = await findReviewer(ctx.db, ctx.actor, id)
  if (!reviewer) throw missing()
  return reviewer
}

export const reviewerChoices = (ctx: Ctx, proposal_id: number | undefined) =>
  findReviewerChoices(ctx.db, ctx.actor, proposal_id)

export const downloadReviewers = (ctx: Ctx, filter: ReviewerFilter) =>
  exportAddress(ctx, reviewerExport, filter)
