import { missing } from '#domain/errors.ts'
import type { ReviewerFilter } from '#domain/reports/contract.ts'
import type { Ctx } from '../platform/context.ts'
import { exportAddress } from '../platform/csv.ts'
import { reviewerExport } from './exports.ts'
import {
  findNotRequested,
  findReviewer,
  findReviewerChoices,
  findReviewers,
  findReviewersNamed,
} from './reviewer_queries.ts'

/** A page of reviewers, and how many reports SEND ALL REQUEST would ask for. */
export async function listReviewers(ctx: Ctx, filter: ReviewerFilter) {
  const page = await findReviewers(ctx.db, ctx.actor, filter)
  return { ...page, not_requested: (await findNotRequested(ctx.db, ctx.actor, filter)).length }
}

/** One reviewer. Throws 'missing'. */
export async function showReviewer(ctx: Ctx, id: number) {
  const reviewer = await findReviewer(ctx.db, ctx.actor, id)
  if (!reviewer) throw missing()
  return reviewer
}

export const reviewerChoices = (ctx: Ctx, proposal_id: number | undefined) =>
  findReviewerChoices(ctx.db, ctx.actor, proposal_id)

/** So many reviewers, of those whom the caller sees, whose name, e-mail or affiliation holds the text. */
export const reviewersNamed = (ctx: Ctx, text: string, most: number) =>
  findReviewersNamed(ctx.db, ctx.actor, text, most)

export const downloadReviewers = (ctx: Ctx, filter: ReviewerFilter) =>
  exportAddress(ctx, reviewerExport, filter)
