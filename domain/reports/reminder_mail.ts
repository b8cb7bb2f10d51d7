import { address } from '../address.ts'
import { type Installation, letter, linkTo } from '../letter.ts'
import { termLabel } from '../masters/values.ts'
import { utc } from '../terms/rules.ts'
import { type ReportStatus, reportStatus } from './status.ts'

/** What a mail says of a report: its proposal. */
export interface About {
  proposal_id: number
  title: string
  term_id: number
  reviews_due_at: string
}

/** A report's proposal as mails name it: 'AO7, proposal 75: Carbonate veins'. */
export const named = ({ term_id, proposal_id, title }: About) =>
  `${termLabel(term_id)}, proposal ${proposal_id}: ${title}`

/** Reports as lines of a mail, each with the time when it is due. */
export const listDue = (reports: readonly About[]) =>
  reports.map((report) => `- ${named(report)} (report due by ${utc(report.reviews_due_at)})`).join('\n')

/** What the subject line of a reminder says. */
export const REMINDER_SUBJECT = 'Reminder: reviews of proposals'

/** The text of the one mail that reminds a reviewer of these reports; the screen shows it before it is sent. */
export function reminderText(
  installation: Installation,
  name: string,
  reports: readonly (About & { status: ReportStatus })[],
): string {
  const to = (what: 'answer' | 'review') =>
    reports.filter(({ status }) => reportStatus.of(status).reminder === what)
  const section = (heading: string, due: readonly About[]) => (due.length > 0 ? [heading, listDue(due)] : [])
  return letter(
    installation,
    name,
    ...section('These reviews wait for your answer. Accept or decline them on the dashboard:', to('answer')),
    ...section('These reports wait to be submitted:', to('review')),
    linkTo(installation, address('/')),
  )
}
