import { z } from 'zod'
import { office, reviewers } from '../access.ts'
import { byId, get, id, instant, Outcome, post, put } from '../endpoint.ts'
import { idChoice } from '../filters.ts'
import { multiLine } from '../input_schemas.ts'
import { REQUIRED } from '../text.ts'

export const REASON_LENGTH = 1000

/** A declared conflict of interest of a user with a proposal. */
export const Conflict = z.object({
  id: z.number(),
  proposal_id: z.number(),
  term_id: z.number(),
  title: z.string(),
  user_id: z.number(),
  name: z.string(),
  reason: z.string(),
  declared_by: z.string(),
  created_at: instant,
})
export type Conflict = z.infer<typeof Conflict>

/** A conflict with a proposal: the sender's own, or for the office another user's (`user_id`). */
export const ConflictInput = z.object({
  proposal_id: id,
  user_id: id.optional(),
  reason: multiLine({ max: REASON_LENGTH, required: REQUIRED }),
})
export type ConflictInput = z.output<typeof ConflictInput>

export const conflicts = {
  /** The viewer's own; for one proposal the office sees all. */
  list: get('/api/conflicts', reviewers, {
    query: z.object({ proposal_id: idChoice }),
    reply: z.array(Conflict),
  }),
  declare: post('/api/conflicts', reviewers, {
    body: ConflictInput,
    reply: Outcome,
    mails: ['conflict_declared'],
  }),
  takeBack: put('/api/conflicts/delete/:id', office, { params: byId, reply: Outcome }),
}
