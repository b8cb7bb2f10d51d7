import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { GroupMailDetail } from '#domain/mail/contract.ts'
import { whyNotSchedule } from '#domain/mail/rules.ts'
import { zoneName } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { untilText } from '#web/lib/session/maintenance.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { InstantField } from '#web/ui/forms/date_field.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { SendDetails } from './-send_details.tsx'

/** Sets an unsent group mail for a time. */
export function SendAtButton({ mail }: { mail: GroupMailDetail }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <ButtonWithReason
        variant="default"
        why={whyNotSchedule({ ...mail, disabled: mail.disabled === 1 }, mail.users)}
        onClick={() => setOpen(true)}
      >
        Send at …
      </ButtonWithReason>
      {open && <SendAtDialog mail={mail} close={() => setOpen(false)} />}
    </>
  )
}

const MORNING = 9

/** Nine o'clock tomorrow, in the viewer's zone. */
function nextMorning(): string {
  const at = new Date()
  at.setDate(at.getDate() + 1)
  at.setHours(MORNING, 0, 0, 0)
  return at.toISOString()
}

function SendAtDialog({ mail, close }: { mail: GroupMailDetail; close: () => void }) {
  const form = useEndpointForm(api.mail.schedule, {
    initial: { send_at: mail.pending?.due_at ?? nextMorning(), version: mail.version },
    input: { params: { id: mail.id } },
    onDone: close,
  })
  return (
    <FormDialog title="Send this group mail at a set time" form={form} close={close} submit="Schedule">
      <InstantField
        label={`Send at (${zoneName()})`}
        description="It is sent once, in your name, as it then is. Until then the time can be changed or cancelled."
        withAsterisk
        data-autofocus
        {...form.fields.getInputProps('send_at')}
      />
      <SendDetails mail={mail} />
    </FormDialog>
  )
}

/** When a scheduled group mail is sent, with Change and Cancel; or that it is about to be sent. */
export function PendingSendNote({ mail }: { mail: GroupMailDetail }) {
  const [changing, setChanging] = useState(false)
  const cancel = useAction(api.mail.unschedule)
  const ask = useConfirm()
  const { pending } = mail
  if (!pending) return null
  if (!pending.scheduled)
    return <Note kind="info" title="About to be sent">{`${pending.by} has pressed Send.`}</Note>
  return (
    <Note kind="info" title={`Scheduled for ${untilText(pending.due_at)}`}>
      <Text size="sm" mb="xs">
        {`${pending.by} has scheduled it. What is saved until then is what is sent.`}
      </Text>
      <Group gap="sm">
        <Button size="compact-sm" variant="default" onClick={() => setChanging(true)}>
          Change the time
        </Button>
        <WriteButton
          size="compact-sm"
          variant="default"
          loading={cancel.pending}
          onClick={() =>
            ask({
              question: 'Cancel the scheduled sending? The group mail stays unsent.',
              details: <MailRecipients of={api.mail.unschedule} to={{}} />,
              act: () => cancel.run({ params: { id: mail.id } }),
            })
          }
        >
          Cancel the schedule
        </WriteButton>
      </Group>
      {changing && <SendAtDialog mail={mail} close={() => setChanging(false)} />}
    </Note>
  )
}
