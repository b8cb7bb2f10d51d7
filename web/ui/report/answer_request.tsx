import { Button, Checkbox, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { DECLINE_REASONS, type DeclineReason } from '#domain/reports/declining.ts'
import { whyNotAnswer } from '#domain/reports/rules.ts'
import type { ReportStatus } from '#domain/reports/status.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { WriteButton } from '../actions/write_button.tsx'
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
  const [accepting, setAccepting] = useState(false)
  const [declining, setDeclining] = useState(false)
  const { proposal, takes_part } = report
  if (whyNotAnswer('decline', report, takes_part) !== null) return null
  const name = `${proposal.id}: ${proposal.title}`
  return (
    <>
      <WriteButton
        size={size}
        aria-label={`Accept ${name}`}
        why={whyNotAnswer('accept', report, takes_part)}
        onClick={() => setAccepting(true)}
      >
        Accept
      </WriteButton>
      <Button size={size} variant="default" aria-label={`Decline ${name}`} onClick={() => setDeclining(true)}>
        Decline
      </Button>
      {accepting && <AcceptDialog report={report} close={() => setAccepting(false)} />}
      {declining && <DeclineDialog report={report} close={() => setDeclining(false)} />}
    </>
  )
}

/** Asks for the statement without which no request is accepted; it is never selected in advance. */
function AcceptDialog({ report, close }: Pick<AnswerRequestProps, 'report'> & { close: () => void }) {
  const form = useEndpointForm(api.reports.accept, {
    initial: { no_conflict: false },
    input: { params: { reportId: report.id } },
    toBody: ({ no_conflict }) => ({ no_conflict: no_conflict as true }),
    onDone: close,
  })
  return (
    <FormDialog title="Accept this review?" form={form} close={close} submit="Accept">
      <Text size="sm">{`${report.proposal.id}: ${report.proposal.title}`}</Text>
      <Checkbox
        required
        label="I have no conflict of interest with this proposal"
        {...form.fields.getInputProps('no_conflict', { type: 'checkbox' })}
      />
      <MailRecipients of={api.reports.accept} to={{ office: OFFICE }} />
    </FormDialog>
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
