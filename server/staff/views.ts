import type { ProposalConditions, ProposalFilter } from '#domain/proposals/contract.ts'
import type { Ctx } from '../platform/context.ts'
import { adjustedTotals, tieZone } from './adjusted.ts'
import { countViews, findProposals } from './queries.ts'
import type { ViewFacts } from './view_queries.ts'

/** What the filter's views are made from, as far as the actor may see it. */
export const viewFacts = async (
  ctx: Ctx,
  { tie_zone, term_id }: Pick<ProposalFilter, 'tie_zone' | 'term_id'>,
): Promise<ViewFacts> => ({
  ownGrades: ctx.actor.roles.includes('panel') && !ctx.actor.impersonatedBy,
  tieZone: tie_zone ? await tieZone(ctx, term_id) : [],
})

export const listProposals = async (ctx: Ctx, filter: ProposalFilter) =>
  findProposals(
    ctx.db,
    ctx.actor,
    filter,
    ctx.now(),
    await adjustedTotals(ctx, filter),
    await viewFacts(ctx, filter),
  )

export const countInViews = async (ctx: Ctx, filter: ProposalConditions) =>
  countViews(ctx.db, ctx.actor, filter, ctx.now(), await viewFacts(ctx, { ...filter, tie_zone: true }))
