import { SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { randomKey, useActForm } from '#web/lib/forms/act_form.ts'
import { api } from '#web/lib/http/api.ts'
import { Note } from '../../text/note.tsx'
import { ActForm, type PieceActProps } from './parts.tsx'

/** Asks the office to agree that a piece goes to another place, or to a named colleague. */
export function MoveForm({ loan, piece, close }: PieceActProps) {
  const form = useActForm(api.loans.askMove, {
    initial: {
      key: randomKey(),
      to: 'place' as 'place' | 'colleague',
      name: '',
      email: '',
      affiliation: '',
      reason: '',
    },
    input: { params: { number: loan.number } },
    draft: `loans/pieces/${piece.piece}/move`,
    toBody: ({ to, email, affiliation, ...rest }) => ({
      ...rest,
      to,
      email: to === 'colleague' ? email : '',
      affiliation: to === 'colleague' ? affiliation : '',
      piece: piece.piece,
      version: piece.version,
    }),
    onDone: close,
  })
  const { fields } = form
  const { to } = fields.getValues()
  const toColleague = to === 'colleague'
  return (
    <ActForm form={form} close={close} submit="Ask to move it">
      <SegmentedControl
        fullWidth
        aria-label="Move to"
        data={[
          { value: 'place', label: 'Another place of mine' },
          { value: 'colleague', label: 'A colleague' },
        ]}
        value={to}
        onChange={(next) => fields.setFieldValue('to', next as typeof to)}
      />
      <TextInput
        label={toColleague ? 'Name of the colleague' : 'Place'}
        placeholder={toColleague ? undefined : 'SOLEIL, beamline SMIS'}
        withAsterisk
        {...fields.getInputProps('name')}
      />
      {toColleague && (
        <>
          <TextInput label="E-mail" inputMode="email" withAsterisk {...fields.getInputProps('email')} />
          <TextInput label="Affiliation" {...fields.getInputProps('affiliation')} />
        </>
      )}
      <Textarea label="Reason" autosize minRows={2} maxRows={6} {...fields.getInputProps('reason')} />
      <Note>
        {toColleague
          ? 'The office must agree before you hand it over. You remain responsible for the loan.'
          : 'The office must agree before you move it. You remain responsible for the loan.'}
      </Note>
    </ActForm>
  )
}
