import { Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { formatAmount, formatDifference, writeAmount, writtenUnit } from '#domain/custody/amounts.ts'
import type { Loan, LoanPiece } from '#domain/custody/loans/contract.ts'
import { parseMeasured, whyNotMeasured } from '#domain/custody/loans/sheets.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useReadAgain } from '#web/lib/http/read_again.ts'
import { AmountField } from '#web/ui/custody/amount_field.tsx'
import { mailedHolder } from '#web/ui/custody/mailed_holder.ts'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'

interface ConfirmReturnProps {
  loan: Loan
  piece: LoanPiece
  close: () => void
}

/** Weighs a piece in that came back, and puts it into its place. */
export function ConfirmReturn({ loan, piece, close }: ConfirmReturnProps) {
  const { unit, present, sent_back } = piece
  const expected = sent_back?.amount ?? present
  const form = useEndpointForm(api.loans.confirmReturn, {
    initial: { found: '', place: piece.place, how: '', reason: '' },
    input: { params: { number: loan.number } },
    toBody: ({ found, place, how, reason }) => ({
      piece: piece.piece,
      // What is no amount is refused by the schema, at its field.
      found: parseMeasured(unit, found) ?? -1,
      place,
      reason,
      ...(beyond && how !== '' && { how: how as 'accept' | 'loss' }),
      version: piece.version,
    }),
    onDone: close,
    onFault: useReadAgain(),
  })
  const typed = form.fields.getValues().found
  const found = parseMeasured(unit, typed)
  const difference = found === null ? 0 : found - expected
  const tolerance = unit === 'ug' ? loan.tolerance.ug : loan.tolerance.mpa
  const beyond = Math.abs(difference) > tolerance
  return (
    <FormDialog title={`Return of ${piece.name}`} form={form} close={close} submit="Confirm" size="lg">
      <Text size="sm">
        {`The holder sent back ${formatAmount(unit, expected)}${sent_back?.tracking_number ? `, tracking ${sent_back.tracking_number}` : ''}.`}
      </Text>
      <AmountField
        label="Weighed"
        unit={writtenUnit(unit)}
        placeholder={writeAmount(expected)}
        withAsterisk
        data-autofocus
        description={found === null ? undefined : formatDifference(unit, difference)}
        {...form.fields.getInputProps('found')}
        error={form.fields.errors.found && (whyNotMeasured(unit, typed) ?? form.fields.errors.found)}
      />
      <TextInput
        label="Place"
        description="Where curation keeps it: N2-3, drawer 4."
        withAsterisk
        {...form.fields.getInputProps('place')}
      />
      {beyond && (
        <Radio.Group
          label={`${formatDifference(unit, difference)} is beyond the tolerance`}
          withAsterisk
          {...form.fields.getInputProps('how')}
        >
          <Stack gap="xs" mt={4}>
            <Radio value="accept" label="What was weighed is the amount on record" />
            {difference < 0 && <Radio value="loss" label="The missing amount is a handling loss" />}
          </Stack>
        </Radio.Group>
      )}
      <Textarea
        label="Reason or note"
        withAsterisk={beyond}
        autosize
        minRows={2}
        {...form.fields.getInputProps('reason')}
      />
      <MailRecipients of={api.loans.confirmReturn} to={{ holder: mailedHolder(loan) }} />
    </FormDialog>
  )
}
