import { Group, Select, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Conflict } from '#domain/conflicts/contract.ts'
import { whyNotDeclare, whyNotRecordFor, whyNotTakeBack } from '#domain/conflicts/rules.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useIsOffice, useUser } from '#web/lib/session/session.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { DeclareConflict } from '#web/ui/report/declare_conflict.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'

const CONSEQUENCE = 'Its reviewers, reports, scores, rank and notes are then kept from you.'
const OFFICE_NOTIFIED = ' The office is told by mail.'

/** The declared conflicts of interest with a proposal: the user's own, or all for the office. */
export function Conflicts({ proposal }: { proposal: StaffProposal }) {
  const office = useIsOffice()
  const [recording, setRecording] = useState(false)
  const conflicts = useCall(api.conflicts.list, { query: { proposal_id: proposal.id } }).data
  const records = office && !proposal.conflict
  return (
    <Section title="Conflicts of interest">
      <DataTable
        label="Conflicts of interest"
        rows={conflicts}
        rowKey={(row) => row.id}
        empty={<EmptyState title={office ? 'None is declared.' : 'You have declared none.'} />}
        columns={[
          { header: 'Name', cell: (row) => row.name },
          { header: 'Reason', cell: (row) => row.reason },
          { header: 'Declared by', cell: (row) => row.declared_by },
          {
            header: 'Date',
            hint: `Times are in ${zoneName()}.`,
            nowrap: true,
            cell: (row) => time(row.created_at),
          },
          ...(office
            ? [
                {
                  header: 'Actions',
                  action: true,
                  cell: (row: Conflict) => <TakeBack conflict={row} term={proposal.term} />,
                },
              ]
            : []),
        ]}
      />
      <Group gap="sm" mt="sm">
        {!proposal.conflict && (
          <DeclareConflict
            proposal_id={proposal.id}
            term={proposal.term}
            after={office ? CONSEQUENCE : CONSEQUENCE + OFFICE_NOTIFIED}
          />
        )}
        {records && whyNotDeclare(proposal.term) === null && (
          <ButtonWithReason variant="default" why={null} onClick={() => setRecording(true)}>
            Record a conflict
          </ButtonWithReason>
        )}
      </Group>
      {recording && <RecordConflict proposal_id={proposal.id} close={() => setRecording(false)} />}
    </Section>
  )
}

function TakeBack({ conflict, term }: { conflict: Conflict; term: StaffProposal['term'] }) {
  const me = useUser()
  const ask = useConfirm()
  const takeBack = useAction(api.conflicts.takeBack)
  return (
    <ButtonWithReason
      size="compact-sm"
      variant="default"
      why={whyNotTakeBack(me, conflict, term)}
      onClick={() =>
        void ask({
          question: `Do you take back the conflict of interest of ${conflict.name}, who then sees and does with this proposal what the role allows?`,
          details: <MailRecipients of={api.conflicts.takeBack} to={{}} />,
          act: () => takeBack.run({ params: { id: conflict.id } }),
        })
      }
    >
      Take back
    </ButtonWithReason>
  )
}

/** Dialog in which the office records another user's conflict of interest. */
function RecordConflict({ proposal_id, close }: { proposal_id: number; close: () => void }) {
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
        description="The reviewers, reports, scores, rank and notes are then kept from them, and a review can no longer be written by them. No mail is sent."
        withAsterisk
        autosize
        minRows={3}
        maxRows={10}
        {...form.fields.getInputProps('reason')}
      />
    </FormDialog>
  )
}
