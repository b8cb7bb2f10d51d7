import { Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import type { Ref } from 'react'
import { groupBy } from '#domain/group_by.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { WriteButton } from '../actions/write_button.tsx'
import { useConfirm } from '../dialogs/confirm.tsx'
import { WaitingDialog } from '../dialogs/dialog.tsx'
import { MailRecipients } from '../dialogs/mail_recipients.tsx'

/** A report that is not requested yet. */
interface ReportToRequest {
  id: number
  proposal_id: number
  reviewer: { id: number; name: string; email: string }
}

interface RequestReportsProps {
  ref?: Ref<HTMLButtonElement>
  reports: readonly ReportToRequest[]
  /** Proposals that their proposers can no longer edit, because a report of them was requested before. */
  underReview?: ReadonlySet<number>
}

const countText = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** Requests reports; the dialog names the reviewers and says how many e-mails there are and what can no longer be edited. */
export function RequestReports({ ref, reports, underReview }: RequestReportsProps) {
  const ask = useConfirm()
  const send = useAction(api.reports.requestMany)
  const reviewers = [...new Map(reports.map(({ reviewer }) => [reviewer.id, reviewer])).values()]
  const closing = [...groupBy(reports, ({ proposal_id }) => proposal_id).keys()].filter(
    (id) => !underReview?.has(id),
  )
  const press = () =>
    ask({
      question: `Request ${countText(reports.length, 'report')} from ${countText(reviewers.length, 'reviewer')}? Each reviewer gets one e-mail.`,
      details: (
        <>
          <MailRecipients of={api.reports.requestMany} to={{ reviewer: reviewers }} />
          {closing.length > 0 && (
            <Text size="sm" mt="sm">
              {closing.length === 1
                ? `The proposer of ${closing[0]} can no longer edit the proposal.`
                : `The proposers of ${closing.length} proposals can no longer edit them.`}
            </Text>
          )}
        </>
      ),
      act: () => send.run({ body: { report_ids: reports.map(({ id }) => id) } }),
    })
  return (
    <>
      <WriteButton
        {...(ref && { ref })}
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={() => void press()}
      >
        {`Request ${countText(reports.length, 'report')}`}
      </WriteButton>
      <WaitingDialog open={send.pending} text="Sending requests..." />
    </>
  )
}
