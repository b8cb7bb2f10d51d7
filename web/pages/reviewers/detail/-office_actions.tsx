import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ReportOfReviewer, ReviewerDetail } from '#domain/reports/contract.ts'
import { whyNotRequest, whyNotStep } from '#domain/reports/rules.ts'
import { REPORT_NOT_REQUESTED, reportStatus, requestStep } from '#domain/reports/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { ScrollList } from '#web/ui/text/long_lists.tsx'

/** SEND All REQUEST and SEND REMINDER MAIL, each one mail to the reviewer. */
export function ReviewerMails({ reviewer }: { reviewer: ReviewerDetail }) {
  const ask = useConfirm()
  const requestAll = useAction(api.reports.requestAll)
  const remind = useAction(api.reports.remind)
  const input = { params: { id: reviewer.id } }
  const open = [...reviewer.reports, ...reviewer.previous_reports].filter((report) => !report.term_disabled)
  const waiting = open.filter(({ status }) => status === REPORT_NOT_REQUESTED)
  const due = open.filter(({ status }) => reportStatus.of(status).reminder !== null)
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
        why={waiting.length === 0 ? 'No report of this reviewer waits for a request.' : null}
        onClick={() =>
          void ask({
            question: `Do you send ${reviewer.name} a request for ${waiting.length === 1 ? '1 report' : `all ${waiting.length} reports`}?`,
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
            question: `Do you send ${reviewer.name} a reminder mail?`,
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
  const facts = { ...report, term: { id: report.term_id, disabled: report.term_disabled } }
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
          why={whyNotRequest(facts, { ...reviewer, takes_part: report.takes_part })}
          onClick={() =>
            void ask({
              question: `Do you send ${reviewer.name} a request for this report${again ? ' again' : ''}?`,
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
              question: `Do you decline this report on behalf of ${reviewer.name}?`,
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
