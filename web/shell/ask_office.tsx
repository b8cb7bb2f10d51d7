import { Text, Textarea } from '@mantine/core'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useUser } from '#web/lib/session/session.ts'
import { MailRecipients } from '../ui/dialogs/mail_recipients.tsx'
import { FormDialog } from '../ui/forms/endpoint_form.tsx'

/** A proposer's question, mailed to the office with the number of the proposal. */
export default function AskOffice({
  office,
  close,
}: {
  office: { name: string; email: string }
  close: () => void
}) {
  const { name, email } = useUser()
  const form = useEndpointForm(api.proposals.askOffice, {
    initial: { question: '' },
    draft: 'office-question',
    onDone: close,
  })
  return (
    <FormDialog title="Ask the office" form={form} close={close} submit="Send">
      <Textarea
        label="Your question"
        withAsterisk
        autosize
        minRows={4}
        maxRows={16}
        data-autofocus
        {...form.fields.getInputProps('question')}
      />
      <Text size="sm">The number and title of your proposal are added. The office answers by e-mail.</Text>
      <MailRecipients of={api.proposals.askOffice} to={{ office: [office], user: [{ name, email }] }} />
    </FormDialog>
  )
}
