import { Checkbox } from '@mantine/core'
import { address } from '#domain/address.ts'
import { groupBy } from '#domain/group_by.ts'
import type { LateReport } from '#domain/reports/contract.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { LinkButton, ScreenLink } from '#web/ui/actions/links.tsx'
import { ReportChip } from '#web/ui/report/chips.tsx'
import { canRemind, type ReportChoice } from './-choice.ts'
import { askedAgo, dayIn, lateness, reminded } from './-words.ts'
import classes from './late.module.css'

interface RowsProps {
  reports: readonly LateReport[]
  /** Null for those who only read. */
  choice: ReportChoice | null
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
            <Tick name="all" of={reports} choice={choice} />
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

interface TickProps {
  name: string
  of: readonly LateReport[]
  choice: ReportChoice
}

function Tick({ name, of, choice }: TickProps) {
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
      onChange={(event) => choice.tick(open, event.currentTarget.checked)}
    />
  )
}

function Reviewer({ of, choice }: { of: readonly LateReport[]; choice: ReportChoice | null }) {
  const { reviewer } = of[0]!
  return (
    <tr className={classes.reviewer}>
      {choice && (
        <td className={classes.tick}>
          <Tick name={reviewer.name} of={of} choice={choice} />
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

function Report({ of: report, choice }: { of: LateReport; choice: ReportChoice | null }) {
  const { proposal, status, why_not_remind } = report
  const name = `${proposal.id}: ${proposal.title}`
  const [last, today] = reminded(report)
  return (
    <tr className={classes.report}>
      {choice && (
        <td className={classes.tick}>
          <Tick name={name} of={[report]} choice={choice} />
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
      <td data-label="asked">{dayIn(report.requested_at)}</td>
      <td data-label="due">{dayIn(report.due_at)}</td>
      <td>{reportStatus.of(status).reminder === 'answer' ? askedAgo(report) : <Lateness of={report} />}</td>
      <td data-label="reminded">{today ? 'today' : last}</td>
    </tr>
  )
}

const Lateness = ({ of: report }: { of: LateReport }) => (
  <span className={report.days_late > 0 ? classes.late : undefined}>{lateness(report)}</span>
)
