import { Button, Checkbox, Select, Textarea } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { formatAmount, writtenUnit } from '#domain/custody/amounts.ts'
import type { LoanPiece } from '#domain/custody/loans/contract.ts'
import {
  AS_SENT,
  beyondTolerance,
  CONDITIONS,
  conditionText,
  parseMeasured,
  typedDifference,
  whyNotMeasured,
} from '#domain/custody/loans/sheets.ts'
import { type ActFormState, type KeyedValues, randomKey, useActForm } from '#web/lib/forms/act_form.ts'
import { api } from '#web/lib/http/api.ts'
import { WriteButton } from '../../actions/write_button.tsx'
import { EndpointForm } from '../../forms/endpoint_form.tsx'
import { Difference } from '../amount.tsx'
import { AmountField } from '../amount_field.tsx'
import classes from './acts.module.css'
import { type LoanActProps, PieceName, Unanswered } from './parts.tsx'
import { PhotoButton, PhotoProgress, usePhotos } from './photos.tsx'

interface Row {
  here: boolean
  found: string
  condition: string
  note: string
}
interface ReceiveValues extends KeyedValues {
  rows: Record<string, Row>
}
const EMPTY: Row = { here: false, found: '', condition: AS_SENT, note: '' }

/** The pieces of a loan that are on their way to its borrower. */
export const toReceive = (pieces: readonly LoanPiece[]) =>
  pieces.filter(({ why_not }) => why_not.receive === null)

interface ReceiveProps extends Omit<LoanActProps, 'close'> {
  close?: () => void
  /** Says that pieces are not in the parcel. */
  onMissing: () => void
}

/** A parcel piece by piece: here, its mass, its condition, a photo. What is not here stays on its way. */
export function ReceiveForm({ loan, close, onMissing }: ReceiveProps) {
  const pieces = toReceive(loan.piece_list)
  const form: ActFormState<ReceiveValues> = useActForm(api.loans.receive, {
    initial: {
      key: randomKey(),
      rows: Object.fromEntries(pieces.map(({ piece }) => [piece, EMPTY])) as ReceiveValues['rows'],
    },
    input: { params: { number: loan.number } },
    draft: `loans/${loan.number}/receive`,
    toBody: ({ key, rows }) => ({
      pieces: here(pieces, rows).map(({ piece, unit }) => ({
        piece,
        found: parseMeasured(unit, rows[piece]!.found) ?? -1,
        condition: conditionText(rows[piece]!),
      })),
      key,
    }),
    fieldOf: (path) =>
      path.replace(/^pieces\.(\d+)/u, (_, place: string) => {
        const piece = here(pieces, form.fields.getValues().rows)[Number(place)]
        return `rows.${piece?.piece}`
      }),
    ...(close && { onDone: close }),
  })
  const { rows } = form.fields.getValues()
  const taken = here(pieces, rows)
  const unread = taken.filter(({ piece, unit }) => parseMeasured(unit, rows[piece]!.found) === null)
  const why =
    taken.length === 0
      ? 'Select what is here, and enter what you found.'
      : unread.length > 0
        ? `Enter what you found of ${unread.map(({ name }) => name).join(', ')}.`
        : null
  const beyond = taken.flatMap((piece) => {
    const difference = differenceOf(piece, rows[piece.piece]!)
    return difference === null
      ? []
      : (beyondTolerance(piece, difference, loan.tolerance[piece.unit], 'sent') ?? [])
  })
  const left = pieces.length - taken.length
  return (
    <EndpointForm
      form={form}
      guardsLeaving={close === undefined}
      footer={
        <>
          {form.unanswered && (
            <div className={classes.say}>
              <Unanswered />
            </div>
          )}
          <div className={classes.confirm}>
            <WriteButton type="submit" loading={form.waiting} why={why}>
              {taken.length === 0 ? 'Confirm receipt' : `Confirm receipt of ${countText(taken.length)}`}
            </WriteButton>
            <Button variant="subtle" onClick={onMissing}>
              Something is missing
            </Button>
          </div>
        </>
      }
    >
      {pieces.map((piece) => (
        <Take key={piece.piece} loan={loan} piece={piece} form={form} />
      ))}
      {(beyond.length > 0 || (left > 0 && taken.length > 0)) && (
        <p className={classes.say}>
          <IconInfoCircle size={16} aria-hidden />
          <span>
            {beyond.map((sentence) => `${sentence} `)}
            {beyond.length > 0 && 'Confirm what you found: the office looks into it. '}
            {left > 0 &&
              taken.length > 0 &&
              `${countText(left)} ${left === 1 ? 'stays' : 'stay'} on the way.`}
          </span>
        </p>
      )}
    </EndpointForm>
  )
}

const countText = (n: number) => (n === 1 ? '1 piece' : `${n} pieces`)

const here = (pieces: readonly LoanPiece[], rows: ReceiveValues['rows']) =>
  pieces.filter(({ piece }) => rows[piece]?.here)

const differenceOf = ({ unit, sent, present }: LoanPiece, { found }: Row) =>
  typedDifference(unit, sent ?? present, found)

interface TakeProps extends Omit<LoanActProps, 'close'> {
  piece: LoanPiece
  form: ActFormState<ReceiveValues>
}

function Take({ loan, piece, form: { fields } }: TakeProps) {
  const { name, unit } = piece
  const path = `rows.${piece.piece}`
  const row = fields.getValues().rows[piece.piece] ?? EMPTY
  const difference = differenceOf(piece, row)
  const photos = usePhotos({ loan, piece })
  const set = (part: Partial<Row>) => fields.setFieldValue(path, { ...row, ...part } as never)
  return (
    <div className={classes.take}>
      <Checkbox
        aria-label={`${name} is here`}
        size="sm"
        checked={row.here}
        onChange={({ currentTarget }) => set({ here: currentTarget.checked })}
      />
      <span className={classes.two}>
        <PieceName piece={piece} />
        <small>
          {`sent ${formatAmount(unit, piece.sent ?? piece.present)}`}
          {difference !== null && (
            <>
              {' · '}
              <Difference unit={unit} n={difference} tolerance={loan.tolerance[unit]} />
            </>
          )}
        </small>
      </span>
      <AmountField
        unit={writtenUnit(unit)}
        placeholder="found"
        aria-label={unit === 'ug' ? `Mass found of ${name}` : `Pressure found of ${name}`}
        data-path={`${path}.found`}
        value={row.found}
        // What is weighed is here.
        onChange={({ currentTarget }) => set({ found: currentTarget.value, here: true })}
        error={fields.errors[`${path}.found`] ?? whyNotMeasured(unit, row.found)}
      />
      <Select
        className={classes.condition!}
        aria-label={`Condition of ${name}`}
        data={CONDITIONS}
        allowDeselect={false}
        value={row.condition}
        onChange={(condition) => condition !== null && set({ condition })}
      />
      <PhotoButton photos={photos} name={name} />
      {row.condition !== AS_SENT && (
        <Textarea
          className={classes.below!}
          aria-label={`What is different about ${name}`}
          placeholder="What do you see?"
          autosize
          minRows={1}
          maxRows={6}
          value={row.note}
          onChange={({ currentTarget }) => set({ note: currentTarget.value })}
        />
      )}
      {photos.all.length > 0 && (
        <div className={classes.below}>
          <PhotoProgress photos={photos} />
        </div>
      )}
    </div>
  )
}
