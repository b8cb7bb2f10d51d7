import { formatAmount, formatSmall } from '#domain/custody/amounts.ts'
import {
  leftAfter,
  parseSmall,
  smallUnit,
  whyNotConsumeYet,
  whyNotSmall,
} from '#domain/custody/loans/sheets.ts'
import { randomKey, useActForm } from '#web/lib/forms/act_form.ts'
import { api } from '#web/lib/http/api.ts'
import { AmountField } from '../amount_field.tsx'
import { MethodField } from './method_field.tsx'
import { ActForm, type PieceActProps, Sum } from './parts.tsx'

/** What an analysis used up of a piece, or drew from a bottle, and what was lost in handling. */
export function ConsumeForm({ loan, piece, close }: PieceActProps) {
  const { unit, present } = piece
  const form = useActForm(api.loans.consume, {
    initial: { key: randomKey(), consumed: '', lost: '', method: '' },
    input: { params: { number: loan.number } },
    draft: `loans/pieces/${piece.piece}/consume`,
    toBody: ({ key, consumed, lost, method }) => ({
      piece: piece.piece,
      consumed: parseSmall(unit, consumed) ?? 0,
      lost: parseSmall(unit, lost) ?? 0,
      method,
      version: piece.version,
      key,
    }),
    onDone: close,
  })
  const { fields } = form
  const { consumed, lost } = fields.getValues()
  const left = leftAfter(unit, present, consumed, lost)
  const all = parseSmall(unit, consumed) ?? 0
  return (
    <ActForm
      form={form}
      close={close}
      submit={all > 0 ? `Record ${formatSmall(unit, all)}` : 'Record'}
      why={whyNotConsumeYet(piece, consumed, lost)}
    >
      <AmountField
        label="How much"
        description={`of ${formatAmount(unit, present)} on record`}
        unit={smallUnit(unit)}
        {...fields.getInputProps('consumed')}
        error={fields.errors.consumed ?? whyNotSmall(unit, consumed)}
      />
      <MethodField label="Method" withAsterisk {...fields.getInputProps('method')} />
      <AmountField
        label="Handling loss"
        description="besides, if any"
        unit={smallUnit(unit)}
        placeholder="0"
        {...fields.getInputProps('lost')}
        error={fields.errors.lost ?? whyNotSmall(unit, lost)}
      />
      {left !== null && (
        <Sum
          title={
            left < 0
              ? `${formatSmall(unit, -left)} more than on record`
              : left === 0
                ? 'Nothing is left'
                : `${formatAmount(unit, left)} ${unit === 'ug' ? (left === 1000 ? 'is' : 'are') : 'are'} left`
          }
          bad={left < 0}
          idle={left === present}
        >
          {left === 0 && unit === 'mpa' && 'The bottle is still to be returned.'}
        </Sum>
      )}
    </ActForm>
  )
}
