import { PassThrough } from 'node:stream'
import {
  ProgressLine,
  type Suggestion,
  SuggestionReply,
  type SuggestionWish,
} from '#domain/allocation/suggest/contract.ts'
import { LINES } from '#domain/allocation/suggest/policy.ts'
import { Fault, notFound, refusal } from '#domain/errors.ts'
import { whyReadOnly } from '#domain/terms/rules.ts'
import type { Ctx } from '../../platform/context.ts'
import { Attachment } from '../../platform/http/handlers.ts'
import { allTerms, requireCurrentTerm } from '../../terms/service.ts'
import { gridProposals, gridSamples } from '../service.ts'
import type { SuggestJob } from './suggest_worker.ts'
import { inThread } from './thread.ts'

/**
 * Who could be given what in a grid, as advice: nothing is written. Of a proposal that the actor has a conflict with it
 * says nothing. Refuses for a term that is closed, for there nobody can take it over.
 */
export const suggestion = async (
  ctx: Ctx,
  wish: SuggestionWish,
  cancelled: AbortSignal,
): Promise<Suggestion> => inThread(await jobOf(ctx, wish), cancelled)

/** The same in lines of JSON: how far it is, and last the reply. */
export async function suggestionInLines(ctx: Ctx, wish: SuggestionWish, cancelled: AbortSignal) {
  const job = await jobOf(ctx, wish)
  const lines = new PassThrough()
  const line = (value: unknown) => `${JSON.stringify(value)}\n`
  inThread(job, cancelled, (progress) => lines.write(line(ProgressLine.parse({ progress })))).then(
    (reply) => lines.end(line(SuggestionReply.parse(reply))),
    (error) =>
      error instanceof Fault ? lines.end(line({ result: 0, message: error.message })) : lines.destroy(error),
  )
  return new Attachment('suggestion.ndjson', LINES, lines)
}

/** What there is to decide, as the actor may see it. */
async function jobOf(
  ctx: Ctx,
  { grid, policy, term_id: asked, items: ticks }: SuggestionWish,
): Promise<SuggestJob> {
  const term_id = asked ?? (await requireCurrentTerm(ctx.db)).id
  const term = (await allTerms(ctx))[term_id]
  if (!term) throw notFound()
  const why = whyReadOnly(term)
  if (why) throw refusal(why)
  const proposals = await gridProposals(ctx, grid, term_id)
  const { columns: samples } = await gridSamples(ctx, { grid, term_id, all: true })
  return { scene: { grid, proposals, samples, ticks }, policy }
}
