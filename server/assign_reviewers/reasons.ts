import { limitChecks, nextBest } from '#domain/assign_reviewers/checks.ts'
import type { Cell, CellReasons } from '#domain/assign_reviewers/contract.ts'
import { sumOf } from '#domain/assign_reviewers/fit.ts'
import { notFound } from '#domain/errors.ts'
import type { Ctx } from '../platform/context.ts'
import { readFits, readGrid, requireTerm } from './grid.ts'
import { findTermOfProposal } from './queries.ts'

/** Why a cell has its fit, and who else could review the proposal. Throws 'missing' for a cell that is not in the grid. */
export async function showReasons(ctx: Ctx, { proposal_id, user_id }: Cell): Promise<CellReasons> {
  const term_id = await findTermOfProposal(ctx.db, proposal_id)
  if (term_id === undefined) throw notFound()
  const grid = await readGrid(ctx, await requireTerm(ctx, term_id))
  const proposals = grid.proposals.filter(({ id }) => id === proposal_id)
  const reviewer = grid.reviewers.findIndex(({ id }) => id === user_id)
  if (proposals.length === 0 || reviewer < 0) throw notFound()
  const fits = await readFits(ctx.db, ctx.actor, { ...grid, proposals: grid.proposals })
  const proposal = grid.proposals.indexOf(proposals[0]!)
  const reasons = fits.reasons(proposal, reviewer)
  const view = {
    grid,
    proposal_id,
    fit: fits.matrix()[proposal]!,
    knows: grid.reviewers.map((_, at) => fits.knows(proposal, at)),
  }
  return {
    proposal_id,
    user_id,
    fit: sumOf(reasons),
    reasons,
    checks: limitChecks(view, reviewer),
    ...nextBest(view, reviewer),
  }
}
