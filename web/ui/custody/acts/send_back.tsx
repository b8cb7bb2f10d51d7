import { Checkbox, TextInput } from '@mantine/core'
import { formatAmount, writeAmount, writtenUnit } from '#domain/custody/amounts.ts'
import type { LoanPiece } from '#domain/custody/loans/contract.ts'
import { parseMeasured, typedDifference, whyNotMeasured } from '#domain/custody/loans/sheets.ts'
import { type ActFormState, type KeyedValues, randomKey, useActForm } from '#web/lib/forms/act_form.ts'
import { api } from '#web/lib/http/api.ts'
import { Difference } from '../amount.tsx'
import { AmountField } from '../amount_field.tsx'
import classes from './acts.module.css'
import { ActForm, type LoanActProps, PieceName } from './parts.tsx'

interface SendBackProps extends LoanActProps {
  /** Those that can be sent back; of several each can be left out. */
  pieces: readonly LoanPiece[]
}

interface Row {
  chosen: boolean
  amount: string
}
interface SendBackValues extends KeyedValues {
  rows: Record<string, Row>
  carrier: string
  tracking_number: string
}

/** Sends pieces back to curation: what each weighs, and how the parcel travels. */
export function SendBackForm({ loan, pieces, close }: SendBackProps) {
  const only = pieces.length === 1 ? pieces[0]! : null
  const form: ActFormState<SendBackValues> = useActForm(api.loans.sendBack, {
    initial: {
      key: randomKey(),
      rows: Object.fromEntries(
        pieces.map(({ piece, present }) => [piece, { chosen: true, amount: writeAmount(present) }]),
      ) as SendBackValues['rows'],
      carrier: '',
      tracking_number: '',
    },
    input: { params: { number: loan.number } },
    draft: only ? `loans/pieces/${only.piece}/return` : `loans/${loan.number}/return`,
    toBody: ({ key, rows, carrier, tracking_number }) => ({
      pieces: sentOf(pieces, rows).map(({ piece, unit, version }) => ({
        piece,
        amount: parseMeasured(unit, rows[piece]!.amount) ?? -1,
        version,
      })),
      carrier,
      tracking_number,
      key,
    }),
    fieldOf: (path) =>
      path.replace(/^pieces\.(\d+)\.amount$/u, (_, place: string) => {
        const sent = sentOf(pieces, form.fields.getValues().rows)[Number(place)]
        return `rows.${sent?.piece}.amount`
      }),
    onDone: close,
  })
  const { fields } = form
  const { rows } = fields.getValues()
  const sent = sentOf(pieces, rows)
  const unread = sent.filter(({ piece, unit }) => parseMeasured(unit, rows[piece]!.amount) === null)
  const why =
    sent.length === 0
      ? 'Select at least one piece.'
      : unread.length > 0
        ? `Enter what you send back of ${unread.map(({ name }) => name).join(', ')}.`
        : null
  return (
    <ActForm
      form={form}
      close={close}
      submit={only || sent.length === 1 ? 'It is on its way' : `${sent.length} pieces are on their way`}
      why={why}
    >
      <div className={classes.parts}>
        {pieces.map((piece) => {
          const { unit, name, present } = piece
          const row = rows[piece.piece] ?? { chosen: false, amount: '' }
          const difference = row.chosen ? typedDifference(unit, present, row.amount) : null
          return (
            <div key={piece.piece} className={classes.part}>
              <span>
                {only ? (
                  unit === 'ug' ? (
                    'Mass you send back'
                  ) : (
                    'Pressure left in the bottle'
                  )
                ) : (
                  <Checkbox
                    checked={row.chosen}
                    label={<PieceName piece={piece} />}
                    aria-label={`Send back ${name}`}
                    onChange={({ currentTarget }) =>
                      fields.setFieldValue(`rows.${piece.piece}.chosen`, currentTarget.checked as never)
                    }
                  />
                )}
                {difference !== null && difference !== 0 && (
                  <Difference unit={unit} n={difference} tolerance={loan.tolerance[unit]} />
                )}
              </span>
              <AmountField
                unit={writtenUnit(unit)}
                aria-label={`What you send back of ${name}`}
                disabled={!row.chosen}
                {...fields.getInputProps(`rows.${piece.piece}.amount`)}
                error={fields.errors[`rows.${piece.piece}.amount`] ?? whyNotMeasured(unit, row.amount)}
              />
            </div>
          )
        })}
      </div>
      {only && <p>{`${formatAmount(only.unit, only.present)} on record. Weigh it before you pack it.`}</p>}
      <TextInput label="Carrier" {...fields.getInputProps('carrier')} />
      <TextInput label="Tracking number" {...fields.getInputProps('tracking_number')} />
      <p className={classes.quiet}>
        You remain {only ? 'its' : 'their'} holder until curation has received {only ? 'it' : 'them'}.
      </p>
    </ActForm>
  )
}

const sentOf = (pieces: readonly LoanPiece[], rows: Readonly<Record<string, Row>>) =>
  pieces.filter(({ piece }) => rows[piece]?.chosen)
