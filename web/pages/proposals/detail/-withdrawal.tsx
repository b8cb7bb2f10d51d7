import { Group, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { participantsOf } from '#domain/proposals/participants.ts'
import { isPending, whyNotDecide } from '#domain/proposals/withdrawal.ts'
import { isOpen } from '#domain/reports/due.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { listNames } from '#domain/text.ts'
import { time } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { Note } from '#web/ui/text/note.tsx'

/** That the proposer withdraws, or asks to; the office grants or refuses it. Nothing without a withdrawal. */
export function WithdrawalNote({ proposal }: { proposal: StaffProposal }) {
  const { withdrawal, name } = proposal
  if (!withdrawal) return null
  const { reason, granted, asked_at, decided_at, answer } = withdrawal
  if (isPending(withdrawal))
    return (
      <Note
        kind="warn"
        title={`${name} asked on ${time(asked_at)} to withdraw this proposal.`}
        action={<Decision proposal={proposal} />}
      >
        {reason}
      </Note>
    )
  return (
    <Note title={`${granted ? 'Withdrawn' : 'Withdrawal refused'} on ${time(decided_at)}.`}>
      {granted ? reason : answer}
    </Note>
  )
}

function Decision({ proposal }: { proposal: StaffProposal }) {
  const ask = useConfirm()
  const office = useIsOffice()
  const grant = useAction(api.staff.grantWithdrawal)
  const [refusing, setRefusing] = useState(false)
  if (!office) return null
  const { id, name, title, assigned_samples, assigned_samples_status_true: confirmed, term } = proposal
  const open = proposal.reports.filter((report) => isOpen({ ...report, term_disabled: term.disabled }))
  const why =
    whyNotDecide(proposal) ??
    (confirmed.length > 0
      ? `Samples are confirmed for it: ${listNames(
          confirmed.map((s) => s.name),
          5,
        )}.`
      : null)
  return (
    <Group gap="xs" wrap="nowrap">
      <ButtonWithReason
        size="compact-sm"
        why={why}
        onClick={() =>
          void ask({
            question: 'Withdraw this proposal?',
            details: (
              <>
                <Text size="sm">{`${id}: ${title} is no longer considered.`}</Text>
                {open.length > 0 && (
                  <Text size="sm">{`The reports of ${listNames(
                    open.map(({ user }) => user.name),
                    10,
                  )} close.`}</Text>
                )}
                {assigned_samples.length > 0 && (
                  <Text size="sm">{`No longer assigned to it: ${listNames(
                    assigned_samples.map((s) => s.name),
                    10,
                  )}.`}</Text>
                )}
                <MailRecipients
                  of={api.staff.grantWithdrawal}
                  to={{ participants: participantsOf(proposal), reviewer: open.map(({ user }) => user) }}
                />
              </>
            ),
            yes: 'Withdraw',
            no: 'Cancel',
            act: () => grant.run({ params: { id } }),
          })
        }
      >
        Grant
      </ButtonWithReason>
      <WriteButton size="compact-sm" variant="default" onClick={() => setRefusing(true)}>
        Refuse
      </WriteButton>
      {refusing && (
        <RefuseDialog proposal={{ id, name, email: proposal.email }} close={() => setRefusing(false)} />
      )}
    </Group>
  )
}

interface RefuseDialogProps {
  proposal: { id: number; name: string; email: string }
  close: () => void
}

function RefuseDialog({ proposal, close }: RefuseDialogProps) {
  const form = useEndpointForm(api.staff.refuseWithdrawal, {
    initial: { reason: '' },
    input: { params: { id: proposal.id } },
    onDone: close,
  })
  return (
    <FormDialog title="Refuse this withdrawal?" form={form} close={close} submit="Refuse">
      <Text size="sm">The proposal stays submitted.</Text>
      <Textarea label="Reason" withAsterisk autosize minRows={2} {...form.fields.getInputProps('reason')} />
      <MailRecipients of={api.staff.refuseWithdrawal} to={{ proposer: [proposal] }} saying="the reason" />
    </FormDialog>
  )
}
