import type { ProposalConditions, ProposalFilter } from '#domain/proposals/contract.ts'
import type { ProposalListQuery } from '#domain/staff/contract.ts'
import type { Ctx } from '../platform/context.ts'
import { adjustedTotals, tieZone } from './adjusted.ts'
import { countViews, findProposals, findProposalsWith } from './queries.ts'
import type { ViewFacts } from './view_queries.ts'

/** What the filter's views are made from, as far as the actor may see it. */
export const viewFacts = async (
  ctx: Ctx,
  { tie_zone, term_id }: Pick<ProposalFilter, 'tie_zone' | 'term_id'>,
): Promise<ViewFacts> => ({
  ownGrades: ctx.actor.roles.includes('panel') && !ctx.actor.impersonatedBy,
  tieZone: tie_zone ? await tieZone(ctx, term_id) : [],
})

const inputOf = async (ctx: Ctx, filter: ProposalFilter) =>
  [
    ctx.db,
    ctx.actor,
    filter,
    ctx.now(),
    await adjustedTotals(ctx, filter),
    await viewFacts(ctx, filter),
  ] as const

/** A page of proposals with all fields. */
export const listProposals = async (ctx: Ctx, filter: ProposalFilter) =>
  findProposals(...(await inputOf(ctx, filter)))

/** A page of proposals with the fields that the query asks for. */
export const listWithFields = async (ctx: Ctx, { fields, ...filter }: ProposalListQuery) =>
  fields ? findProposalsWith[fields](...(await inputOf(ctx, filter))) : listProposals(ctx, filter)

export const countInViews = async (ctx: Ctx, filter: ProposalConditions) =>
  countViews(ctx.db, ctx.actor, filter, ctx.now(), await viewFacts(ctx, { ...filter, tie_zone: true }))
