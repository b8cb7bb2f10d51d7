import { address } from '../address.ts'
import type { ValuesOf } from '../mail_merge.ts'
import { type Installation, linkTo } from '../mail_text.ts'
import type { SettingValues } from '../masters/settings.ts'
import { termLabel } from '../masters/values.ts'
import { durationText } from '../session/durations.ts'
import { formatUtc, type Term } from '../terms/rules.ts'
import { DAY_MS, utcDay } from './due.ts'
import type { reportTemplates } from './mail_templates.ts'
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
export const proposalLine = ({
  term_id,
  proposal_id,
  title,
}: Pick<ReportSubject, 'term_id' | 'proposal_id' | 'title'>) =>
  `${termLabel(term_id)}, proposal ${proposal_id}: ${title}`

/** Reports as lines of a mail, each with its deadline and links; `links` are the lines with links of one report. */
const reportLines = (
  reports: readonly ReportSubject[],
  links: (report: ReportSubject) => readonly string[],
): string =>
  reports
    .map((report) =>
      [
        `- ${proposalLine(report)}`,
        `  Report due by ${formatUtc(report.reviews_due_at)}`,
        ...links(report).map((line) => `  ${line}`),
      ].join('\n'),
    )
    .join('\n')

const reportsToWrite = (installation: Installation, reports: readonly ReportSubject[]) =>
  reportLines(reports, ({ id }) => [linkTo(installation, address('/reports/edit/$id', { id }))])

/** The tokens of the links with which requests are answered, by report. */
export type AnswerTokens = ReadonlyMap<number, string>

/** Requests as lines of a mail, each with its deadline, the link that answers it, and one to read the proposal. */
export const requestLines = (
  installation: Installation,
  reports: readonly ReportSubject[],
  tokens: AnswerTokens,
) =>
  reportLines(reports, ({ id }) => [
    'Accept or decline, without signing in:',
    tokens.has(id)
      ? linkTo(installation, address('/reports/answer/$token', { token: tokens.get(id)! }))
      : '(a personal link, made when the e-mail is sent)',
    'Read the whole proposal, after signing in:',
    linkTo(installation, address('/reports/detail/$id', { id })),
  ])

/** What a reminder to one reviewer says; the screen shows it, without tokens, before it is sent. */
export function reminderValues(
  installation: Installation,
  name: string,
  reports: readonly (ReportSubject & { status: ReportStatus })[],
  tokens: AnswerTokens = new Map(),
): ValuesOf<(typeof reportTemplates)['review_reminder']> {
  const to = (what: 'answer' | 'review') =>
    reports.filter(({ status }) => reportStatus.of(status).reminder === what)
  return {
    name,
    requests: requestLines(installation, to('answer'), tokens),
    valid_for: durationText('answer_link'),
    reports: reportsToWrite(installation, to('review')),
    link: linkTo(installation, address('/')),
  }
}
