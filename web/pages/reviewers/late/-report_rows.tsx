import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import { groupBy } from '#domain/group_by.ts'
import type { LateReport } from '#domain/reports/contract.ts'
import { daysLeft } from '#domain/reports/due.ts'
import { utcDay } from '#domain/reports/reminders.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { LinkButton, ScreenLink } from '#web/ui/actions/links.tsx'
import { ReportChip } from '#web/ui/report/report_status.tsx'
import classes from './late.module.css'

interface RowsProps {
  reports: readonly LateReport[]
  /** Null for those who only read. */
  choice: ReportSelection | null
}

/** A row a report, by their reviewers. */
export const ReportRows = ({ reports, choice }: RowsProps) => (
  <table
    className={classes.table}
    aria-label="Late reports by reviewer"
    data-ticks={choice !== null || undefined}
  >
    <thead>
      <tr>
        {choice && (
          <td className={classes.tick}>
            <SelectBox name="all" of={reports} choice={choice} />
          </td>
        )}
        <th scope="col">Reviewer, Proposal</th>
        <th scope="col">Status</th>
        <th scope="col">Asked on</th>
        <th scope="col">Due</th>
        <th scope="col">Days late</th>
        <th scope="col">Last reminder</th>
      </tr>
    </thead>
    {[...groupBy(reports, ({ reviewer }) => reviewer.id).values()].map((of) => (
      <tbody key={of[0]!.reviewer.id}>
        <Reviewer of={of} choice={choice} />
        {of.map((report) => (
          <Report key={report.id} of={report} choice={choice} />
        ))}
      </tbody>
    ))}
  </table>
)

interface SelectBoxProps {
  name: string
  of: readonly LateReport[]
  choice: ReportSelection
}

function SelectBox({ name, of, choice }: SelectBoxProps) {
  const open = of.filter(canRemind)
  const on = open.filter(choice.has).length
  return (
    <Checkbox
      size="xs"
      aria-label={`Select ${name}`}
      title={open.length === 0 ? (of[0]?.why_not_remind ?? undefined) : undefined}
      disabled={open.length === 0}
      checked={on > 0 && on === open.length}
      indeterminate={on > 0 && on < open.length}
      onChange={(event) => choice.select(open, event.currentTarget.checked)}
    />
  )
}

function Reviewer({ of, choice }: { of: readonly LateReport[]; choice: ReportSelection | null }) {
  const { reviewer } = of[0]!
  return (
    <tr className={classes.reviewer}>
      {choice && (
        <td className={classes.tick}>
          <SelectBox name={reviewer.name} of={of} choice={choice} />
        </td>
      )}
      <th scope="rowgroup" className={classes.cut} title={`${reviewer.name}, ${reviewer.affiliation}`}>
        {reviewer.name} <span className={classes.quiet}>{reviewer.affiliation}</span>
      </th>
      <td colSpan={4} className={classes.summary}>
        {summary(of)} <span className={classes.quiet}>· {reviewer.submitted} submitted</span>
      </td>
      <td className={classes.detail}>
        <LinkButton
          to={address('/reviewers/detail/$id', { id: reviewer.id })}
          size="compact-xs"
          variant="default"
          aria-label={`DETAIL ${reviewer.name}`}
        >
          DETAIL
        </LinkButton>
      </td>
    </tr>
  )
}

/** '2 late, 1 not answered'. */
function summary(of: readonly LateReport[]): string {
  const asks = (what: 'answer' | 'review') =>
    of.filter(({ status }) => reportStatus.of(status).reminder === what).length
  const late = of[0]!.days_late > 0
  return [
    asks('review') > 0 && `${asks('review')} ${late ? 'late' : 'to come'}`,
    asks('answer') > 0 && `${asks('answer')} not answered`,
  ]
    .filter(Boolean)
    .join(', ')
}

function Report({ of: report, choice }: { of: LateReport; choice: ReportSelection | null }) {
  const { proposal, status, why_not_remind } = report
  const name = `${proposal.id}: ${proposal.title}`
  const [last, today] = lastReminder(report)
  return (
    <tr className={classes.report}>
      {choice && (
        <td className={classes.tick}>
          <SelectBox name={name} of={[report]} choice={choice} />
        </td>
      )}
      <td className={classes.title}>
        <div className={classes.cut} title={name}>
          <span className={classes.quiet}>{proposal.id}:</span>{' '}
          <ScreenLink to={address('/proposals/detail/$id', { id: proposal.id }, { tab: 'tab-3' })} inherit>
            {proposal.title}
          </ScreenLink>
        </div>
        {choice && why_not_remind !== null && !today && <div className={classes.why}>{why_not_remind}</div>}
      </td>
      <td>
        <ReportChip status={status} />
      </td>
      <td data-label="asked">{dayText(report.requested_at)}</td>
      <td data-label="due">{dayText(report.due_at)}</td>
      <td>
        {reportStatus.of(status).reminder === 'answer' ? unansweredText(report) : <Lateness of={report} />}
      </td>
      <td data-label="reminded">{today ? 'today' : last}</td>
    </tr>
  )
}

const Lateness = ({ of: report }: { of: LateReport }) => (
  <span className={report.days_late > 0 ? classes.late : undefined}>{latenessText(report)}</span>
)

/** What is ticked of the reports that are shown; only what can be reminded of takes a tick. */
interface ReportSelection {
  chosen: readonly LateReport[]
  has: (report: LateReport) => boolean
  select: (reports: readonly LateReport[], on: boolean) => void
  clear: () => void
}

const canRemind = ({ why_not_remind }: LateReport) => why_not_remind === null

export function useReportSelection(shown: readonly LateReport[]): ReportSelection {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const has = (report: LateReport) => ticked.has(report.id) && canRemind(report)
  return {
    chosen: shown.filter(has),
    has,
    select: (reports, on) =>
      setTicked((before) => {
        const after = new Set(before)
        for (const { id } of reports) on ? after.add(id) : after.delete(id)
        return after
      }),
    clear: () => setTicked(new Set()),
  }
}

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`

/** The UTC day of an instant, in which reports are due; '-' for none. */
const dayText = (at: string | null) => (at === null ? '-' : utcDay(at))

/** How late a report is: '4 days late', or '12 days left'. */
function latenessText({ due_at, days_late }: LateReport): string {
  if (days_late > 0) return `${days(days_late)} late`
  const left = daysLeft(due_at, new Date())
  return left <= 0 ? 'today' : `${days(left)} left`
}

/** For how long a request has not been answered: 'no answer, 38 days'. */
const unansweredText = ({ requested_at }: LateReport) =>
  requested_at === null ? 'no answer' : `no answer, ${days(-daysLeft(requested_at, new Date()))}`

/** The day of the last reminder, 'never' before the first; and whether it is today. */
function lastReminder({ reminded_at }: LateReport): [text: string, today: boolean] {
  if (reminded_at === null) return ['never', false]
  return [utcDay(reminded_at), utcDay(reminded_at) === utcDay(new Date())]
}

const countText = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** '5 reviewers, 12 reports'. */
export const selectionText = (reports: readonly LateReport[]) =>
  `${countText(groupBy(reports, ({ reviewer }) => reviewer.id).size, 'reviewer')}, ${countText(reports.length, 'report')}`
