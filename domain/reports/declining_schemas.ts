import { z } from 'zod'
import { multiLine } from '../input_schemas.ts'
import { REQUIRED } from '../text.ts'
import { DECLINE_REASON_NAMES } from './declining.ts'

/** What a reviewer states when accepting a request. */
export const AcceptInput = z.object({ no_conflict: z.literal(true, REQUIRED) })

const NOTE_LENGTH = 1000
const note = multiLine({ max: NOTE_LENGTH })

export const DeclineInput = z
  .object({
    reason: z.enum(DECLINE_REASON_NAMES, REQUIRED),
    note,
    /** Whom the reviewer suggests instead. */
    suggestion: note,
  })
  .refine(({ reason, note }) => reason !== 'other' || note !== '', { error: REQUIRED, path: ['note'] })
export type DeclineInput = z.output<typeof DeclineInput>

/** Why the reviewer declined, where they said so; for staff alone. */
export const declineFields = {
  decline_reason: z.enum(DECLINE_REASON_NAMES).nullable(),
  decline_note: z.string(),
  decline_suggestion: z.string(),
  /** The reason is a conflict of interest that was stated without signing in, and is not confirmed yet. */
  conflict_stated: z.boolean(),
}
