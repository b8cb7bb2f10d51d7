import { z } from 'zod'
import { instant } from '../wire.ts'

/** A report that waits for its reviewer. */
export const OwnReport = z.object({
  id: z.number(),
  proposal_id: z.number(),
  title: z.string(),
  /** When the reviews of its term are due. */
  due_at: instant,
})
export type OwnReport = z.infer<typeof OwnReport>

/**
 * What waits for a reviewer: requests of every open term, all else of the current one. A report stands in one of
 * `answer`, `write` and `submit`, and perhaps in `rank` too; one that can not be changed any more stands in none.
 */
export const ReviewerState = z.object({
  due_at: instant,
  answer: z.array(OwnReport),
  /** Accepted, without both scores. */
  write: z.array(OwnReport),
  /** Accepted, with both scores. */
  submit: z.array(OwnReport),
  /** Accepted or submitted, without a rank. */
  rank: z.array(OwnReport),
  submitted: z.number(),
})
export type ReviewerState = z.infer<typeof ReviewerState>
