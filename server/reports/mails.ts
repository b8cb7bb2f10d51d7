import { address } from '#domain/address.ts'
import type { MailKind } from '#domain/mail_kinds.ts'
import { linkTo, mailText } from '#domain/mail_text.ts'
import { type DeclineInput, declineText } from '#domain/reports/declining.ts'
import {
  DECLINE_FOR_CONFLICT,
  dueLines,
  proposalLine,
  REMINDER_SUBJECT,
  type ReportSubject,
  reminderText,
} from '#domain/reports/reminders.ts'
import type { ReportStatus } from '#domain/reports/status.ts'
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

/** Requests any number of reviews from a reviewer. */
export const requestMail = (config: Config, reviewer: Reviewer, reports: readonly ReportSubject[]): Mail => ({
  kind: 'review_request',
  proposal_ids: proposalsOf(...reports),
  recipients: [reviewer.email],
  subject: 'Request to review proposals',
  body: mailText(
    config,
    reviewer.name,
    `We would be grateful if you would review the following ${reports.length === 1 ? 'proposal' : 'proposals'}:`,
    dueLines(config, reports),
    `Please accept or decline ${reports.length === 1 ? 'it' : 'each of them'} there, or on the dashboard:\n${linkTo(config, address('/'))}`,
    DECLINE_FOR_CONFLICT,
  ),
})

/** Reminds a reviewer of open reports. */
export const reminderMail = (
  config: Config,
  reviewer: Reviewer,
  reports: readonly (ReportSubject & { status: ReportStatus })[],
): Mail => ({
  kind: 'review_reminder',
  proposal_ids: proposalsOf(...reports),
  recipients: [reviewer.email],
  subject: REMINDER_SUBJECT,
  body: reminderText(config, reviewer.name, reports),
})

const toReviewer =
  (kind: MailKind, subject: string, ...text: string[]) =>
  (config: Config, reviewer: Reviewer & ReportSubject, ...more: string[]): Mail => ({
    kind,
    proposal_ids: [reviewer.proposal_id],
    recipients: [reviewer.email],
    subject,
    body: mailText(config, reviewer.name, ...text, proposalLine(reviewer), ...more),
  })

export const declinedMail = toReviewer(
  'review_declined',
  'Review request withdrawn',
  'The administration office has withdrawn its request to review this proposal; no further action is needed:',
)

/** The last argument is the line with the reason. */
export const withdrawnMail = toReviewer(
  'review_withdrawn',
  'Your review was withdrawn',
  'The administration office has withdrawn your review of this proposal; no further action is needed:',
)

/** Does not say that the proposal has its score. */
export const closedMail = toReviewer(
  'review_closed',
  'Your report is no longer needed',
  'The review of this proposal is closed. Your report on it is no longer needed, and nothing is expected from you:',
)

const reopenedMail = toReviewer(
  'report_cancelled',
  'Your report was reopened',
  'The administration office has reopened your submitted report. Please edit it and submit it again:',
)
export const cancelledMail = (config: Config, report: Reviewer & ReportSubject) =>
  reopenedMail(config, report, linkTo(config, address('/reports/edit/$id', { id: report.id })))

const receiptMail = toReviewer(
  'report_received',
  'Your report was received',
  'Thank you. We have received your report on this proposal; no further action is needed:',
)

export const receivedMail = (config: Config, report: Reviewer & ReportSubject) =>
  receiptMail(config, report, linkTo(config, address('/reports/detail/$id', { id: report.id })))

/** The reason of a declined request, with whom the reviewer suggests instead. */
const reasonText = ({ reason, note, suggestion }: DeclineInput) =>
  declineText({ decline_reason: reason, decline_note: note, decline_suggestion: suggestion })!

/** Tells the office that a reviewer has accepted or declined reviews. */
export const answerMail = (
  config: Config,
  recipients: string[],
  reviewer: Reviewer,
  answer: 'accepted' | 'declined',
  reports: readonly ReportSubject[],
  decline?: DeclineInput,
): Mail => ({
  kind: answer === 'accepted' ? 'review_accepted' : 'review_declined_by_reviewer',
  proposal_ids: proposalsOf(...reports),
  recipients,
  subject: `Reviews ${answer} by ${reviewer.name}`,
  body: mailText(
    config,
    'administration office',
    `${reviewer.name} (${reviewer.email}) has ${answer} ${reports.length === 1 ? 'this review' : 'these reviews'}:`,
    linesForOffice(config, reports),
    ...(decline ? [reasonText(decline)] : []),
    ...(answer === 'declined' ? ['You can add other reviewers in the Review tab of each proposal.'] : []),
  ),
})
