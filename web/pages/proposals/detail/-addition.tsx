import { Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { NOTE_LENGTH } from '#domain/staff/rules.ts'
import { whyReadOnly } from '#domain/terms/rules.ts'
import { length } from '#domain/text.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'

/** The Addition tab: the staff's note. */
export function Addition({ proposal }: { proposal: StaffProposal }) {
  const office = useIsOffice()
  const [open, setOpen] = useState(false)
  if (proposal.conflict) return <EmptyState title="The additional note is not shown to you." />
  return (
    <Stack>
      {proposal.additional_notes ? (
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{proposal.additional_notes}</Text>
      ) : (
        <EmptyState title="There is no additional note." />
      )}
      {office && (
        <div>
          <ButtonWithReason
            variant="default"
            saves={false}
            why={whyReadOnly(proposal.term)}
            onClick={() => setOpen(true)}
          >
            Edit additional note
          </ButtonWithReason>
        </div>
      )}
      {open && <NoteDialog proposal={proposal} close={() => setOpen(false)} />}
    </Stack>
  )
}

const valuesOf = ({ additional_notes, note_version }: StaffProposal) => ({
  note: additional_notes,
  version: note_version,
})

function NoteDialog({ proposal, close }: { proposal: StaffProposal; close: () => void }) {
  const form = useEndpointForm(api.staff.saveNote, {
    initial: valuesOf(proposal),
    input: { params: { id: proposal.id } },
    draft: `proposals/${proposal.id}/note`,
    conflict: { load: async () => valuesOf(await api.staff.get({ params: { id: proposal.id } })) },
    onDone: close,
  })
  return (
    <FormDialog title="Edit additional note" form={form} close={close} submit="Save" size="lg">
      <Textarea
        label="Additional note"
        autosize
        minRows={6}
        maxRows={18}
        data-autofocus
        description={`${length(form.fields.getValues().note)} / ${NOTE_LENGTH}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.fields.getInputProps('note')}
      />
    </FormDialog>
  )
}
