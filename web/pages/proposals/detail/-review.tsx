import { Title, VisuallyHidden } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { address } from '#domain/address.ts'
import { labelOf } from '#domain/masters/values.ts'
import { isSubmitted } from '#domain/proposals/status.ts'
import { totalsOf } from '#domain/reports/averages.ts'
import { isOpen } from '#domain/reports/due.ts'
import { CRITERIA, reportFields } from '#domain/reports/fields.ts'
import type { ReportOnProposal } from '#domain/reports/report.ts'
import { REPORTS_WITHHELD } from '#domain/reports/rules.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { figure } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { ReportActions } from '#web/ui/report/report_actions.tsx'
import { DeclineReason, Due, ReportChip, SubmitTime } from '#web/ui/report/report_status.tsx'
import { EmptyState, Note } from '#web/ui/text/note.tsx'
import { ScoreSquare, Spread } from '#web/ui/text/score.tsx'
import { MyGrade } from '../-my_grade.tsx'
import { Decision } from './-decision.tsx'
import classes from './review.module.css'

const SCORE_LABELS = CRITERIA.map((criterion) => reportFields[`${criterion}_score`].label)
const HEADS = ['Reviewers', ...SCORE_LABELS, 'Rank', 'Status', 'Submit Date']

/** The Review tab: averages and reports. */
export function Review({ proposal }: { proposal: StaffProposal }) {
  const office = useIsOffice()
  if (proposal.conflict)
    return (
      <>
        <EmptyState title="The reports are not shown to you." />
        <AllReports proposal={proposal} />
      </>
    )
  return (
    <>
      <section className={classes.card} aria-label="Reports" data-office={office || undefined}>
        <Averages proposal={proposal} />
        {proposal.reports_withheld && <Note>{REPORTS_WITHHELD}</Note>}
        {proposal.reports.length === 0 ? (
          <EmptyState title="This proposal has no reviewer yet.">
            {isSubmitted(proposal.status)
              ? 'Add Reviewer, above, is where the office names the first.'
              : 'One can be added once the proposal is submitted.'}
          </EmptyState>
        ) : (
          <div className={classes.heads} aria-hidden>
            {HEADS.map((head) => (
              <span key={head}>{head}</span>
            ))}
          </div>
        )}
        {proposal.reports.map((report) => (
          <ReportBlock key={report.id} report={report} proposal={proposal} />
        ))}
      </section>
      {isSubmitted(proposal.status) && (
        <div className={classes.below}>
          <MyGrade proposal={proposal} />
        </div>
      )}
      <div className={classes.below}>
        <Decision proposal={proposal} />
      </div>
      <AllReports proposal={proposal} />
    </>
  )
}

/** A ZIP of a submitted proposal with its reports; with a conflict without them. */
const AllReports = ({ proposal }: { proposal: StaffProposal }) =>
  isSubmitted(proposal.status) && (
    <div className={classes.below}>
      <CsvButton call={api.staff.zip} input={{ params: { id: proposal.id } }}>
        Download All Reports
      </CsvButton>
    </div>
  )

/** Averages and spread of the submitted reports, and the adjusted score. */
function Averages({ proposal }: { proposal: StaffProposal }) {
  const scores = useCall(api.staff.score, { params: { id: proposal.id } })
  return (
    <Loaded query={scores}>
      {(averages) => (
        <dl className={classes.averages}>
          <Average label="Science Score Average" value={averages.science_score_average} of={5} />
          <Average label="Technical Score Average" value={averages.technical_score_average} of={5} />
          <Average label="Total Score Average" value={averages.total_score_average} of={10} />
          <Fact label="Rank Average">{figure(averages.rank_average, 2)}</Fact>
          <Fact label="Spread of totals">
            <Spread totals={totalsOf(proposal.reports)} />
          </Fact>
          <Adjusted proposal={proposal} />
        </dl>
      )}
    </Loaded>
  )
}

const Fact = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const Average = ({ label, value, of }: { label: string; value: number | null; of: number }) => (
  <Fact label={label}>
    {figure(value, 2)}
    {value !== null && (
      <>
        <small>{` / ${of}`}</small>
        <span className={classes.meter} aria-hidden>
          <i style={{ width: `${(100 * value) / of}%` }} />
        </span>
      </>
    )}
  </Fact>
)

/** The adjusted score, or why there is none. */
function Adjusted({ proposal: { id, term_id } }: { proposal: StaffProposal }) {
  const term = useCall(api.staff.adjusted, { query: { term_id } }).data
  const one = term?.proposals.find((proposal) => proposal.id === id)
  return (
    <Fact
      label={
        <>
          Adjusted <small>for strictness, staff only</small>
        </>
      }
    >
      {one ? (
        <>
          {figure(one.adjusted, 1)}
          <small>{` ± ${figure(one.error, 1)}`}</small>
        </>
      ) : (
        <>
          -
          {term?.why_not && (
            <small className={classes.why} title={term.why_not}>
              Too little to compare
              <VisuallyHidden>{`: ${term.why_not}`}</VisuallyHidden>
            </small>
          )}
        </>
      )}
    </Fact>
  )
}

interface ReportBlockProps {
  report: ReportOnProposal
  proposal: StaffProposal
}

/** One report with scores, status, comments and actions. */
const ReportBlock = ({ report, proposal }: ReportBlockProps) => (
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
      {CRITERIA.map((criterion) => (
        <Cell key={criterion} label={reportFields[`${criterion}_score`].label}>
          <Score score={report[`${criterion}_score`]} />
        </Cell>
      ))}
      <Cell label="Rank">{figure(report.rank)}</Cell>
      <Cell label="Status">
        <ReportChip of={report} />
      </Cell>
      <Cell label="Submit Date">
        <SubmitDate of={report} proposal={proposal} />
      </Cell>
    </div>
    <DeclineReason of={report} />
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

/** When it was submitted, or when it is due. */
const SubmitDate = ({
  of: report,
  proposal: { due_at, term },
}: {
  of: ReportOnProposal
  proposal: StaffProposal
}) =>
  isOpen({ ...report, term_disabled: term.disabled }) ? (
    <Due at={due_at} />
  ) : (
    <SubmitTime at={report.submitted_at} due={due_at} />
  )

const CRITERION_NAMES = { science: 'Science', technical: 'Technical' }

/** Strengths beside weaknesses; empty comments take no space. */
const Comments = ({ of: report }: { of: ReportOnProposal }) => (
  <div className={classes.comments}>
    {CRITERIA.map((criterion) => {
      const strength = report[`${criterion}_comment_strength`]
      const weakness = report[`${criterion}_comment_weakness`]
      return (
        (strength || weakness) && (
          <div key={criterion} className={classes.subject}>
            <span className={classes.quiet} aria-hidden>
              {CRITERION_NAMES[criterion]}
            </span>
            <Comment
              label={reportFields[`${criterion}_comment_strength`].label}
              sign={<IconPlus size={13} aria-hidden />}
            >
              {strength}
            </Comment>
            <Comment
              label={reportFields[`${criterion}_comment_weakness`].label}
              sign={<IconMinus size={13} aria-hidden />}
            >
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
