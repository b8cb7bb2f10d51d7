import { address } from '#domain/address.ts'
import { linkTo } from '#domain/mail_text.ts'
import { termLabel } from '#domain/masters/values.ts'
import { declineText } from '#domain/reports/declining.ts'
import type { DeclineInput } from '#domain/reports/declining_schemas.ts'
import { reportEntry } from '#domain/reports/due.ts'
import {
  type AnswerTokens,
  proposalLine,
  type ReportSubject,
  reminderValues,
  requestLines,
} from '#domain/reports/reminders.ts'
import type { ReportStatus } from '#domain/reports/status.ts'
import { durationText } from '#domain/session/durations.ts'
import { listNames } from '#domain/text.ts'
import { datesFile } from '../platform/calendar.ts'
import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/outbox/queries.ts'

interface Reviewer {
  name: string
  email: string
}

const proposalsOf = (...reports: readonly ReportSubject[]) => reports.map(({ proposal_id }) => proposal_id)
/** Reports as lines of a mail to the office, each with a link to the reports on its proposal. */
const linesForOffice = (config: Config, reports: readonly ReportSubject[]) =>
  reports
    .map(
      (report) =>
        `- ${proposalLine(report)}\n  ${linkTo(config, address('/proposals/detail/$id', { id: report.proposal_id }, { tab: 'tab-3' }))}`,
    )
    .join('\n')

/** The calls of the reports, and the day on which the first of them is due. */
const callAndDueDate = (reports: readonly ReportSubject[]) => ({
  call: listNames([...new Set(reports.map(({ term_id }) => termLabel(term_id)))], reports.length),
  due_date: reports
    .map(({ reviews_due_at }) => reviews_due_at)
    .sort()[0]!
    .slice(0, 10),
})

/** Requests any number of reviews from a reviewer, with a link to answer each, and with their due dates for a calendar. */
export const requestMail = (
  config: Config,
  reviewer: Reviewer,
  reports: readonly ReportSubject[],
  tokens: AnswerTokens,
  now: Date,
): Mail => ({
  template: 'review_request',
  proposal_ids: proposalsOf(...reports),
  recipients: [reviewer.email],
  values: {
    name: reviewer.name,
    proposals: requestLines(config, reports, tokens),
    ...callAndDueDate(reports),
    valid_for: durationText('answer_link'),
    link: linkTo(config, address('/')),
  },
  calendar: datesFile(
    config,
    reports.map((report) => ({ ...reportEntry(report), sequence: 0, stamp: now })),
  ),
})

/** Reminds a reviewer of open reports. */
export const reminderMail = (
  config: Config,
  reviewer: Reviewer,
  reports: readonly (ReportSubject & { status: ReportStatus })[],
  tokens: AnswerTokens,
): Mail => ({
  template: 'review_reminder',
  proposal_ids: proposalsOf(...reports),
  recipients: [reviewer.email],
  values: reminderValues(config, reviewer.name, reports, tokens),
})

const toReviewer = (report: Reviewer & ReportSubject) => ({
  proposal_ids: [report.proposal_id],
  recipients: [report.email],
})
const about = (report: Reviewer & ReportSubject) => ({ name: report.name, proposal: proposalLine(report) })

export const declinedMail = (report: Reviewer & ReportSubject): Mail => ({
  template: 'review_declined',
  ...toReviewer(report),
  values: about(report),
})

export const withdrawnMail = (report: Reviewer & ReportSubject, reason: string): Mail => ({
  template: 'review_withdrawn',
  ...toReviewer(report),
  values: { ...about(report), reason },
})

/** Does not say that the proposal has its score. */
export const closedMail = (report: Reviewer & ReportSubject): Mail => ({
  template: 'review_closed',
  ...toReviewer(report),
  values: about(report),
})

export const cancelledMail = (config: Config, report: Reviewer & ReportSubject): Mail => ({
  template: 'report_cancelled',
  ...toReviewer(report),
  values: { ...about(report), link: linkTo(config, address('/reports/edit/$id', { id: report.id })) },
})

export const receivedMail = (config: Config, report: Reviewer & ReportSubject): Mail => ({
  template: 'report_received',
  ...toReviewer(report),
  values: { ...about(report), link: linkTo(config, address('/reports/detail/$id', { id: report.id })) },
})

/** The reason of a declined request, with whom the reviewer suggests instead. */
const reasonText = ({ reason, note, suggestion }: DeclineInput, conflict_stated: boolean) =>
  declineText({
    decline_reason: reason,
    decline_note: note,
    decline_suggestion: suggestion,
    conflict_stated,
  })!

/** Tells the office that a reviewer has accepted or declined reviews. */
export const answerMail = (
  config: Config,
  recipients: string[],
  reviewer: Reviewer,
  answer: 'accepted' | 'declined',
  reports: readonly ReportSubject[],
  { decline, conflict_stated = false }: { decline?: DeclineInput; conflict_stated?: boolean } = {},
): Mail => {
  const envelope = { proposal_ids: proposalsOf(...reports), recipients }
  const values = {
    reviewer: reviewer.name,
    reviewer_email: reviewer.email,
    reports: linesForOffice(config, reports),
  }
  if (answer === 'accepted') return { template: 'review_accepted', ...envelope, values }
  const reason = decline ? reasonText(decline, conflict_stated) : ''
  return { template: 'review_declined_by_reviewer', ...envelope, values: { ...values, reason } }
}
