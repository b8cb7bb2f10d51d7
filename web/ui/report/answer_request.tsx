import { Button, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { DECLINE_REASONS, type DeclineReason } from '#domain/reports/declining.ts'
import { whyNotAnswer } from '#domain/reports/rules.ts'
import type { ReportStatus } from '#domain/reports/status.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { ButtonWithReason } from '../actions/buttons.tsx'
import { useConfirm } from '../dialogs/confirm.tsx'
import { MailRecipients } from '../dialogs/mail_recipients.tsx'
import { FormDialog } from '../forms/endpoint_form.tsx'

/** The office as dialogs of people outside it name it. */
export const OFFICE = [{ name: 'the administration office' }]

interface AnswerRequestProps {
  report: {
    id: number
    status: ReportStatus
    closed: boolean
    takes_part: boolean
    proposal: { id: number; title: string }
    term: { id: number; disabled: boolean }
  }
  size?: 'sm' | 'compact-sm' | 'compact-xs'
}

/** Accept and Decline of one request, for its reviewer; nothing unless the request is open. */
export function AnswerRequest({ report, size = 'sm' }: AnswerRequestProps) {
  const ask = useConfirm()
  const [declining, setDeclining] = useState(false)
  const accept = useAction(api.reports.accept)
  const { proposal, takes_part } = report
  if (whyNotAnswer('decline', report, takes_part) !== null) return null
  const name = `${proposal.id}: ${proposal.title}`
  return (
    <>
      <ButtonWithReason
        size={size}
        aria-label={`Accept ${name}`}
        why={whyNotAnswer('accept', report, takes_part)}
        onClick={() =>
          void ask({
            question: 'Accept this review?',
            details: (
              <>
                <Text size="sm">{name}</Text>
                <Text size="sm">You state that you have no conflict of interest with it.</Text>
                <MailRecipients of={api.reports.accept} to={{ office: OFFICE }} />
              </>
            ),
            yes: 'Accept',
            no: 'Cancel',
            act: () => accept.run({ params: { reportId: report.id } }),
          })
        }
      >
        Accept
      </ButtonWithReason>
      <Button size={size} variant="default" aria-label={`Decline ${name}`} onClick={() => setDeclining(true)}>
        Decline
      </Button>
      {declining && <DeclineDialog report={report} close={() => setDeclining(false)} />}
    </>
  )
}

/** Asks for the reason of a decline, with a note and whom the reviewer suggests instead. */
function DeclineDialog({ report, close }: Pick<AnswerRequestProps, 'report'> & { close: () => void }) {
  const form = useEndpointForm(api.reports.declineOwn, {
    initial: { reason: '', note: '', suggestion: '' },
    input: { params: { reportId: report.id } },
    draft: `reports/${report.id}/decline`,
    toBody: ({ reason, ...texts }) => ({ ...texts, reason: reason as DeclineReason }),
    onDone: close,
  })
  const { reason } = form.fields.getValues()
  return (
    <FormDialog title="Decline this review" form={form} close={close} submit="Decline">
      <Text size="sm">{`${report.proposal.id}: ${report.proposal.title}`}</Text>
      <Radio.Group label="Reason" withAsterisk {...form.fields.getInputProps('reason')}>
        <Stack gap={6} mt={4}>
          {Object.entries(DECLINE_REASONS).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      {reason === 'conflict' && (
        <Text size="sm">
          The conflict of interest is recorded: you will not be asked to review this proposal again.
        </Text>
      )}
      <Textarea
        label="Note to the office"
        withAsterisk={reason === 'other'}
        autosize
        minRows={2}
        {...form.fields.getInputProps('note')}
      />
      <Textarea
        label="Whom do you suggest instead?"
        autosize
        minRows={1}
        {...form.fields.getInputProps('suggestion')}
      />
      <MailRecipients of={api.reports.declineOwn} to={{ office: OFFICE }} saying="your answer" />
      <Text size="sm">Only the office can ask you again.</Text>
    </FormDialog>
  )
}
