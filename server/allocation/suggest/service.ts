import type { Suggestion, SuggestionWish } from '#domain/allocation/suggest/contract.ts'
import { missing, refusal } from '#domain/errors.ts'
import { whyReadOnly } from '#domain/terms/rules.ts'
import type { Ctx } from '../../platform/context.ts'
import { allTerms, requireCurrentTerm } from '../../terms/service.ts'
import { gridProposals, gridSamples } from '../service.ts'
import { inThread } from './thread.ts'

/**
 * Who could be given what in a grid, as advice: nothing is written. Of a proposal that the actor has a conflict with it
 * says nothing. Refuses for a term that is closed, for there nobody can take it over.
 */
export async function suggestion(
  ctx: Ctx,
  { grid, policy, term_id: asked, items: ticks }: SuggestionWish,
  cancelled: AbortSignal,
): Promise<Suggestion> {
  const term_id = asked ?? (await requireCurrentTerm(ctx.db)).id
  const term = (await allTerms(ctx))[term_id]
  if (!term) throw missing()
  const why = whyReadOnly(term)
  if (why) throw refusal(why)
  const proposals = await gridProposals(ctx, grid, term_id)
  const { columns: samples } = await gridSamples(ctx, { grid, term_id, all: true })
  return inThread({ scene: { grid, proposals, samples, ticks }, policy }, cancelled)
}
