import { Text, Textarea, TextInput } from '@mantine/core'
import { formatAmount, formatDifference, writtenUnit } from '#domain/custody/amounts.ts'
import {
  parseMeasured,
  parseSmall,
  smallUnit,
  whyNotMeasured,
  whyNotSmall,
} from '#domain/custody/loans/sheets.ts'
import type { PieceDetail } from '#domain/custody/pieces/contract.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useReadAgain } from '#web/lib/http/read_again.ts'
import { AmountField } from '#web/ui/custody/amount_field.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'

interface FormProps {
  piece: PieceDetail
  close: () => void
}

/** Records what the balance, or the gauge, shows of a piece in curation. */
export function Weigh({ piece, close }: FormProps) {
  const { address, name, unit, present, version } = piece
  const form = useEndpointForm(api.pieces.weigh, {
    initial: { found: '', note: '' },
    input: { params: { address } },
    toBody: ({ found, note }) => ({ found: parseMeasured(unit, found) ?? -1, note, version }),
    onDone: close,
    onFault: useReadAgain(),
  })
  const typed = form.fields.getValues().found
  const found = parseMeasured(unit, typed)
  return (
    <FormDialog
      title={`${unit === 'ug' ? 'Weigh' : 'Measure'} ${name}`}
      form={form}
      close={close}
      submit="Record"
      disabled={found === null}
    >
      <Text size="sm">
        {`${formatAmount(unit, present)} on record. What differs is recorded as a measured difference.`}
      </Text>
      <AmountField
        label="Found"
        unit={writtenUnit(unit)}
        description={found === null ? undefined : formatDifference(unit, found - present)}
        withAsterisk
        data-autofocus
        {...form.fields.getInputProps('found')}
        error={form.fields.errors.found ?? whyNotMeasured(unit, typed)}
      />
      <Textarea label="Note" autosize minRows={2} {...form.fields.getInputProps('note')} />
    </FormDialog>
  )
}

/** Records that some of a piece was lost in handling. */
export function Loss({ piece, close }: FormProps) {
  const { address, name, unit, present, version } = piece
  const form = useEndpointForm(api.pieces.loss, {
    initial: { amount: '', reason: '' },
    input: { params: { address } },
    toBody: ({ amount, reason }) => ({ amount: parseSmall(unit, amount) ?? 0, reason, version }),
    onDone: close,
    onFault: useReadAgain(),
  })
  const typed = form.fields.getValues().amount
  return (
    <FormDialog
      title={`Handling loss of ${name}`}
      form={form}
      close={close}
      submit="Record"
      disabled={(parseSmall(unit, typed) ?? 0) === 0}
    >
      <Text size="sm">{`${formatAmount(unit, present)} on record.`}</Text>
      <AmountField
        label="Lost"
        unit={smallUnit(unit)}
        withAsterisk
        data-autofocus
        {...form.fields.getInputProps('amount')}
        error={form.fields.errors.amount ?? whyNotSmall(unit, typed)}
      />
      <Textarea label="Reason" withAsterisk autosize minRows={2} {...form.fields.getInputProps('reason')} />
    </FormDialog>
  )
}

/** Says where curation keeps a piece. */
export function Place({ piece, close }: FormProps) {
  const { address, name, version } = piece
  const form = useEndpointForm(api.pieces.place, {
    initial: { place: piece.place },
    input: { params: { address } },
    toBody: ({ place }) => ({ place, version }),
    onDone: close,
    onFault: useReadAgain(),
  })
  return (
    <FormDialog title={`Place of ${name}`} form={form} close={close} submit="Save">
      <TextInput
        label="Place"
        description="In the vault: N2-3, drawer 4."
        data-autofocus
        {...form.fields.getInputProps('place')}
      />
    </FormDialog>
  )
}
