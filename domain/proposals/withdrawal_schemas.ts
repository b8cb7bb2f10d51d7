import { z } from 'zod'
import { instant } from '../endpoint.ts'
import { multiLine } from '../input_schemas.ts'
import { REQUIRED } from '../text.ts'

const REASON_LENGTH = 2000
/** Why a proposer withdraws, or why the office refuses it. */
export const WithdrawalReason = z.object({ reason: multiLine({ max: REASON_LENGTH, required: REQUIRED }) })

/** The last withdrawal of a proposal; `granted` is null until the office has decided. */
export const Withdrawal = z.object({
  reason: z.string(),
  asked_at: instant,
  decided_at: instant.nullable(),
  granted: z.boolean().nullable(),
  /** What the office says to a refusal. */
  answer: z.string(),
})
export type Withdrawal = z.infer<typeof Withdrawal>
