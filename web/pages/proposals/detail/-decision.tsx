import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { DecisionNotes, StaffProposal } from '#domain/staff/contract.ts'
import { DECISION_NOTE_LENGTH, whyNotNoteDecision } from '#domain/staff/rules.ts'
import { length } from '#domain/text.ts'
import { time } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { DetailFields, Section } from '#web/ui/layout/section.tsx'
import { GlobalScore } from '#web/ui/text/score.tsx'

/** The panel's decision: score, rank, and why. The office edits the notes. */
export function Decision({ proposal }: { proposal: StaffProposal }) {
  const office = useIsOffice()
  const [open, setOpen] = useState(false)
  const query = useCall(api.staff.decisionNotes, { params: { id: proposal.id } }, { own: ['forbidden'] })
  const notes = query.data
  return (
    <Section
      title="Decision"
      aside={
        office && (
          <ButtonWithReason
            size="compact-sm"
            variant="default"
            saves={false}
            why={whyNotNoteDecision(proposal)}
            onClick={() => setOpen(true)}
          >
            Edit notes
          </ButtonWithReason>
        )
      }
    >
      <Loaded query={query} skeleton={<Lines count={4} />}>
        {({ for_proposer, internal, saved_by, saved_at }) => (
          <DetailFields
            rows={[
              ['Global Score', <GlobalScore key="score" score={proposal.global_score} />],
              ['Rank', proposal.rank],
              ['Note for the proposer', for_proposer],
              ['Internal note', internal],
              saved_at !== null && ['Notes saved', `${time(saved_at)} by ${saved_by}`],
            ]}
          />
        )}
      </Loaded>
      {open && notes && <NotesDialog id={proposal.id} notes={notes} close={() => setOpen(false)} />}
    </Section>
  )
}

const valuesOf = ({ for_proposer, internal, version }: DecisionNotes) => ({
  for_proposer,
  internal,
  version,
})

interface NotesDialogProps {
  id: number
  notes: DecisionNotes
  close: () => void
}

function NotesDialog({ id, notes, close }: NotesDialogProps) {
  const params = { id }
  const form = useEndpointForm(api.staff.saveDecisionNotes, {
    initial: valuesOf(notes),
    input: { params },
    draft: `proposals/${id}/decision`,
    conflict: { load: async () => valuesOf(await api.staff.decisionNotes({ params })) },
    onDone: close,
  })
  const { for_proposer, internal } = form.fields.getValues()
  const field = { autosize: true, minRows: 4, maxRows: 14, inputWrapperOrder: ORDER }
  return (
    <FormDialog title="Notes on the decision" form={form} close={close} submit="Save" size="lg">
      <Textarea
        label="Note for the proposer"
        data-autofocus
        description={`${length(for_proposer)} / ${DECISION_NOTE_LENGTH}. Kept for the letter with the result; the proposer does not see it before.`}
        {...field}
        {...form.fields.getInputProps('for_proposer')}
      />
      <Textarea
        label="Internal note"
        description={`${length(internal)} / ${DECISION_NOTE_LENGTH}. Only panel and office without a conflict of interest see it.`}
        {...field}
        {...form.fields.getInputProps('internal')}
      />
    </FormDialog>
  )
}

const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
