import { address } from '../address.ts'
import { type Installation, linkTo, mailText } from '../mail_text.ts'
import type { SettingValues } from '../masters/settings.ts'
import { termLabel } from '../masters/values.ts'
import { formatUtc, type Term } from '../terms/rules.ts'
import { DAY_MS, utcDay } from './due.ts'
import { type ReportFacts, type ReviewerFacts, whyNotAwaited } from './rules.ts'
import { type ReportStatus, reportStatus } from './status.ts'

type Settings = Pick<SettingValues, 'reminders' | 'reminder_days_before' | 'reminder_days_after'>

/** UTC days since 1970. */
const dayOf = (instant: string | Date) => Math.floor(+new Date(instant) / DAY_MS)

/**
 * The UTC day (YYYY-MM-DD) of the automatic reminder that is due now, or null: a set number of days before or after the
 * UTC day on which reviews are due. A reminder is due until the end of the next UTC day, in case the server was down; when
 * two are due, the later one counts.
 */
export function reminderDue(
  { disabled, reviews_due_at }: Pick<Term, 'disabled' | 'reviews_due_at'>,
  { reminders, reminder_days_before, reminder_days_after }: Settings,
  now: Date,
): string | null {
  if (!reminders || disabled) return null
  const due = dayOf(reviews_due_at)
  const today = dayOf(now)
  const days = [due + reminder_days_after, due - reminder_days_before]
  const day = days.find((day) => day === today) ?? days.find((day) => day === today - 1)
  return day === undefined ? null : utcDay(new Date(day * DAY_MS))
}

/**
 * Why the office cannot remind of a selected report, or null: only of open reports, and once on a UTC day, so that a
 * selection that is sent twice sends one mail.
 */
export const whyNotRemind = (
  report: ReportFacts & { reminded_at: string | null },
  reviewer: ReviewerFacts,
  now: Date,
): string | null =>
  whyNotAwaited(report, reviewer) ??
  (report.reminded_at !== null && utcDay(report.reminded_at) === utcDay(now)
    ? 'The reviewer has already been reminded of this report today.'
    : null)

/** A report, as mails name it. */
export interface ReportSubject {
  id: number
  proposal_id: number
  title: string
  term_id: number
  reviews_due_at: string
}

/** 'AO7, proposal 75: Carbonate veins'. */
export const proposalLine = ({ term_id, proposal_id, title }: ReportSubject) =>
  `${termLabel(term_id)}, proposal ${proposal_id}: ${title}`

/** Reports as lines of a mail, each with its deadline and a link. */
export const dueLines = (
  installation: Installation,
  reports: readonly ReportSubject[],
  screen: '/reports/detail/$id' | '/reports/edit/$id' = '/reports/detail/$id',
) =>
  reports
    .map((report) =>
      [
        `- ${proposalLine(report)}`,
        `  Report due by ${formatUtc(report.reviews_due_at)}`,
        `  ${linkTo(installation, address(screen, { id: report.id }))}`,
      ].join('\n'),
    )
    .join('\n')

/** How a reviewer steps back, in mails that ask for an answer. */
export const DECLINE_FOR_CONFLICT =
  'If you have a conflict of interest with a proposal, please decline its review and give that as the reason.'

/** The subject line of a reminder. */
export const REMINDER_SUBJECT = 'Reminder: reviews of proposals'

/** The text of a reminder to one reviewer; the screen shows it before it is sent. */
export function reminderText(
  installation: Installation,
  name: string,
  reports: readonly (ReportSubject & { status: ReportStatus })[],
): string {
  const to = (what: 'answer' | 'review') =>
    reports.filter(({ status }) => reportStatus.of(status).reminder === what)
  const [answer, review] = [to('answer'), to('review')]
  return mailText(
    installation,
    name,
    ...(answer.length > 0
      ? [
          'You have not yet answered these review requests. Please accept or decline them:',
          dueLines(installation, answer),
          DECLINE_FOR_CONFLICT,
        ]
      : []),
    ...(review.length > 0
      ? ['These reports have not been submitted yet:', dueLines(installation, review, '/reports/edit/$id')]
      : []),
    `You will find all your reviews on the dashboard:\n${linkTo(installation, address('/'))}`,
  )
}
