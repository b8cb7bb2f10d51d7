import { z } from 'zod'
import { office, reviewers } from '../access.ts'
import { byId, get, id, instant, Outcome, post, put } from '../endpoint.ts'
import { idChoice } from '../filters.ts'
import { multiLine } from '../input_schemas.ts'
import { REQUIRED } from '../text.ts'

export const REASON_LENGTH = 1000

/** What a conflict of interest comes from. */
export const CONFLICT_KINDS = {
  declared: 'Declared',
  proposer: 'Proposer',
  collaborator: 'Collaborator',
  former_collaborator: 'Collaborator on a submitted version',
} as const
export type ConflictKind = keyof typeof CONFLICT_KINDS

/** A conflict of interest of a user with a proposal; `id`, `declared_by` and `created_at` are those of a declared one. */
export const Conflict = z.object({
  id: z.number().nullable(),
  kind: z.enum(Object.keys(CONFLICT_KINDS) as [ConflictKind, ...ConflictKind[]]),
  proposal_id: z.number(),
  term_id: z.number(),
  title: z.string(),
  user_id: z.number(),
  name: z.string(),
  reason: z.string(),
  declared_by: z.string().nullable(),
  created_at: instant.nullable(),
  /** Why, by whom and when it was judged not to be a conflict; `by` is null for the command line. */
  lifted: z.object({ reason: z.string(), by: z.string().nullable(), at: instant }).nullable(),
})
export type Conflict = z.infer<typeof Conflict>

/** A conflict with a proposal: the sender's own, or for the office another user's (`user_id`). */
export const ConflictInput = z.object({
  proposal_id: id,
  user_id: id.optional(),
  reason: multiLine({ max: REASON_LENGTH, required: REQUIRED }),
})
export type ConflictInput = z.output<typeof ConflictInput>

const liftReason = multiLine({ max: REASON_LENGTH, required: REQUIRED })

/** A conflict of another user that the office judges not to be one. */
export const ConflictLiftInput = z.object({ proposal_id: id, user_id: id, reason: liftReason })
export type ConflictLiftInput = z.output<typeof ConflictLiftInput>

export const conflicts = {
  /** The viewer's own declared ones; for one proposal the office sees all, declared or not. */
  list: get('/api/conflicts', reviewers, {
    query: z.object({ proposal_id: idChoice }),
    reply: z.array(Conflict),
  }),
  declare: post('/api/conflicts', reviewers, {
    body: ConflictInput,
    reply: Outcome,
    mails: ['conflict_declared'],
  }),
  /** Lifts a declared conflict. */
  takeBack: put('/api/conflicts/delete/:id', office, {
    params: byId,
    body: z.object({ reason: liftReason }),
    reply: Outcome,
  }),
  /** Lifts a conflict that comes from the proposal's collaborators. */
  lift: put('/api/conflicts/lift', office, { body: ConflictLiftInput, reply: Outcome }),
}
