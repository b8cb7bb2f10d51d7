import { Text, Textarea } from '@mantine/core'
import type { Loan } from '#domain/custody/loans/contract.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useReadAgain } from '#web/lib/http/read_again.ts'
import { mailedHolder } from '#web/ui/custody/mailed_holder.ts'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'

interface OfLoan {
  loan: Loan
  close: () => void
}

/** Closes a loan; without its report of use only with a reason. */
export function CloseLoan({ loan, close }: OfLoan) {
  const form = useEndpointForm(api.loans.close, {
    initial: { without_report: '' },
    input: { params: { number: loan.number } },
    toBody: (values) => ({ ...values, version: loan.version }),
    onDone: close,
    onFault: useReadAgain(),
  })
  const reported = loan.report_of_use !== null
  return (
    <FormDialog title={`Close ${loan.number}`} form={form} close={close} submit="Close the loan">
      <Text size="sm">
        {`Nothing of it is asked for or reminded of any more. ${loan.publications === 1 ? 'One publication names' : `${loan.publications} publications name`} its pieces; more can be added later.`}
      </Text>
      {!reported && (
        <Textarea
          label="Why it is closed without a report of use"
          withAsterisk
          autosize
          minRows={2}
          data-autofocus
          {...form.fields.getInputProps('without_report')}
        />
      )}
      <MailRecipients
        of={api.loans.close}
        to={{
          // What never left is closed without a mail.
          holder: loan.dispatched ? mailedHolder(loan) : [],
        }}
      />
    </FormDialog>
  )
}

/** Opens a closed loan again. */
export function ReopenLoan({ loan, close }: OfLoan) {
  const form = useEndpointForm(api.loans.reopen, {
    initial: { reason: '' },
    input: { params: { number: loan.number } },
    toBody: (values) => ({ ...values, version: loan.version }),
    onDone: close,
    onFault: useReadAgain(),
  })
  return (
    <FormDialog title={`Open ${loan.number} again`} form={form} close={close} submit="Open again">
      <Textarea
        label="Reason"
        withAsterisk
        autosize
        minRows={2}
        data-autofocus
        {...form.fields.getInputProps('reason')}
      />
      <MailRecipients of={api.loans.reopen} to={{}} />
    </FormDialog>
  )
}
