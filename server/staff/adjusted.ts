import type { ProposalFilter } from '#domain/proposals/contract.ts'
import { adjustScores } from '#domain/staff/adjusted_scores.ts'
import type { Ctx } from '../platform/context.ts'
import { currentTermId } from '../terms/service.ts'
import { type AdjustedTotals, findTotals } from './queries.ts'

/**
 * The adjusted scores of a term, by default the current one. Proposals that the actor has a conflict with are left out
 * before anything is estimated, so that no figure reveals anything about them.
 */
export async function adjustedScores(ctx: Ctx, term_id?: number) {
  const term = term_id ?? (await currentTermId(ctx))
  return adjustScores(term === null ? [] : await findTotals(ctx.db, ctx.actor, term))
}

/** The adjusted totals that a list is sorted by, each within its own term; none for another order. */
export async function adjustedTotals(ctx: Ctx, { sort, term_id }: ProposalFilter): Promise<AdjustedTotals> {
  if (sort !== 'adjusted') return {}
  const reports = await findTotals(ctx.db, ctx.actor, term_id)
  const terms = new Set(reports.map((report) => report.term_id))
  const scores = [...terms].flatMap(
    (term) => adjustScores(reports.filter((report) => report.term_id === term)).proposals,
  )
  return Object.fromEntries(scores.map(({ id, adjusted }) => [id, adjusted]))
}
