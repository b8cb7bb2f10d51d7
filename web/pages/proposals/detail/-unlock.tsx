import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { isSubmitted } from '#domain/proposals/status.ts'
import { defaultUnlockEnd } from '#domain/proposals/unlock.ts'
import { isOpen } from '#domain/reports/due.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { whyNotCancelSubmission } from '#domain/staff/rules.ts'
import { zoneName } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { InstantField } from '#web/ui/forms/date_field.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'

interface UnlockProps {
  proposal: StaffProposal
  /** The names of its confirmed samples. */
  confirmed: readonly string[]
  close: () => void
}

/** Asks until when a proposal is unlocked, and whether its submission is cancelled with it. */
export function Unlock({ proposal, confirmed, close }: UnlockProps) {
  const [initial] = useState(() => ({ until: defaultUnlockEnd(new Date()), cancel_submission: false }))
  const form = useEndpointForm(api.staff.unlock, {
    initial,
    input: { params: { id: proposal.id } },
    onDone: close,
  })
  const submitted = isSubmitted(proposal.status)
  const whyNotCancel = whyNotCancelSubmission({ ...proposal, is_unlocked: true }, confirmed)
  const cancelToo = (cancel: boolean) => form.fields.setFieldValue('cancel_submission', cancel)
  return (
    <Dialog open size="lg" message={<b>Unlock this proposal?</b>} onClose={form.waiting ? undefined : close}>
      <EndpointForm form={form} guardsLeaving={false}>
        <Stack>
          <Text size="sm">
            {submitted
              ? `${proposal.name} can then change it, even after the deadline. It stays submitted unless you cancel its submission too.`
              : `${proposal.name} can then change and submit it, even after the deadline.`}
          </Text>
          <OpenReviews proposal={proposal} />
          <InstantField
            label="Unlocked until"
            description={`In ${zoneName()}. It then locks again by itself.`}
            data-autofocus
            {...form.fields.getInputProps('until')}
          />
          {submitted && <CancelConsequences proposal={proposal} />}
          <MailRecipients of={api.staff.unlock} to={{ proposer: [proposal] }} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={form.waiting} onClick={close}>
              Cancel
            </Button>
            {submitted && (
              <ButtonWithReason
                variant="default"
                why={whyNotCancel}
                disabled={form.waiting}
                onClick={() => {
                  cancelToo(true)
                  form.submit()
                }}
              >
                Unlock and cancel the submission
              </ButtonWithReason>
            )}
            <WriteButton type="submit" loading={form.waiting} onClick={() => cancelToo(false)}>
              Unlock
            </WriteButton>
          </Group>
        </Stack>
      </EndpointForm>
    </Dialog>
  )
}

/** Names the reviewers who have not submitted their reports. */
function OpenReviews({ proposal: { reports, term } }: { proposal: StaffProposal }) {
  const open = reports.filter((report) => isOpen({ ...report, term_disabled: term.disabled }))
  if (open.length === 0) return null
  const names = open.map(({ user }) => user.name).join(', ')
  return (
    <Text size="sm">{`Open reviews: ${names}. Reviewers will see when the proposal changed, and what.`}</Text>
  )
}

/** What cancelling the submission with the unlock does. */
function CancelConsequences({ proposal: { assigned_samples, global_score } }: { proposal: StaffProposal }) {
  const assigned = assigned_samples.map(({ name }) => name).join(', ')
  return (
    <Text size="sm">{`If you cancel the submission: ${cancelConsequences(assigned, global_score)}`}</Text>
  )
}

/** What happens to reports, assigned samples and global score when a submission is cancelled. */
export const cancelConsequences = (assigned: string, global_score: number | null) =>
  [
    'Its reports are kept, but none can be submitted until the proposal is submitted again.',
    ...(assigned ? [`No longer assigned to it: ${assigned}.`] : []),
    ...(global_score === null
      ? []
      : ['Its global score is kept, but it does not count as scored until it is submitted again.']),
  ].join(' ')
