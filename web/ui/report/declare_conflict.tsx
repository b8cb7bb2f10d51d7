import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { whyNotDeclare } from '#domain/conflicts/rules.ts'
import type { Term } from '#domain/terms/rules.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { FormDialog } from '../forms/endpoint_form.tsx'

interface DeclareConflictProps {
  proposal_id: number
  term: Pick<Term, 'id' | 'disabled'>
  /** The consequence for the user. */
  after: string
}

/** The button to declare a conflict of interest with a proposal, while its term is open. */
export function DeclareConflict({ proposal_id, term, after }: DeclareConflictProps) {
  const [open, setOpen] = useState(false)
  if (whyNotDeclare(term) !== null) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Declare a conflict
      </Button>
      {open && <ReasonDialog proposal_id={proposal_id} after={after} close={() => setOpen(false)} />}
    </>
  )
}

interface ReasonDialogProps {
  proposal_id: number
  after: string
  close: () => void
}

function ReasonDialog({ proposal_id, after, close }: ReasonDialogProps) {
  const form = useEndpointForm(api.conflicts.declare, {
    initial: { proposal_id, reason: '' },
    draft: `proposals/${proposal_id}/conflict`,
    onDone: close,
  })
  return (
    <FormDialog title="Declare a conflict of interest" form={form} close={close} submit="Declare">
      <Textarea
        label="Reason"
        description={`${after} Only the office can lift it.`}
        withAsterisk
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
        {...form.fields.getInputProps('reason')}
      />
    </FormDialog>
  )
}
