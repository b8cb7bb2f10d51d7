import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ReportOfReviewer, ReviewerDetail } from '#domain/reports/contract.ts'
import { whyNotAwaited, whyNotRequest, whyNotStep } from '#domain/reports/rules.ts'
import { REPORT_NOT_REQUESTED, requestStep } from '#domain/reports/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { ScrollList } from '#web/ui/text/long_lists.tsx'

const reportCount = ({ length }: readonly unknown[]) => (length === 1 ? '1 report' : `${length} reports`)
const factsOf = (report: ReportOfReviewer) => ({
  ...report,
  term: { id: report.term_id, disabled: report.term_disabled },
})
const reviewerFacts = (reviewer: ReviewerDetail, { takes_part }: ReportOfReviewer) => ({
  ...reviewer,
  takes_part,
})

/** SEND All REQUEST and SEND REMINDER MAIL, each one mail to the reviewer. */
export function ReviewerMails({ reviewer }: { reviewer: ReviewerDetail }) {
  const ask = useConfirm()
  const requestAll = useAction(api.reports.requestAll)
  const remind = useAction(api.reports.remind)
  const input = { params: { id: reviewer.id } }
  const all = [...reviewer.reports, ...reviewer.previous_reports]
  const waiting = all.filter(
    (report) =>
      report.status === REPORT_NOT_REQUESTED &&
      whyNotRequest(factsOf(report), reviewerFacts(reviewer, report)) === null,
  )
  const due = all.filter((report) => whyNotAwaited(factsOf(report), reviewerFacts(reviewer, report)) === null)
  const details = (reports: readonly ReportOfReviewer[], recipients: ReactNode) => (
    <>
      <ScrollList
        label="Reports"
        items={reports.map(({ proposal_id, title }) => `${proposal_id}: ${title}`)}
      />
      {recipients}
    </>
  )
  return (
    <Group gap="sm">
      <ButtonWithReason
        why={waiting.length === 0 ? 'No report of this reviewer can be requested.' : null}
        onClick={() =>
          void ask({
            question: `Request ${reportCount(waiting)} from ${reviewer.name}?`,
            details: details(
              waiting,
              <MailRecipients of={api.reports.requestAll} to={{ reviewer: [reviewer] }} />,
            ),
            act: () => requestAll.run(input),
          })
        }
      >
        SEND All REQUEST
      </ButtonWithReason>
      <ButtonWithReason
        variant="default"
        why={due.length === 0 ? 'This reviewer has nothing to be reminded of.' : null}
        onClick={() =>
          void ask({
            question: `Remind ${reviewer.name} of ${reportCount(due)}?`,
            details: details(due, <MailRecipients of={api.reports.remind} to={{ reviewer: [reviewer] }} />),
            act: () => remind.run(input),
          })
        }
      >
        SEND REMINDER MAIL
      </ButtonWithReason>
    </Group>
  )
}

interface DecisionsProps {
  report: ReportOfReviewer
  reviewer: ReviewerDetail
}

/** The office's actions on one report of a reviewer. */
export function ReportDecisions({ report, reviewer }: DecisionsProps) {
  const ask = useConfirm()
  const request = useAction(api.reports.request)
  const decline = useAction(api.reports.decline)
  const input = { params: { reportId: report.id } }
  const facts = factsOf(report)
  const name = `${report.proposal_id}: ${report.title}`
  const details = (recipients: ReactNode) => (
    <>
      <Text size="sm">{name}</Text>
      {recipients}
    </>
  )
  const again = requestStep(report.status) === 'askAgain'
  return (
    <Group gap={4} wrap="nowrap">
      {whyNotStep(requestStep(report.status), facts) === null && (
        <ButtonWithReason
          size="compact-sm"
          aria-label={`SEND REQUEST ${name}`}
          why={whyNotRequest(facts, reviewerFacts(reviewer, report))}
          onClick={() =>
            void ask({
              question: `Request this report from ${reviewer.name}${again ? ' again' : ''}?`,
              details: details(<MailRecipients of={api.reports.request} to={{ reviewer: [reviewer] }} />),
              act: () => request.run(input),
            })
          }
        >
          SEND REQUEST
        </ButtonWithReason>
      )}
      {whyNotStep('decline', facts) === null && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`DECLINE ${name}`}
          onClick={() =>
            void ask({
              question: `Decline this report on behalf of ${reviewer.name}?`,
              details: details(<MailRecipients of={api.reports.decline} to={{ reviewer: [reviewer] }} />),
              act: () => decline.run(input),
            })
          }
        >
          DECLINE
        </Button>
      )}
    </Group>
  )
}
