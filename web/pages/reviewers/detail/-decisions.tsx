import { Button, Group, Text } from '@mantine/core'
import type { ReportOfReviewer, ReviewerDetail } from '#domain/reports/contract.ts'
import { whyNotRequest, whyNotStep } from '#domain/reports/rules.ts'
import { requestStep } from '#domain/reports/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'

interface DecisionsProps {
  report: ReportOfReviewer
  reviewer: ReviewerDetail
}

/** What the office can do to a report where its reviewer is in sight. */
export function Decisions({ report, reviewer }: DecisionsProps) {
  const ask = useConfirm()
  const request = useAction(api.reports.request)
  const decline = useAction(api.reports.decline)
  const call = { params: { reportId: report.id } }
  const facts = { ...report, term: { id: report.term_id, disabled: report.term_disabled } }
  const name = `${report.proposal_id}: ${report.title}`
  const about = (
    <>
      <Text size="sm">{name}</Text>
      <MailRecipients to={[reviewer]} />
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
              details: about,
              act: () => request.run(call),
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
              details: about,
              act: () => decline.run(call),
            })
          }
        >
          DECLINE
        </Button>
      )}
    </Group>
  )
}
