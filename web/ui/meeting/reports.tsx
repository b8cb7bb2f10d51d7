import { VisuallyHidden } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { labelOf } from '#domain/masters/values.ts'
import { totalsOf } from '#domain/reports/averages.ts'
import { CRITERIA, reportFields } from '#domain/reports/fields.ts'
import type { ReportOnProposal } from '#domain/reports/report.ts'
import { REPORTS_WITHHELD } from '#domain/reports/rules.ts'
import { isHandedIn } from '#domain/reports/status.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { figure } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { ScoreSquare, Spread } from '../text/score.tsx'
import classes from './reports.module.css'

/** The submitted reports, which a meeting discusses. */
export const submittedReports = ({ reports }: Pick<StaffProposal, 'reports'>) =>
  reports.filter(({ status }) => isHandedIn(status))

/** Average total, spread, adjusted score and expected rank on one line. */
export function TotalsLine({ proposal }: { proposal: Pick<StaffProposal, 'id' | 'term_id' | 'reports'> }) {
  const order = useCall(
    api.staff.adjusted,
    { query: { term_id: String(proposal.term_id) } },
    { own: 'all' },
  ).data
  const totals = totalsOf(proposal.reports)
  const estimate = order?.proposals.find(({ id }) => id === proposal.id)
  const mean = totals.reduce((sum, total) => sum + total, 0) / totals.length
  return (
    <div className={classes.totals}>
      <span>
        Total <b>{totals.length === 0 ? '-' : figure(mean, 2)}</b>
      </span>
      <span>
        Spread <Spread totals={totals} />
      </span>
      {estimate && (
        <span>
          Adjusted <b>{figure(estimate.adjusted, 1)}</b>
        </span>
      )}
      {estimate && (
        <span>
          Expected rank <b>{figure(Math.round(estimate.expected))}</b>
          {`, ${estimate.low} to ${estimate.high}`}
        </span>
      )}
    </div>
  )
}

const CRITERION_NAMES = { science: 'Science', technical: 'Technical' }

/** The submitted reports one below the other, strengths beside weaknesses. */
export function ReportBlocks({
  proposal,
}: {
  proposal: Pick<StaffProposal, 'reports' | 'reports_withheld'>
}) {
  if (proposal.reports_withheld) return <p className={classes.none}>{REPORTS_WITHHELD}</p>
  const reports = submittedReports(proposal)
  if (reports.length === 0) return <p className={classes.none}>No report has been submitted.</p>
  return reports.map((report) => (
    <article key={report.id} className={classes.report} aria-label={`Report of ${report.user.name}`}>
      <header>
        <span className={classes.who}>
          <b>{report.user.name}</b> <span>{report.user.affiliation}</span>
        </span>
        {CRITERIA.map((criterion) => (
          <Score key={criterion} label={CRITERION_NAMES[criterion]} score={report[`${criterion}_score`]} />
        ))}
      </header>
      <div className={classes.comments}>
        {CRITERIA.map((criterion) => (
          <Comments key={criterion} of={report} criterion={criterion} />
        ))}
      </div>
    </article>
  ))
}

const Score = ({ label, score }: { label: string; score: number | null }) => (
  <span className={classes.score}>
    {label} <ScoreSquare score={score} />{' '}
    {score !== null && (
      <span className={classes.word} aria-hidden>
        {labelOf('score_list', score)}
      </span>
    )}
  </span>
)

function Comments({ of: report, criterion }: { of: ReportOnProposal; criterion: (typeof CRITERIA)[number] }) {
  const [strength, weakness] = [`${criterion}_comment_strength`, `${criterion}_comment_weakness`] as const
  if (!report[strength] && !report[weakness]) return null
  return (
    <>
      <span className={classes.criterion}>{CRITERION_NAMES[criterion]}</span>
      <Comment label={reportFields[strength].label} sign={<IconPlus size={13} aria-hidden />}>
        {report[strength]}
      </Comment>
      <Comment label={reportFields[weakness].label} sign={<IconMinus size={13} aria-hidden />}>
        {report[weakness]}
      </Comment>
    </>
  )
}

const Comment = ({ label, sign, children }: { label: string; sign: ReactNode; children: string }) => (
  <p title={label}>
    {children && (
      <>
        {sign}
        <span>
          <VisuallyHidden>{`${label}: `}</VisuallyHidden>
          {children}
        </span>
      </>
    )}
  </p>
)
