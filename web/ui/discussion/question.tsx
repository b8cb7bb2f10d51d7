import { Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Discussion, DiscussionEntry } from '#domain/discussions/contract.ts'
import { DECLINE_LENGTH, ENTRY_LENGTH } from '#domain/discussions/rules.ts'
import { length } from '#domain/text.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { MailRecipients } from '../dialogs/mail_recipients.tsx'
import { FormDialog } from '../forms/endpoint_form.tsx'

interface QuestionProps {
  of: Discussion
  entry: DiscussionEntry
}

/** What the office does with a question that waits: send it to reviewers, or decline it. */
export function QuestionActions({ of: discussion, entry }: QuestionProps) {
  const [open, setOpen] = useState<'send' | 'decline' | null>(null)
  const close = () => setOpen(null)
  const anyone = discussion.reviewers.some(({ why_not }) => why_not === null)
  const why =
    discussion.why_not_write ?? (anyone ? null : 'No reviewer has submitted a report on this proposal.')
  return (
    <Group gap="xs" wrap="nowrap">
      <WriteButton size="compact-sm" why={why} onClick={() => setOpen('send')}>
        Send to reviewers
      </WriteButton>
      <WriteButton
        size="compact-sm"
        variant="default"
        why={discussion.why_not_write}
        onClick={() => setOpen('decline')}
      >
        Decline
      </WriteButton>
      {open === 'send' && <SendDialog of={discussion} entry={entry} close={close} />}
      {open === 'decline' && <DeclineDialog of={discussion} entry={entry} close={close} />}
    </Group>
  )
}

type DialogProps = QuestionProps & { close: () => void }

function SendDialog({ of: discussion, entry, close }: DialogProps) {
  const { proposal_id: id, reviewers } = discussion
  const { number, version } = entry
  const form = useEndpointForm(api.discussions.sendQuestion, {
    initial: { number, version, words: entry.text, report_ids: [] as string[] },
    toBody: ({ report_ids, ...values }) => ({ ...values, report_ids: report_ids.map(Number) }),
    fieldOf: (path) => path.split('.')[0]!,
    input: { params: { id } },
    draft: `discussions/${id}/${number}/question`,
    onDone: close,
  })
  const chosen = reviewers.filter(({ report_id }) =>
    form.fields.getValues().report_ids.includes(String(report_id)),
  )
  return (
    <FormDialog title="Send this question to reviewers?" form={form} close={close} submit="Send" size="lg">
      <Textarea
        label="Question, as the reviewers read it"
        autosize
        minRows={4}
        maxRows={14}
        data-autofocus
        description={`${length(form.fields.getValues().words)} / ${ENTRY_LENGTH}. Make sure that it names nobody and quotes no report.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.fields.getInputProps('words')}
      />
      <Checkbox.Group label="Reviewers with a submitted report" {...form.fields.getInputProps('report_ids')}>
        <Stack gap={6} mt={6}>
          {reviewers.map(({ report_id, name, why_not }) => (
            <Checkbox
              key={report_id}
              value={String(report_id)}
              label={name}
              description={why_not}
              disabled={why_not !== null}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Text size="sm">
        Each reads the question alone: neither who asked nor the other reviewers are named. Answers come to
        the office by e-mail.
      </Text>
      {chosen.length > 0 && (
        <MailRecipients of={api.discussions.sendQuestion} to={{ reviewer: chosen }} saying="the question" />
      )}
    </FormDialog>
  )
}

function DeclineDialog({ of: { proposal_id: id }, entry: { number, version }, close }: DialogProps) {
  const form = useEndpointForm(api.discussions.declineQuestion, {
    initial: { number, version, reason: '' },
    input: { params: { id } },
    draft: `discussions/${id}/${number}/decline`,
    onDone: close,
  })
  return (
    <FormDialog title="Decline this question?" form={form} close={close} submit="Decline">
      <Textarea
        label="Reason"
        withAsterisk
        autosize
        minRows={2}
        data-autofocus
        description={`${length(form.fields.getValues().reason)} / ${DECLINE_LENGTH}. It is shown in the discussion.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.fields.getInputProps('reason')}
      />
      <MailRecipients of={api.discussions.declineQuestion} to={{}} />
    </FormDialog>
  )
}
