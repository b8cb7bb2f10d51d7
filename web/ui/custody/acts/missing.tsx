import { Checkbox, Stack, Textarea } from '@mantine/core'
import type { LoanPiece } from '#domain/custody/loans/contract.ts'
import { randomKey, useActForm } from '#web/lib/forms/act_form.ts'
import { api } from '#web/lib/http/api.ts'
import { ActForm, type LoanActProps, PieceName } from './parts.tsx'

/** Pieces that should be in the parcel and are not. */
export function MissingForm({ loan, pieces, close }: LoanActProps & { pieces: readonly LoanPiece[] }) {
  const form = useActForm(api.loans.missing, {
    initial: { key: randomKey(), pieces: pieces.length === 1 ? [pieces[0]!.piece] : [], note: '' },
    input: { params: { number: loan.number } },
    draft: `loans/${loan.number}/missing`,
    toBody: (values) => values,
    onDone: close,
  })
  const { fields } = form
  const chosen = fields.getValues().pieces
  return (
    <ActForm
      form={form}
      close={close}
      submit="Tell the office"
      why={chosen.length === 0 ? 'Select what is missing.' : null}
    >
      <Checkbox.Group
        label="Not in the parcel"
        withAsterisk
        value={chosen}
        error={fields.errors.pieces}
        onChange={(next) => fields.setFieldValue('pieces', next)}
      >
        <Stack gap={6} mt={4}>
          {pieces.map((piece) => (
            <Checkbox
              key={piece.piece}
              value={piece.piece}
              label={<PieceName piece={piece} />}
              aria-label={`${piece.name} is missing`}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Textarea
        label="What happened"
        description="The state of the parcel and its seal, what came instead."
        withAsterisk
        autosize
        minRows={3}
        maxRows={8}
        {...fields.getInputProps('note')}
      />
      <p>The office looks for it with the carrier. If it comes later, confirm its receipt as usual.</p>
    </ActForm>
  )
}
