import { z } from 'zod'
import { instant } from '../endpoint.ts'
import { proposalStatus } from './status.ts'

/** What Submit needs and the proposal has not: the form's field, its label, and the id of its control in the form. */
export const Missing = z.object({ field: z.string(), label: z.string(), anchor: z.string() })
export type Missing = z.infer<typeof Missing>

/** How far the proposer's proposal of the current term is. */
export const OwnState = z.object({
  id: z.number(),
  title: z.string(),
  status: z.literal(proposalStatus.codes),
  version: z.number(),
  registered_at: instant,
  /** When it was last saved; null before its proposer begins it. */
  saved_at: instant.nullable(),
  submitted_at: instant.nullable(),
  missing: z.array(Missing),
  /** Rows of the sample table, and the mg that they ask for in all. */
  samples: z.number(),
  mg: z.number(),
  collaborators: z.number(),
  is_unlocked: z.boolean(),
  why_not_edit: z.string().nullable(),
  why_not_submit: z.string().nullable(),
  /** Until when it can be changed; null when it can not, or when it is unlocked after the deadline. */
  editable_until: instant.nullable(),
})
export type OwnState = z.infer<typeof OwnState>

/** What the proposer's first screen shows; `proposal` is null for who has none in this term. */
export const ProposerState = z.object({
  proposals_open_at: instant,
  proposals_close_at: instant,
  reviews_due_at: instant,
  proposal: OwnState.nullable(),
})
export type ProposerState = z.infer<typeof ProposerState>
