import { Textarea } from '@mantine/core'
import { formatAmount } from '#domain/custody/amounts.ts'
import { randomKey, useActForm } from '#web/lib/forms/act_form.ts'
import { api } from '#web/lib/http/api.ts'
import { ActForm, type PieceActProps } from './parts.tsx'

/** A piece cannot be found, or is destroyed. */
export function LostForm({ loan, piece, close }: PieceActProps) {
  const form = useActForm(api.loans.sayLost, {
    initial: { key: randomKey(), reason: '' },
    input: { params: { number: loan.number } },
    draft: `loans/pieces/${piece.piece}/lost`,
    toBody: ({ key, reason }) => ({ piece: piece.piece, reason, key }),
    onDone: close,
  })
  return (
    <ActForm form={form} close={close} submit="Report as lost">
      <p>
        {`${formatAmount(piece.unit, piece.present)} on record. Nothing is written off yet: the office looks into it, and two people decide.`}
      </p>
      <Textarea
        label="What happened"
        description="When it was last seen, where you looked."
        withAsterisk
        autosize
        minRows={4}
        maxRows={10}
        {...form.fields.getInputProps('reason')}
      />
    </ActForm>
  )
}
