import { Select, Textarea } from '@mantine/core'
import { whyNotRecordFor } from '#domain/conflicts/rules.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useUser } from '#web/lib/session/session.ts'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'

/** The office records the conflict of interest of another member of the staff or of a reviewer. */
export function RecordConflict({ proposal_id, close }: { proposal_id: number; close: () => void }) {
  const me = useUser()
  const users = useCall(api.users.all).data ?? []
  const form = useEndpointForm(api.conflicts.declare, {
    initial: { proposal_id, user_id: '', reason: '' },
    draft: `proposals/${proposal_id}/conflict/record`,
    onDone: close,
  })
  const concerned = users.filter(
    (user) => user.id !== me.id && !user.disabled && whyNotRecordFor(user) === null,
  )
  return (
    <FormDialog
      title="Record a conflict of interest"
      form={form}
      close={close}
      submit="Record"
      disabled={form.fields.getValues().user_id === ''}
    >
      <Select
        label="Whose"
        placeholder="Name, affiliation or e-mail"
        withAsterisk
        searchable
        data-autofocus
        nothingFoundMessage="No member of the staff or reviewer is called so."
        data={concerned.map(({ id, name, affiliation, email }) => ({
          value: String(id),
          label: `${name} / ${affiliation} (${email})`,
        }))}
        {...form.fields.getInputProps('user_id')}
      />
      <Textarea
        label="Reason"
        description="The reviewers, reports, scores, rank and notes are then kept from them, and a review can not be written by them any more. No mail is sent."
        withAsterisk
        autosize
        minRows={3}
        maxRows={10}
        {...form.fields.getInputProps('reason')}
      />
    </FormDialog>
  )
}
