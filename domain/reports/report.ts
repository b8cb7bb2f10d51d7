import { z } from 'zod'
import { instant } from '../endpoint.ts'
import { REPORT_ACCEPTED, type ReportStatus, reportStatus } from './status.ts'

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

/** A report among those that are gone through one after the other. */
export interface NavigationEntry {
  id: number
  proposal_id: number
  status: ReportStatus
}

/** Where a report stands among them, from 1, with its neighbours and the next one that waits to be written, round the end. */
export function navigationAt(walk: readonly NavigationEntry[], id: number) {
  const at = walk.findIndex((one) => one.id === id)
  const next = [...walk.slice(at + 1), ...walk.slice(0, Math.max(at, 0))].find(
    ({ status }) => status === REPORT_ACCEPTED,
  )
  return {
    position: at + 1,
    count: walk.length,
    prevID: walk[at - 1]?.id ?? null,
    nextID: walk[at + 1]?.id ?? null,
    next_to_write: next ? { id: next.id, proposal_id: next.proposal_id } : null,
  }
}
