import { Text } from '@mantine/core'
import { type Address, address } from '#domain/address.ts'
import type { OwnReport, ReviewerState } from '#domain/reports/report.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { LinkButton, ScreenLink } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SharedProposals } from '#web/ui/proposal/shared_proposals.tsx'
import { OFFICE } from '#web/ui/report/answer_request.tsx'
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
      <SharedProposals />
    </>
  )
}

const ReviewerTodo = ({ state }: { state: ReviewerState }) => {
  const { answer, write, submit, rank, confirm, submitted } = state
  const waiting = answer.length + write.length + submit.length + rank.length + confirm.length
  return (
    <Section
      title="To do"
      aside={answer.length + write.length + submit.length > 0 && <Due at={state.due_at} />}
      flush
    >
      {waiting === 0 ? (
        <p className={classes.none}>
          {submitted === 0
            ? 'Nothing is expected from you now.'
            : `Nothing is expected from you now; ${submitted} submitted.`}
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
          {confirm.map((report) => (
            <StatedConflict key={report.id} report={report} />
          ))}
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

/** A conflict of interest stated through a link: confirmed, or taken back. */
function StatedConflict({ report }: { report: OwnReport }) {
  const answer = useAction(api.reports.confirmConflict)
  const send = (confirmed: boolean) => answer.run({ params: { reportId: report.id }, body: { confirmed } })
  return (
    <li>
      <div className={classes.what}>
        <b>Confirm your conflict of interest</b>
        <span className={classes.why}>
          {`You declined ${reportTitle(report)} through the link in the e-mail, for a conflict of interest.`}
        </span>
      </div>
      <WriteButton
        size="compact-sm"
        aria-label={`Confirm: ${reportTitle(report)}`}
        disabled={answer.pending}
        onClick={() => void send(true)}
      >
        Confirm
      </WriteButton>
      <WriteButton
        size="compact-sm"
        variant="default"
        aria-label={`No conflict: ${reportTitle(report)}`}
        disabled={answer.pending}
        onClick={() => void send(false)}
      >
        No conflict
      </WriteButton>
    </li>
  )
}

/** The review requests, accepted or declined all at once; the table below answers each by itself. */
function RequestsTodo({ reports }: { reports: readonly OwnReport[] }) {
  const ask = useConfirm()
  const accept = useAction(api.reports.acceptAll)
  const decline = useAction(api.reports.declineAll)
  const busy = accept.pending || decline.pending
  const acceptable = reports.filter(({ takes_part }) => !takes_part)
  return (
    <li>
      <div className={classes.what}>
        <b>{`${countNoun(reports.length, 'request')} to answer`}</b>
        <span className={classes.why}>{reports.map(reportTitle).join('; ')}</span>
      </div>
      <ButtonWithReason
        size="compact-sm"
        variant="default"
        disabled={busy}
        why={acceptable.length === 0 ? 'You have a conflict of interest with each of them.' : null}
        onClick={() =>
          void ask({
            question: 'Do you accept these reviews?',
            details: (
              <>
                <ScrollList label="Reviews" items={acceptable.map(reportTitle)} />
                <Text size="sm">You state that you have no conflict of interest with any of them.</Text>
                <LeftOut reports={reports.filter(({ takes_part }) => takes_part)} />
                <MailRecipients of={api.reports.acceptAll} to={{ office: OFFICE }} />
              </>
            ),
            act: () => accept.run(),
          })
        }
      >
        Accept all
      </ButtonWithReason>
      <WriteButton
        size="compact-sm"
        variant="default"
        disabled={busy}
        onClick={() =>
          void ask({
            question: 'Do you decline these reviews?',
            details: (
              <>
                <ScrollList label="Reviews" items={reports.map(reportTitle)} />
                <Text size="sm">Only the office can ask you again.</Text>
                <MailRecipients of={api.reports.declineAll} to={{ office: OFFICE }} />
              </>
            ),
            act: () => decline.run(),
          })
        }
      >
        Decline all
      </WriteButton>
    </li>
  )
}

/** The requests that Accept all leaves out. */
const LeftOut = ({ reports }: { reports: readonly OwnReport[] }) =>
  reports.length > 0 && (
    <Text size="sm">
      {`Not accepted, because you have a conflict of interest: ${reports.map(reportTitle).join('; ')}.`}
    </Text>
  )

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
