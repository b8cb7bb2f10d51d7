import { Button, Text, Textarea, TextInput } from '@mantine/core'
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
import type { PieceDetail } from '#domain/custody/pieces/contract.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useReadAgain } from '#web/lib/http/read_again.ts'
import acts from '#web/ui/custody/acts/acts.module.css'
import { Sum } from '#web/ui/custody/acts/parts.tsx'
import { partName } from '#web/ui/custody/acts/split.tsx'
import { AmountField } from '#web/ui/custody/amount_field.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import classes from './piece.module.css'

interface SplitProps {
  piece: PieceDetail
  close: () => void
}

/** Splits a piece in curation: what each part weighs, what form it has and where it is kept. */
export function SplitInCuration({ piece, close }: SplitProps) {
  const part = { amount: '', form: piece.form, place: piece.place }
  const form = useEndpointForm(api.pieces.split, {
    initial: { parts: [part, part], used: '', lost: '', method: '', note: '' },
    input: { params: { address: piece.address } },
    draft: `pieces/${piece.address}/split`,
    toBody: ({ parts, used, lost, method, note }) => ({
      parts: parts.map(({ amount, form, place }) => ({
        amount: parseMeasured('ug', amount) ?? 0,
        form,
        place,
      })),
      consumed: parseSmall('ug', used) ?? 0,
      lost: parseSmall('ug', lost) ?? 0,
      method,
      note,
      version: piece.version,
    }),
    fieldOf: (path) => (path === 'consumed' ? 'used' : path),
    onDone: close,
    onFault: useReadAgain(),
  })
  const { fields } = form
  const { parts, used, lost } = fields.getValues()
  const balance = splitBalance(piece.present, { parts, used, lost }, piece.tolerance)
  const { state, missing, title, sum } = balance
  return (
    <FormDialog
      title={`Split ${piece.name}`}
      form={form}
      close={close}
      submit={`Split in ${parts.length}`}
      disabled={whyNotSplitYet(balance) !== null}
      size="xl"
    >
      <Text size="sm">
        {`${formatAmount('ug', piece.present)} on record. Weigh each part. ${piece.name} is then replaced by its parts.`}
      </Text>
      {parts.map(({ amount }, place) => {
        const name = partName(piece.next_part, place)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place, which gives it its name
          <fieldset key={place} className={classes.part}>
            <legend>{name}</legend>
            <AmountField
              label="Mass"
              aria-label={`Mass of ${name}`}
              unit="mg"
              withAsterisk
              {...fields.getInputProps(`parts.${place}.amount`)}
              error={fields.errors[`parts.${place}.amount`] ?? whyNotMeasured('ug', amount)}
            />
            <TextInput
              label="Form"
              aria-label={`Form of ${name}`}
              withAsterisk
              {...fields.getInputProps(`parts.${place}.form`)}
            />
            <TextInput
              label="Place"
              aria-label={`Place of ${name}`}
              {...fields.getInputProps(`parts.${place}.place`)}
            />
            {parts.length > 1 && place === parts.length - 1 && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => fields.removeListItem('parts', place)}
              >
                {`Remove ${name}`}
              </Button>
            )}
          </fieldset>
        )
      })}
      <div>
        <Button variant="subtle" size="compact-sm" onClick={() => fields.insertListItem('parts', part)}>
          Add a part
        </Button>
      </div>
      <div className={classes.part}>
        <AmountField
          label="Used"
          unit="µg"
          placeholder="0"
          {...fields.getInputProps('used')}
          error={fields.errors.used ?? whyNotSmall('ug', used)}
        />
        <AmountField
          label="Handling loss"
          unit="µg"
          placeholder="0"
          {...fields.getInputProps('lost')}
          error={fields.errors.lost ?? whyNotSmall('ug', lost)}
        />
        <TextInput label="Used for" {...fields.getInputProps('method')} />
      </div>
      <div className={acts.fields}>
        <Sum title={title} bad={state === 'missing' || state === 'over'} idle={state === 'incomplete'}>
          {sum}
        </Sum>
        {state === 'missing' && (
          <Button
            variant="default"
            onClick={() => fields.setFieldValue('lost', lossWithMissing(lost, missing))}
          >
            {`Add ${missing} µg to the handling loss`}
          </Button>
        )}
      </div>
      <Textarea label="Note" autosize minRows={2} {...fields.getInputProps('note')} />
    </FormDialog>
  )
}
