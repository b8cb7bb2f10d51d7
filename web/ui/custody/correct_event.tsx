import { Radio, Select, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { eventText } from '#domain/custody/event_text.ts'
import { parseSmall, smallUnit, whyNotSmall } from '#domain/custody/loans/sheets.ts'
import type { PieceDetail, PieceEvent } from '#domain/custody/pieces/contract.ts'
import { time } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useReadAgain } from '#web/lib/http/read_again.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { FormDialog } from '../forms/endpoint_form.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { AmountField } from './amount_field.tsx'

interface CorrectEventProps {
  /** The pieces whose events can be corrected here. */
  pieces: readonly { address: string; name: string }[]
  close: () => void
}

/** Takes back an event of a piece by a counter-event with a reason; the event itself stays on record. */
export function CorrectEvent({ pieces, close }: CorrectEventProps) {
  const [address, choose] = useState(pieces.length === 1 ? pieces[0]!.address : null)
  const piece = useCall(api.pieces.get, { params: { address: address ?? '' } }, { enabled: address !== null })
  const choice = pieces.length > 1 && (
    <Select
      label="Piece"
      data={pieces.map(({ address: value, name: label }) => ({ value, label }))}
      value={address}
      onChange={choose}
      data-autofocus
    />
  )
  if (address !== null && piece.data)
    return (
      <Counter key={address} piece={piece.data} close={close}>
        {choice}
      </Counter>
    )
  return (
    <Dialog open message={<b>Correct an event</b>} onClose={close} size="lg">
      {choice}
      {address !== null && <Loaded query={piece}>{() => null}</Loaded>}
    </Dialog>
  )
}

/** The sentence of an event, with what it takes back. */
export const sentenceOf = (piece: Pick<PieceDetail, 'unit' | 'events'>, event: PieceEvent) =>
  eventText(
    event.piece_name,
    piece.unit,
    event,
    piece.events.find((one) => one.piece === event.piece && one.number === event.counters),
  )

/** Whether the chosen event is one whose amount can be put right; whatever else was wrong is taken back whole. */
const hasAmount = (events: readonly PieceEvent[], number: string) =>
  events.some(
    (event) => String(event.number) === number && (event.kind === 'consume' || event.kind === 'loss'),
  )

interface CounterProps {
  piece: PieceDetail
  close: () => void
  children: React.ReactNode
}

function Counter({ piece, close, children }: CounterProps) {
  const own = piece.events.filter((event) => event.piece === piece.address && event.kind !== 'counter')
  const form = useEndpointForm(api.pieces.counter, {
    initial: { number: '', amount: '', reason: '' },
    input: { params: { address: piece.address } },
    toBody: ({ number, amount, reason }) => ({
      number: Number(number),
      amount: hasAmount(own, number) && amount !== '' ? (parseSmall(piece.unit, amount) ?? -1) : null,
      reason,
      version: piece.version,
    }),
    onDone: close,
    onFault: useReadAgain(),
  })
  const { number, amount } = form.fields.getValues()
  const correctable = hasAmount(own, number)
  const onLoan = own.find((event) => String(event.number) === number)?.loan_change ?? ''
  return (
    <FormDialog
      title="Correct an event"
      form={form}
      close={close}
      submit={correctable && amount !== '' ? 'Correct it' : 'Take it back'}
      size="lg"
      disabled={number === ''}
    >
      {children}
      <Text size="sm">
        The event stays on record, struck through; a counter-event with your reason undoes what it did.
      </Text>
      <Radio.Group label={`Events of ${piece.name}`} withAsterisk {...form.fields.getInputProps('number')}>
        <Stack gap="xs" mt={4}>
          {own.map((event) => (
            <Radio
              key={event.number}
              value={String(event.number)}
              label={sentenceOf(piece, event)}
              description={`${time(event.at)}, ${event.by_name}${event.why_not_counter === null ? '' : `. ${event.why_not_counter}`}`}
              disabled={event.why_not_counter !== null}
            />
          ))}
        </Stack>
      </Radio.Group>
      {onLoan !== '' && (
        <Text size="sm" role="note">
          {onLoan}
        </Text>
      )}
      {correctable && (
        <AmountField
          label="The right amount"
          description="Empty: the event is taken back whole."
          unit={smallUnit(piece.unit)}
          {...form.fields.getInputProps('amount')}
          error={form.fields.errors.amount ?? (amount === '' ? null : whyNotSmall(piece.unit, amount))}
        />
      )}
      <Textarea label="Reason" withAsterisk autosize minRows={2} {...form.fields.getInputProps('reason')} />
    </FormDialog>
  )
}
