import { Group, Select, Text, Textarea } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import type { Conflict } from '#domain/conflicts/contract.ts'
import { whyNotDeclare, whyNotLift, whyNotRecordFor } from '#domain/conflicts/rules.ts'
import { CONFLICT_KINDS } from '#domain/conflicts/status.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useIsOffice, useUser } from '#web/lib/session/session.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { DeclareConflict } from '#web/ui/report/declare_conflict.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'

const CONSEQUENCE = 'Its reviewers, reports, scores, rank and notes are then hidden from you.'
const OFFICE_NOTIFIED = ' The office is notified by e-mail.'

/** The conflicts of interest with a proposal: the user's own declared ones, or all for the office. */
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
        rowKey={(row) => `${row.kind} ${row.user_id}`}
        empty={<EmptyState title={office ? 'There are none.' : 'You have declared none.'} />}
        columns={[
          { header: 'Name', cell: (row) => row.name },
          { header: 'Kind', cell: (row) => CONFLICT_KINDS[row.kind] },
          { header: 'Reason', cell: reasonOf },
          { header: 'Declared by', cell: (row) => row.declared_by ?? '-' },
          {
            header: 'Date',
            hint: `Times are in ${zoneName()}.`,
            nowrap: true,
            cell: (row) => (row.created_at === null ? '-' : time(row.created_at)),
          },
          ...(office
            ? [
                {
                  header: 'Actions',
                  action: true,
                  cell: (row: Conflict) => <Lift conflict={row} term={proposal.term} />,
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

/** Why it is declared, or why it was lifted. */
const reasonOf = ({ reason, lifted }: Conflict) =>
  lifted
    ? `Lifted by ${lifted.by ?? 'the command line'}, ${time(lifted.at)}: ${lifted.reason}`
    : reason || '-'

/** Asks the office for the reason why a conflict is none. */
function Lift({ conflict, term }: { conflict: Conflict; term: StaffProposal['term'] }) {
  const me = useUser()
  const [open, setOpen] = useState(false)
  if (conflict.lifted) return null
  return (
    <>
      <ButtonWithReason
        size="compact-sm"
        variant="default"
        why={whyNotLift(me, conflict, term)}
        onClick={() => setOpen(true)}
      >
        Lift
      </ButtonWithReason>
      {open && conflict.id !== null && (
        <LiftDeclared conflict={conflict} id={conflict.id} close={() => setOpen(false)} />
      )}
      {open && conflict.id === null && <LiftByAddress conflict={conflict} close={() => setOpen(false)} />}
    </>
  )
}

interface LiftProps {
  conflict: Conflict
  close: () => void
}

function LiftDeclared({ conflict, id, close }: LiftProps & { id: number }) {
  const form = useEndpointForm(api.conflicts.takeBack, {
    input: { params: { id } },
    initial: { reason: '' },
    onDone: close,
  })
  return (
    <LiftDialog conflict={conflict} form={form} close={close}>
      <Textarea {...LIFT_REASON} {...form.fields.getInputProps('reason')} />
    </LiftDialog>
  )
}

function LiftByAddress({ conflict, close }: LiftProps) {
  const { proposal_id, user_id } = conflict
  const form = useEndpointForm(api.conflicts.lift, {
    initial: { proposal_id, user_id, reason: '' },
    onDone: close,
  })
  return (
    <LiftDialog conflict={conflict} form={form} close={close}>
      <Textarea {...LIFT_REASON} {...form.fields.getInputProps('reason')} />
    </LiftDialog>
  )
}

const LIFT_REASON = {
  label: 'Why it is not a conflict of interest',
  withAsterisk: true,
  autosize: true,
  minRows: 3,
  maxRows: 10,
  'data-autofocus': true,
} as const

function LiftDialog({
  conflict,
  ...dialog
}: LiftProps & Pick<ComponentProps<typeof FormDialog>, 'form' | 'children'>) {
  return (
    <FormDialog title={`Lift the conflict of interest of ${conflict.name}?`} submit="Lift" {...dialog}>
      <Text size="sm">
        {conflict.name} will see this proposal, its reviewers, reports and scores as their role allows. The
        reason is recorded in the audit log. No e-mail is sent.
      </Text>
      {dialog.children}
    </FormDialog>
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
        label="Person"
        placeholder="Name, affiliation or e-mail"
        withAsterisk
        searchable
        data-autofocus
        nothingFoundMessage="No staff member or reviewer matches."
        data={concerned.map(({ id, name, affiliation, email }) => ({
          value: String(id),
          label: `${name} / ${affiliation} (${email})`,
        }))}
        {...form.fields.getInputProps('user_id')}
      />
      <Textarea
        label="Reason"
        description="The reviewers, reports, scores, rank and notes are then hidden from them, and they can no longer write a review. No e-mail is sent."
        withAsterisk
        autosize
        minRows={3}
        maxRows={10}
        {...form.fields.getInputProps('reason')}
      />
    </FormDialog>
  )
}
