import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import { groupBy } from '#domain/group_by.ts'
import type { LateReport } from '#domain/reports/contract.ts'
import { dayCount, daysLeft, utcDay } from '#domain/reports/due.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { LinkButton, ScreenLink } from '#web/ui/actions/links.tsx'
import { ReportChip } from '#web/ui/report/report_status.tsx'
import classes from './late.module.css'

interface RowsProps {
  reports: readonly LateReport[]
  /** Null for users who cannot send reminders. */
  selection: ReportSelection | null
}

/** One row per report, grouped by reviewer. */
export const ReportRows = ({ reports, selection }: RowsProps) => (
  <table
    className={classes.table}
    aria-label="Late reports by reviewer"
    data-selectable={selection !== null || undefined}
  >
    <thead>
      <tr>
        {selection && (
          <td className={classes.select}>
            <SelectBox name="all" of={reports} selection={selection} />
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
        <Reviewer of={of} selection={selection} />
        {of.map((report) => (
          <Report key={report.id} of={report} selection={selection} />
        ))}
      </tbody>
    ))}
  </table>
)

interface SelectBoxProps {
  name: string
  of: readonly LateReport[]
  selection: ReportSelection
}

function SelectBox({ name, of, selection }: SelectBoxProps) {
  const open = of.filter(canRemind)
  const on = open.filter(selection.has).length
  return (
    <Checkbox
      size="xs"
      aria-label={`Select ${name}`}
      title={open.length === 0 ? (of[0]?.why_not_remind ?? undefined) : undefined}
      disabled={open.length === 0}
      checked={on > 0 && on === open.length}
      indeterminate={on > 0 && on < open.length}
      onChange={(event) => selection.select(open, event.currentTarget.checked)}
    />
  )
}

function Reviewer({ of, selection }: { of: readonly LateReport[]; selection: ReportSelection | null }) {
  const { reviewer } = of[0]!
  return (
    <tr className={classes.reviewer}>
      {selection && (
        <td className={classes.select}>
          <SelectBox name={reviewer.name} of={of} selection={selection} />
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
  const countOf = (what: 'answer' | 'review') =>
    of.filter(({ status }) => reportStatus.of(status).reminder === what).length
  const late = of[0]!.days_late > 0
  return [
    countOf('review') > 0 && `${countOf('review')} ${late ? 'late' : 'outstanding'}`,
    countOf('answer') > 0 && `${countOf('answer')} not answered`,
  ]
    .filter(Boolean)
    .join(', ')
}

function Report({ of: report, selection }: { of: LateReport; selection: ReportSelection | null }) {
  const { proposal, status, why_not_remind } = report
  const name = `${proposal.id}: ${proposal.title}`
  const [last, today] = lastReminder(report)
  return (
    <tr className={classes.report}>
      {selection && (
        <td className={classes.select}>
          <SelectBox name={name} of={[report]} selection={selection} />
        </td>
      )}
      <td className={classes.title}>
        <div className={classes.cut} title={name}>
          <span className={classes.quiet}>{proposal.id}:</span>{' '}
          <ScreenLink to={address('/proposals/detail/$id', { id: proposal.id }, { tab: 'tab-3' })} inherit>
            {proposal.title}
          </ScreenLink>
        </div>
        {selection && why_not_remind !== null && !today && (
          <div className={classes.why}>{why_not_remind}</div>
        )}
      </td>
      <td>
        <ReportChip of={{ status, closed: false }} />
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

/** The selected reports among those shown; only reports that can be reminded of can be selected. */
interface ReportSelection {
  selected: readonly LateReport[]
  has: (report: LateReport) => boolean
  select: (reports: readonly LateReport[], on: boolean) => void
  clear: () => void
}

const canRemind = ({ why_not_remind }: LateReport) => why_not_remind === null

export function useReportSelection(shown: readonly LateReport[]): ReportSelection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const has = (report: LateReport) => ids.has(report.id) && canRemind(report)
  return {
    selected: shown.filter(has),
    has,
    select: (reports, on) =>
      setIds((before) => {
        const after = new Set(before)
        for (const { id } of reports) on ? after.add(id) : after.delete(id)
        return after
      }),
    clear: () => setIds(new Set()),
  }
}

/** The UTC day of an instant, or '-'. */
const dayText = (at: string | null) => (at === null ? '-' : utcDay(at))

/** '4 days late', or '12 days left'. */
function latenessText({ due_at, days_late }: LateReport): string {
  if (days_late > 0) return `${dayCount(days_late)} late`
  const left = daysLeft(due_at, new Date())
  return left <= 0 ? 'today' : `${dayCount(left)} left`
}

/** 'no answer, 38 days'. */
const unansweredText = ({ requested_at }: LateReport) =>
  requested_at === null ? 'no answer' : `no answer, ${dayCount(-daysLeft(requested_at, new Date()))}`

/** The day of the last reminder, or 'never'; and whether it is today. */
function lastReminder({ reminded_at }: LateReport): [text: string, today: boolean] {
  if (reminded_at === null) return ['never', false]
  return [utcDay(reminded_at), utcDay(reminded_at) === utcDay(new Date())]
}

const countText = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** '5 reviewers, 12 reports'. */
export const selectionText = (reports: readonly LateReport[]) =>
  `${countText(groupBy(reports, ({ reviewer }) => reviewer.id).size, 'reviewer')}, ${countText(reports.length, 'report')}`
