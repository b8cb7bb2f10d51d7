import { z } from 'zod'
import { id } from '../../endpoint.ts'
import { idChoice } from '../../filters.ts'
import { wholeNumber } from '../../input_schemas.ts'
import { MAX_ITEMS } from '../grid.ts'
import { POLICIES } from './policy.ts'

const items = z
  .array(z.object({ sample_id: id, proposal_id: id, priority: id.nullish() }))
  .max(MAX_ITEMS)
  .optional()

/**
 * `items`: the unconfirmed assignments of the grid on the screen, saved or not; `others`: those of the other grids. Without
 * them the saved ones are used.
 */
export const SuggestionRequest = z.object({
  grid: wholeNumber().pipe(z.literal([1, 2, 3, 4])),
  policy: z.enum(POLICIES),
  term_id: idChoice,
  items,
  others: items,
})
export type SuggestionRequest = z.output<typeof SuggestionRequest>

/** A sample suggested for the request of this priority, and why. */
export const Suggested = z.object({
  sample_id: z.number(),
  proposal_id: z.number(),
  priority: z.number(),
  reason: z.string(),
  /** Other proposals without a global score that ask for the sample by name. */
  unscored: z.array(z.number()),
})
export type Suggested = z.infer<typeof Suggested>

/** A request that lacks `missing` samples, and why. */
export const Unserved = z.object({
  proposal_id: z.number(),
  priority: z.number(),
  missing: z.number(),
  reason: z.string(),
})
export type Unserved = z.infer<typeof Unserved>

/** A suggested allocation; `benefit` is the sum over its items. */
export const Suggestion = z.object({
  result: z.literal(1),
  items: z.array(Suggested),
  unserved: z.array(Unserved),
  benefit: z.number(),
  /** Size of the problem: samples still requested, free samples, and fitting pairs of the two. */
  size: z.object({ asked: z.number(), free: z.number(), pairs: z.number() }),
})
export type Suggestion = z.infer<typeof Suggestion>
export const SuggestionReply = z.union([Suggestion, z.object({ result: z.literal(0), message: z.string() })])

/** Progress in words; `share` is between 0 and 1, or null when unknown. */
export const SuggestionProgress = z.object({ text: z.string(), share: z.number().nullable() })
export type SuggestionProgress = z.infer<typeof SuggestionProgress>

/** Progress event; the last line of the stream is a `SuggestionReply`. */
export const ProgressLine = z.object({ progress: SuggestionProgress })
