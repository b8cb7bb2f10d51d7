import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { length } from '#domain/fields.ts'
import { NOTE_LENGTH, type StaffProposal } from '#domain/proposals/contract.ts'
import { whyReadOnly } from '#domain/terms/rules.ts'
import { api } from '#web/lib/api.ts'
import { useCallForm } from '#web/lib/form.ts'
import { useIsOffice } from '#web/lib/session.tsx'
import { CallForm } from '#web/ui/call_form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty_state.tsx'
import { RuledButton } from '#web/ui/ruled_button.tsx'

/** The Addition tab: the staff's note on the proposal. */
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
          <RuledButton variant="default" why={whyReadOnly(proposal.term)} onClick={() => setOpen(true)}>
            Edit additional note
          </RuledButton>
        </div>
      )}
      {open && <NoteDialog proposal={proposal} close={() => setOpen(false)} />}
    </Stack>
  )
}

function NoteDialog({ proposal, close }: { proposal: StaffProposal; close: () => void }) {
  const form = useCallForm(api.proposals.saveNote, {
    initial: { note: proposal.additional_notes },
    input: { params: { id: proposal.id } },
    draft: `proposals/${proposal.id}/note`,
    onDone: close,
  })
  return (
    <Dialog open size="lg" says={<b>Edit additional note</b>} onClose={form.waiting ? undefined : close}>
      <CallForm form={form} asks={false}>
        <Stack>
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
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={form.waiting} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={form.waiting}>
              Save
            </Button>
          </Group>
        </Stack>
      </CallForm>
    </Dialog>
  )
}
