import { Text, Textarea } from '@mantine/core'
import type { Loan, LoanPiece } from '#domain/custody/loans/contract.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'

interface ResolveDialogProps {
  loan: Loan
  piece: LoanPiece
  how: 'loss' | 'accept'
  question: string
  close: () => void
}

/** Asks for the reason of a difference between the record and the balance. */
export function ResolveDialog({ loan, piece, how, question, close }: ResolveDialogProps) {
  const form = useEndpointForm(api.loans.resolvePacking, {
    initial: { reason: '' },
    input: { params: { number: loan.number } },
    draft: `loans/${loan.number}/packing/${piece.piece}/${how}`,
    toBody: ({ reason }) => ({ piece: piece.piece, how, reason, version: piece.version }),
    onDone: close,
  })
  return (
    <FormDialog
      title={question}
      form={form}
      close={close}
      submit={how === 'loss' ? 'Record the loss' : 'Accept'}
    >
      <Text size="sm">
        {how === 'loss'
          ? 'It becomes a handling loss in the history of the piece.'
          : 'The difference becomes a measured difference in the history of the piece, and what you weighed its mass.'}
      </Text>
      <Textarea label="Reason" withAsterisk autosize minRows={2} {...form.fields.getInputProps('reason')} />
    </FormDialog>
  )
}
