import { z } from 'zod'
import { reportStatus } from './status.ts'

/** How far a report is and what it came to: what the staff, the reviewer and the lists of both read of it. */
export const reportState = {
  id: z.number(),
  status: z.literal(reportStatus.codes),
  rank: z.number().nullable(),
  science_score: z.number().nullable(),
  technical_score: z.number().nullable(),
}

const reportReasons = {
  /** Why the viewer can not save or submit it, of what the server knows; null when it can be. */
  why_not_save: z.string().nullable(),
  why_not_submit: z.string().nullable(),
}
export type ReportReasons = { [N in keyof typeof reportReasons]: string | null }

/** A report whole, as whoever may read it reads it. */
export const reportText = {
  ...reportState,
  ...reportReasons,
  user_id: z.number(),
  science_comment_strength: z.string(),
  science_comment_weakness: z.string(),
  technical_comment_strength: z.string(),
  technical_comment_weakness: z.string(),
  /** Who of the staff saved or submitted it last on the reviewer's behalf. */
  on_behalf_by: z.string().nullable(),
  submitted_at: z.string().nullable(),
  version: z.number(),
}

/** A report as staff see it on the proposal. */
export const ReportOnProposal = z.object({
  ...reportText,
  user: z.object({ id: z.number(), name: z.string(), affiliation: z.string() }),
  proposal_id: z.number(),
})
export type ReportOnProposal = z.infer<typeof ReportOnProposal>
