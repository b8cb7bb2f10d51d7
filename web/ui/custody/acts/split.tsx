import { Button } from '@mantine/core'
import { formatAmount } from '#domain/custody/amounts.ts'
import {
  lossWithMissing,
  parseMeasured,
  parseSmall,
  splitBalance,
  whyNotMeasured,
  whyNotSmall,
  whyNotSplitYet,
} from '#domain/custody/loans/sheets.ts'
import { randomKey, useActForm } from '#web/lib/forms/act_form.ts'
import { api } from '#web/lib/http/api.ts'
import { AmountField } from '../amount_field.tsx'
import classes from './acts.module.css'
import { MethodField } from './method_field.tsx'
import { ActForm, type PieceActProps, Sum } from './parts.tsx'

/** A piece into parts, each weighed; what was used or lost in making them. */
export function SplitForm({ loan, piece, close }: PieceActProps) {
  const form = useActForm(api.loans.split, {
    initial: {
      key: randomKey(),
      parts: [
        { amount: '', form: piece.form },
        { amount: '', form: piece.form },
      ],
      used: '',
      lost: '',
      method: '',
    },
    input: { params: { number: loan.number } },
    draft: `loans/pieces/${piece.piece}/split`,
    toBody: ({ key, parts, used, lost, method }) => ({
      piece: piece.piece,
      parts: parts.map(({ amount, form: kind }) => ({
        amount: parseMeasured('ug', amount) ?? 0,
        form: kind,
      })),
      consumed: parseSmall('ug', used) ?? 0,
      lost: parseSmall('ug', lost) ?? 0,
      method,
      version: piece.version,
      key,
    }),
    fieldOf: (path) => (path === 'consumed' ? 'used' : path),
    onDone: close,
  })
  const { fields } = form
  const { parts, used, lost } = fields.getValues()
  const balance = splitBalance(piece.present, { parts, used, lost }, loan.tolerance.ug)
  const { state, missing, title, sum } = balance
  const loss = lossWithMissing(lost, missing)
  return (
    <ActForm form={form} close={close} submit={`Split in ${parts.length}`} why={whyNotSplitYet(balance)}>
      <p>{`${formatAmount('ug', piece.present)} on record. Weigh each part. ${piece.name} is then replaced by its parts.`}</p>
      <div className={classes.parts}>
        {parts.map(({ amount }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place, which gives it its name
          <div key={place} className={classes.part}>
            <span>
              {partName(piece.next_part, place)}
              {parts.length > 2 && place === parts.length - 1 && (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  aria-label={`Remove ${partName(piece.next_part, place)}`}
                  onClick={() => fields.removeListItem('parts', place)}
                >
                  Remove
                </Button>
              )}
            </span>
            <AmountField
              unit="mg"
              aria-label={`Mass of ${partName(piece.next_part, place)}`}
              {...fields.getInputProps(`parts.${place}.amount`)}
              error={fields.errors[`parts.${place}.amount`] ?? whyNotMeasured('ug', amount)}
            />
          </div>
        ))}
        {SMALL.map(([name, label]) => (
          <div key={name} className={classes.part}>
            <span>{label}</span>
            <AmountField
              unit="µg"
              placeholder="0"
              aria-label={label}
              {...fields.getInputProps(name)}
              error={fields.errors[name] ?? whyNotSmall('ug', fields.getValues()[name])}
            />
          </div>
        ))}
      </div>
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => fields.insertListItem('parts', { amount: '', form: piece.form })}
        >
          Add a part
        </Button>
      </div>
      {(parseSmall('ug', used) ?? 0) > 0 && (
        <MethodField label="Used for" {...fields.getInputProps('method')} />
      )}
      <Sum title={title} bad={state === 'missing' || state === 'over'} idle={state === 'incomplete'}>
        {sum}
      </Sum>
      {state === 'missing' && (
        <Button variant="default" onClick={() => fields.setFieldValue('lost', loss)}>
          {`Add ${missing} µg to the handling loss`}
        </Button>
      )}
    </ActForm>
  )
}

const SMALL = [
  ['used', 'Used'],
  ['lost', 'Handling loss'],
] as const

/** The name of a part by its place: 'C0212-03' and the next ones. */
export const partName = (first: string, place: number) =>
  first.replace(/\d+$/u, (digits) => String(Number(digits) + place).padStart(digits.length, '0'))
