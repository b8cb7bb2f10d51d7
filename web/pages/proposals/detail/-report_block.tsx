import { Title, VisuallyHidden } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { address } from '#domain/address.ts'
import { labelOf } from '#domain/masters/values.ts'
import type { ReportOnProposal } from '#domain/reports/report.ts'
import { reportStatus } from '#domain/reports/status.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { figure, time, zoneName } from '#web/lib/format/format.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { ReportChip } from '#web/ui/report/chips.tsx'
import { Due } from '#web/ui/report/due.tsx'
import { ReportActions } from '#web/ui/report/report_actions.tsx'
import { ScoreSquare } from '#web/ui/text/score.tsx'
import classes from './review.module.css'

interface ReportBlockProps {
  report: ReportOnProposal
  proposal: StaffProposal
}

/** One report: who, what was given, where it stands, what it says, and what can be done with it. */
export const ReportBlock = ({ report, proposal }: ReportBlockProps) => (
  <article className={classes.report} aria-label={`Report of ${report.user.name}`}>
    <div className={classes.line}>
      <div className={classes.who}>
        <Title order={2} size="sm" component="h2">
          <ScreenLink to={address('/reviewers/detail/$id', { id: report.user_id })} fz="inherit">
            {report.user.name}
          </ScreenLink>
        </Title>
        <span className={classes.quiet}>{report.user.affiliation}</span>
      </div>
      <Cell label="Science Score">
        <Score score={report.science_score} />
      </Cell>
      <Cell label="Technical Score">
        <Score score={report.technical_score} />
      </Cell>
      <Cell label="Rank">{figure(report.rank)}</Cell>
      <Cell label="Status">
        <ReportChip status={report.status} />
      </Cell>
      <Cell label="Submit Date">
        <When report={report} due_at={proposal.due_at} />
      </Cell>
    </div>
    <Comments of={report} />
    {report.on_behalf_by !== null && (
      <p className={classes.behalf}>{`Saved on the reviewer’s behalf by ${report.on_behalf_by}`}</p>
    )}
    <div className={classes.actions}>
      <ReportActions
        id={report.id}
        report={{ ...report, term: proposal.term }}
        reviewer={report.user}
        whose={report.user.name}
      />
    </div>
  </article>
)

const Cell = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.cell}>
    <span className={classes.label}>{label} </span>
    {children}
  </div>
)

const Score = ({ score }: { score: number | null }) => (
  <span className={classes.score}>
    <ScoreSquare score={score} />
    {score !== null && <span aria-hidden>{labelOf('score_list', score)}</span>}
  </span>
)

/** When it was submitted, or until when it is waited for. */
function When({ report, due_at }: { report: ReportOnProposal; due_at: string }) {
  if (report.submitted_at !== null)
    return <span title={`Times are in ${zoneName()}.`}>{time(report.submitted_at)}</span>
  return reportStatus.of(report.status).reminder ? <Due at={due_at} /> : '-'
}

const SUBJECTS = ['science', 'technical'] as const
const NAMES = { science: 'Science', technical: 'Technical' }

/** Strengths and weaknesses beside each other; what is empty takes no room. */
const Comments = ({ of: report }: { of: ReportOnProposal }) => (
  <div className={classes.comments}>
    {SUBJECTS.map((subject) => {
      const strength = report[`${subject}_comment_strength`]
      const weakness = report[`${subject}_comment_weakness`]
      return (
        (strength || weakness) && (
          <div key={subject} className={classes.subject}>
            <span className={classes.quiet} aria-hidden>
              {NAMES[subject]}
            </span>
            <Comment label={`${NAMES[subject]} Comment Strength`} sign={<IconPlus size={13} aria-hidden />}>
              {strength}
            </Comment>
            <Comment label={`${NAMES[subject]} Comment Weakness`} sign={<IconMinus size={13} aria-hidden />}>
              {weakness}
            </Comment>
          </div>
        )
      )
    })}
  </div>
)

const Comment = ({ label, sign, children }: { label: string; sign: ReactNode; children: string }) => (
  <p className={classes.comment} title={label}>
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
