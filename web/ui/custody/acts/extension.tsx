import { Textarea } from '@mantine/core'
import { randomKey, useActForm } from '#web/lib/forms/act_form.ts'
import { api } from '#web/lib/http/api.ts'
import { DateField } from '../../forms/date_field.tsx'
import { ActForm, type LoanActProps } from './parts.tsx'

/** Asks the office for a later due day. */
export function ExtensionForm({ loan, close }: LoanActProps) {
  const form = useActForm(api.loans.askExtension, {
    initial: { key: randomKey(), until: '', reason: '' },
    input: { params: { number: loan.number } },
    draft: `loans/${loan.number}/extension`,
    toBody: (values) => values,
    onDone: close,
  })
  return (
    <ActForm form={form} close={close} submit="Ask for the extension">
      <DateField
        label="Until"
        description={loan.due_on === null ? undefined : `now due ${loan.due_on}`}
        withAsterisk
        {...form.fields.getInputProps('until')}
      />
      <Textarea
        label="Why"
        withAsterisk
        autosize
        minRows={3}
        maxRows={8}
        {...form.fields.getInputProps('reason')}
      />
      <p>The office decides. Until then the present due day holds.</p>
    </ActForm>
  )
}
