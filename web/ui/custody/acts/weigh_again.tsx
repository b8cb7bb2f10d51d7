import { formatAmount, writtenUnit } from '#domain/custody/amounts.ts'
import { parseMeasured, typedDifference, whyNotMeasured } from '#domain/custody/loans/sheets.ts'
import { randomKey, useActForm } from '#web/lib/forms/act_form.ts'
import { api } from '#web/lib/http/api.ts'
import { Difference } from '../amount.tsx'
import { AmountField } from '../amount_field.tsx'
import { ActForm, type PieceActProps, Sum } from './parts.tsx'

/** The office asked for a piece to be weighed again, because it differs from what was sent. */
export function WeighAgainForm({ loan, piece, close }: PieceActProps) {
  const { unit } = piece
  const form = useActForm(api.loans.weighAgain, {
    initial: { key: randomKey(), found: '' },
    input: { params: { number: loan.number } },
    draft: `loans/pieces/${piece.piece}/weigh_again`,
    toBody: ({ key, found }) => ({
      piece: piece.piece,
      found: parseMeasured(unit, found) ?? -1,
      version: piece.version,
      key,
    }),
    onDone: close,
  })
  const { found } = form.fields.getValues()
  const sent = piece.sent ?? piece.present
  const difference = typedDifference(unit, sent, found)
  return (
    <ActForm
      form={form}
      close={close}
      submit="Confirm what I found"
      why={parseMeasured(unit, found) === null ? 'Enter what you found.' : null}
    >
      <p>
        {`${formatAmount(unit, sent)} sent`}
        {piece.found !== null && `, ${formatAmount(unit, piece.found)} found before`}.
      </p>
      <AmountField
        label={unit === 'ug' ? 'Mass now' : 'Pressure now'}
        withAsterisk
        unit={writtenUnit(unit)}
        {...form.fields.getInputProps('found')}
        error={form.fields.errors.found ?? whyNotMeasured(unit, found)}
      />
      {difference !== null && (
        <Sum
          title={
            Math.abs(difference) <= loan.tolerance[unit]
              ? 'Within the tolerance'
              : 'Still beyond the tolerance: the office looks into it'
          }
          bad={Math.abs(difference) > loan.tolerance[unit]}
        >
          <Difference unit={unit} n={difference} tolerance={loan.tolerance[unit]} />
        </Sum>
      )}
    </ActForm>
  )
}
