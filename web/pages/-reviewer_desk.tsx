import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type Address, address } from '#domain/address.ts'
import type { OwnReport, ReviewerState } from '#domain/reports/report.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { LinkButton, ScreenLink } from '#web/ui/actions/links.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { AssignedReports, RequestedProposals } from '#web/ui/report/own_reports.tsx'
import { Due } from '#web/ui/report/report_status.tsx'
import { ScrollList } from '#web/ui/text/long_lists.tsx'
import classes from './-reviewer_desk.module.css'

/** A reviewer's dashboard: tasks and the two tables. */
export function ReviewerDesk() {
  const state = useCall(api.callState.get).data?.reviewer
  return (
    <>
      {state && <ReviewerTodo state={state} />}
      <RequestedProposals />
      <AssignedReports />
    </>
  )
}

const ReviewerTodo = ({ state }: { state: ReviewerState }) => {
  const { answer, write, submit, rank, submitted } = state
  const waiting = answer.length + write.length + submit.length + rank.length
  return (
    <Section title="To do" aside={<Due at={state.due_at} />} flush>
      {waiting === 0 ? (
        <p className={classes.none}>
          {submitted === 0 ? 'Nothing waits for you.' : `Nothing waits for you; ${submitted} submitted.`}
        </p>
      ) : (
        <ul className={classes.todo} aria-label="To do">
          {answer.length > 0 && <RequestsTodo reports={answer} />}
          {write.map((report) => (
            <ReportTodo key={report.id} report={report} verb="Write report" to={editAddress(report)} />
          ))}
          {submit.map((report) => (
            <ReportTodo key={report.id} report={report} verb="Submit" to={editAddress(report)} />
          ))}
          {rank.length > 0 && <RankTodo reports={rank} />}
        </ul>
      )}
    </Section>
  )
}

const editAddress = ({ id }: OwnReport) => address('/reports/edit/$id', { id })
const reportTitle = ({ proposal_id, title }: OwnReport) => `${proposal_id}: ${title}`
const countNoun = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`)

/** One report with its task and due date. */
const ReportTodo = ({ report, verb, to }: { report: OwnReport; verb: string; to: Address }) => (
  <li>
    <div className={classes.what}>
      <ScreenLink to={to} fz="inherit">
        {reportTitle(report)}
      </ScreenLink>
      <Due at={report.due_at} />
    </div>
    <LinkButton to={to} variant="default" size="compact-sm" aria-label={`${verb}: ${reportTitle(report)}`}>
      {verb}
    </LinkButton>
  </li>
)

const INVALID = { invalid: 'There are errors. Please check the contents.' }

/** The review requests, accepted or declined all at once. */
function RequestsTodo({ reports }: { reports: readonly OwnReport[] }) {
  const ask = useConfirm()
  const queries = useQueryClient()
  // After a refusal the open requests have changed.
  const answering = { ...INVALID, onRefused: () => void queries.invalidateQueries() }
  const accept = useAction(api.reports.acceptAll, answering)
  const decline = useAction(api.reports.declineAll, answering)
  const busy = accept.pending || decline.pending
  const about = (after: string) => (
    <>
      <ScrollList label="Reviews" items={reports.map(reportTitle)} />
      <Text size="sm">{after}</Text>
    </>
  )
  return (
    <li>
      <div className={classes.what}>
        <b>{`${countNoun(reports.length, 'request')} to answer`}</b>
        <span className={classes.why}>{reports.map(reportTitle).join('; ')}</span>
      </div>
      <Button
        size="compact-sm"
        disabled={busy}
        onClick={() =>
          void ask({
            question: 'Do you accept these reviews?',
            details: about('The office is told by mail.'),
            act: () => accept.run(),
          })
        }
      >
        Accept
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={busy}
        onClick={() =>
          void ask({
            question: 'Do you decline these reviews?',
            details: about('The office is told by mail; it alone can ask you again.'),
            act: () => decline.run(),
          })
        }
      >
        Decline
      </Button>
    </li>
  )
}

const RankTodo = ({ reports }: { reports: readonly OwnReport[] }) => (
  <li>
    <div className={classes.what}>
      <b>{`${countNoun(reports.length, 'proposal')} to rank`}</b>
      <span className={classes.why}>{reports.map(({ proposal_id }) => proposal_id).join(', ')}</span>
    </div>
    <LinkButton to={address('/proposals/assigned_proposals')} variant="default" size="compact-sm">
      Rank
    </LinkButton>
  </li>
)
