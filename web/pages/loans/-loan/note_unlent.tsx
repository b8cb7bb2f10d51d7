import { Text, Textarea, TextInput } from '@mantine/core'
import type { Loan } from '#domain/custody/loans/contract.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useReadAgain } from '#web/lib/http/read_again.ts'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'

interface NoteUnlentProps {
  loan: Loan
  close: () => void
}

/** Notes that something came back that was never lent in this loan. */
export function NoteUnlent({ loan, close }: NoteUnlentProps) {
  const form = useEndpointForm(api.loans.noteUnlent, {
    initial: { description: '', note: '' },
    input: { params: { number: loan.number } },
    onDone: close,
    onFault: useReadAgain(),
  })
  return (
    <FormDialog title={`Returned with ${loan.number}, never lent`} form={form} close={close} submit="Note it">
      <Text size="sm">No piece on record changes. It stays a task until someone says what became of it.</Text>
      <TextInput
        label="What it is"
        withAsterisk
        data-autofocus
        {...form.fields.getInputProps('description')}
      />
      <Textarea label="Note" autosize minRows={2} {...form.fields.getInputProps('note')} />
    </FormDialog>
  )
}
