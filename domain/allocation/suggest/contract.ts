import { z } from 'zod'
import { id } from '../../endpoint.ts'
import { idChoice } from '../../filters.ts'
import { wholeNumber } from '../../input_schemas.ts'
import { MAX_ITEMS } from '../grid.ts'
import { POLICIES } from './policy.ts'

/** What a suggestion is asked for; `items` is what stands ticked on the person's screen, absent is what is saved. */
export const SuggestionWish = z.object({
  grid: wholeNumber().pipe(z.literal([1, 2, 3, 4])),
  policy: z.enum(POLICIES),
  term_id: idChoice,
  items: z
    .array(z.object({ sample_id: id, proposal_id: id, priority: id.nullish() }))
    .max(MAX_ITEMS)
    .optional(),
})
export type SuggestionWish = z.output<typeof SuggestionWish>

/** A sample that could be ticked to answer the request of this priority, and why it is this one. */
export const Suggested = z.object({
  sample_id: z.number(),
  proposal_id: z.number(),
  priority: z.number(),
  reason: z.string(),
})
export type Suggested = z.infer<typeof Suggested>

/** A request that `missing` samples are still wanting for, and why. */
export const Unserved = z.object({
  proposal_id: z.number(),
  priority: z.number(),
  missing: z.number(),
  reason: z.string(),
})
export type Unserved = z.infer<typeof Unserved>

/** A whole allocation as advice; `benefit` is the sum over its items. Refused: result 0 and the reason. */
export const Suggestion = z.object({
  result: z.literal(1),
  items: z.array(Suggested),
  unserved: z.array(Unserved),
  benefit: z.number(),
  /** How large the question was: samples still asked for, samples free, and pairs of the two that fit. */
  size: z.object({ asked: z.number(), free: z.number(), pairs: z.number() }),
})
export type Suggestion = z.infer<typeof Suggestion>
export const SuggestionReply = z.union([Suggestion, z.object({ result: z.literal(0), message: z.string() })])

/** How far a suggestion is, in a sentence; `share` from 0 to 1 where it can be told. */
export const SuggestionProgress = z.object({ text: z.string(), share: z.number().nullable() })
export type SuggestionProgress = z.infer<typeof SuggestionProgress>

/** A line before the last. */
export const ProgressLine = z.object({ progress: SuggestionProgress })
