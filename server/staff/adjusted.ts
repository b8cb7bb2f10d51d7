import { groupBy } from '#domain/group_by.ts'
import type { ProposalFilter } from '#domain/proposals/contract.ts'
import { type Adjusted, orderProposals, type ReportTotal } from '#domain/staff/adjusted_scores.ts'
import { materialLine } from '#domain/staff/material_line.ts'
import { byExpectedRank, tieZoneOf } from '#domain/staff/rank_order.ts'
import type { Ctx } from '../platform/context.ts'
import { currentTermId } from '../terms/service.ts'
import { findLine, findMaterial, findRequests } from './material_queries.ts'
import { type AdjustedTotals, findTotals } from './queries.ts'

type RankedProposals = ReturnType<typeof orderProposals>

/** The orders of the last calls: a pure function of the reports, which each screen of the ranking asks for several times. */
const MAX_KEPT = 20
const kept = new Map<string, RankedProposals>()

function keptOrder(reports: readonly ReportTotal[]): RankedProposals {
  const totals = reports
    .map(({ proposal_id, reviewer_id, total }) => [proposal_id, reviewer_id, total] as const)
    .sort(([a, b], [c, d]) => a - c || b - d)
  const key = totals.join(' ')
  const order = kept.get(key) ?? orderProposals(reports)
  kept.delete(key)
  kept.set(key, order)
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!)
  return order
}

/**
 * The adjusted scores of a term, by default the current one, with how sure the order is. Proposals that the actor has a
 * conflict with are left out before anything is estimated, so that no figure reveals anything about them.
 */
export async function adjustedScores(ctx: Ctx, term_id?: number): Promise<Adjusted> {
  const term = term_id ?? (await currentTermId(ctx))
  const order = keptOrder(term === null ? [] : await findTotals(ctx.db, ctx.actor, term))
  const { panel_line = null, version = 0 } = (term !== null && (await findLine(ctx.db, term))) || {}
  const line = panel_line ?? (term === null ? null : await findMaterialLine(ctx, term, order))
  return {
    ...order,
    line,
    line_from: line === null ? null : panel_line === null ? 'material' : 'set',
    line_version: version,
    zone: tieZoneOf(order.proposals, line),
  }
}

/** Where the material at hand ends in this order; null when it suffices for all, and without an order. */
async function findMaterialLine({ db, actor }: Ctx, term_id: number, { proposals }: RankedProposals) {
  if (proposals.length === 0) return null
  const ids = byExpectedRank(proposals).map(({ id }) => id)
  return materialLine(ids, await findRequests(db, actor, term_id), await findMaterial(db, term_id))
}

export type OrderFigures = RankedProposals['proposals'][number]

/** The figures of each proposal in the order of its own term, by id. */
export async function orderFigures(
  ctx: Ctx,
  term_id: number | undefined,
): Promise<Map<number, OrderFigures>> {
  const byTerm = groupBy(await findTotals(ctx.db, ctx.actor, term_id), (report) => report.term_id)
  return new Map([...byTerm.values()].flatMap((own) => keptOrder(own).proposals.map((one) => [one.id, one])))
}

/** The adjusted totals or expected ranks that a list is sorted by, each within its own term; none for another order. */
export async function adjustedTotals(ctx: Ctx, { sort, term_id }: ProposalFilter): Promise<AdjustedTotals> {
  if (sort !== 'adjusted' && sort !== 'expected') return {}
  const figures = await orderFigures(ctx, term_id)
  return Object.fromEntries([...figures].map(([id, one]) => [id, one[sort]]))
}

/** The proposals in the tie zone of a term, by default the current one, as the actor sees it. */
export const tieZone = async (ctx: Ctx, term_id: number | undefined): Promise<number[]> =>
  (await adjustedScores(ctx, term_id)).zone
