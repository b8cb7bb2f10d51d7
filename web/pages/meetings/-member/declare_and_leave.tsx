import { Button, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import classes from './declare_and_leave.module.css'

interface DeclareAndLeaveProps {
  meeting_id: number
  proposal_id: number
}

/** The way out of a discussion for a member who finds a conflict of interest in the middle of it. */
export function DeclareAndLeave({ meeting_id, proposal_id }: DeclareAndLeaveProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className={classes.leave}>
      <span>{`In conflict with ${proposal_id}?`}</span>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        Declare and leave
      </Button>
      {open && (
        <DeclareDialog meeting_id={meeting_id} proposal_id={proposal_id} close={() => setOpen(false)} />
      )}
    </div>
  )
}

function DeclareDialog({ meeting_id, proposal_id, close }: DeclareAndLeaveProps & { close: () => void }) {
  const form = useEndpointForm(api.meetings.declareConflict, {
    initial: { proposal_id, reason: '' },
    input: { params: { id: String(meeting_id) } },
    draft: `proposals/${proposal_id}/conflict`,
    onDone: close,
  })
  return (
    <FormDialog
      title={`Declare a conflict of interest with ${proposal_id}?`}
      form={form}
      close={close}
      submit="Declare and leave"
    >
      <Text size="sm" component="ul" className={classes.effects}>
        <li>You leave this discussion now and are called back after it.</li>
        <li>Your grade of it, in this ballot and before the meeting, no longer counts and is deleted.</li>
        <li>{`From now on nothing of ${proposal_id} is shown to you: no report, grade, score or note.`}</li>
        <li>The chair sees that you are out, and the office is e-mailed.</li>
      </Text>
      <Textarea
        label="Reason"
        description="The office reads it. You cannot take this back; only the office can."
        autosize
        minRows={2}
        maxRows={8}
        data-autofocus
        {...form.fields.getInputProps('reason')}
      />
    </FormDialog>
  )
}
