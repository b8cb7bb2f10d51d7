import { z } from 'zod'
import { instant } from '../endpoint.ts'
import { REPORT_ACTIONS } from '../undo/rules.ts'
import { declineFields } from './declining_schemas.ts'
import { byField } from './fields.ts'
import { REPORT_ACCEPTED, type ReportStatus, reportStatus } from './status.ts'

/** What is about to be done to a report, for the staff: it can still be undone. */
export const aboutTo = { about_to: z.enum(REPORT_ACTIONS).nullable() }

/** Status, rank and scores of a report, as lists and details return them. */
export const reportState = {
  id: z.number(),
  status: z.literal(reportStatus.codes),
  /** See `isClosed`. */
  closed: z.boolean(),
  rank: z.number().nullable(),
  science_score: z.number().nullable(),
  technical_score: z.number().nullable(),
}

const reportReasons = {
  /** Why the viewer cannot save or submit it, as far as the server knows; null when they can. */
  why_not_save: z.string().nullable(),
  why_not_submit: z.string().nullable(),
}
export type ReportReasons = { [N in keyof typeof reportReasons]: string | null }

/** A whole report. */
export const reportText = {
  ...reportState,
  ...reportReasons,
  user_id: z.number(),
  ...byField({ score: z.number().nullable(), comment: z.string() }),
  /** The member of the staff who last saved or submitted it on the reviewer's behalf. */
  on_behalf_by: z.string().nullable(),
  submitted_at: z.string().nullable(),
  version: z.number(),
}

/** A report as staff see it on the proposal. */
export const ReportOnProposal = z.object({
  ...reportText,
  ...declineFields,
  ...aboutTo,
  user: z.object({ id: z.number(), name: z.string(), affiliation: z.string() }),
  proposal_id: z.number(),
})
export type ReportOnProposal = z.infer<typeof ReportOnProposal>

/** A report that its reviewer has to work on. */
export const OwnReport = z.object({
  id: z.number(),
  proposal_id: z.number(),
  title: z.string(),
  /** When the reviews of its term are due. */
  due_at: instant,
  /** The reviewer has a conflict of interest with the proposal. */
  takes_part: z.boolean(),
})
export type OwnReport = z.infer<typeof OwnReport>

/**
 * A reviewer's open work: requests of every open term, everything else of the current term. A report is in at most one of
 * `answer`, `write` and `submit`, and may be in `rank` too; one that can no longer be changed is in none.
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
  /** Declined through a link for a conflict of interest that is not confirmed yet. */
  confirm: z.array(OwnReport),
  submitted: z.number(),
})
export type ReviewerState = z.infer<typeof ReviewerState>

/** A report in previous/next navigation. */
export interface NavigationEntry {
  id: number
  proposal_id: number
  status: ReportStatus
  closed: boolean
}

/** The position of a report from 1, its neighbours, and the next accepted report, continuing from the start. */
export function navigationAt(reports: readonly NavigationEntry[], id: number) {
  const at = reports.findIndex((report) => report.id === id)
  const next = [...reports.slice(at + 1), ...reports.slice(0, Math.max(at, 0))].find(
    ({ status, closed }) => status === REPORT_ACCEPTED && !closed,
  )
  return {
    position: at + 1,
    count: reports.length,
    prevID: reports[at - 1]?.id ?? null,
    nextID: reports[at + 1]?.id ?? null,
    next_to_write: next ? { id: next.id, proposal_id: next.proposal_id } : null,
  }
}
