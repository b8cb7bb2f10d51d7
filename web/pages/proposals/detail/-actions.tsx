import { ActionIcon, Button, Menu, NumberInput } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { address } from '#domain/address.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { isSubmitted } from '#domain/proposals/status.ts'
import { whyNotAddReviewer } from '#domain/reports/rules.ts'
import { reportStatus } from '#domain/reports/status.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { whyNotRank } from '#domain/staff/ranking.ts'
import { whyNotCancelSubmission, whyNotCancelUnlock, whyNotScore, whyNotUnlock } from '#domain/staff/rules.ts'
import { PROGRESS_REVIEWED, PROGRESS_SCORED } from '#domain/staff/status.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { WriteMenuItem } from '#web/ui/actions/menu_item.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { useAskToClose } from '#web/ui/report/ask_to_close.tsx'
import { closedBy, undoOf } from '../-save_score.tsx'
import { AddReviewer } from './-add_reviewer.tsx'
import { cancelConsequences, Unlock } from './-unlock.tsx'

/** The office's actions on a proposal, the next step first; none with a conflict. */
export function Actions({ proposal }: { proposal: StaffProposal }) {
  const office = useIsOffice()
  const [open, setOpen] = useState<'reviewer' | 'score' | 'unlock' | null>(null)
  if (!office || proposal.conflict) return null
  const close = () => setOpen(null)
  const confirmed = proposal.assigned_samples.flatMap(({ name, status }) =>
    status === CONFIRMED ? [name] : [],
  )
  const toScore = proposal.progress === PROGRESS_REVIEWED || proposal.progress === PROGRESS_SCORED
  const steps = [
    whyNotScore(proposal) === null && (
      <Button key="score" variant={toScore ? 'filled' : 'default'} onClick={() => setOpen('score')}>
        Update Global Score
      </Button>
    ),
    whyNotAddReviewer(proposal) === null && (
      <Button key="reviewer" variant={toScore ? 'default' : 'filled'} onClick={() => setOpen('reviewer')}>
        Add Reviewer
      </Button>
    ),
  ]
  return (
    <>
      {toScore ? steps : steps.reverse()}
      <MoreActions proposal={proposal} confirmed={confirmed} unlock={() => setOpen('unlock')} />
      {open === 'reviewer' && <AddReviewer proposal={proposal} close={close} />}
      {open === 'unlock' && <Unlock proposal={proposal} confirmed={confirmed} close={close} />}
      {open === 'score' && <UpdateGlobalScore proposal={proposal} close={close} />}
    </>
  )
}

interface MoreActionsProps {
  proposal: StaffProposal
  /** The names of its confirmed samples. */
  confirmed: readonly string[]
  unlock: () => void
}

/** Overflow menu. */
function MoreActions({ proposal, confirmed, unlock }: MoreActionsProps) {
  const go = useGo()
  const ask = useConfirm()
  const cancelUnlock = useAction(api.staff.cancelUnlock)
  const cancel = useAction(api.staff.cancel)
  const input = { params: { id: proposal.id } }
  const facts = { ...proposal, is_unlocked: proposal.is_unlocked === 1 }
  const underReview = proposal.reports.some(({ status }) => reportStatus.of(status).underReview)
  const open = proposal.window_open && !(isSubmitted(proposal.status) && underReview)
  const assigned = proposal.assigned_samples.map(({ name }) => name).join(', ')
  const history = address('/audit-log', {}, { object: 'proposal', object_id: proposal.id })
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label="More actions" title="More actions">
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {whyNotUnlock(facts) === null && <WriteMenuItem onClick={unlock}>Unlock</WriteMenuItem>}
        {whyNotCancelUnlock(facts) === null && (
          <WriteMenuItem
            onClick={() =>
              void ask({
                question: `Cancel the unlock of this proposal?${open ? '' : ` ${proposal.name} can then no longer change it.`}`,
                details: <MailRecipients of={api.staff.cancelUnlock} to={{}} />,
                act: () => cancelUnlock.run(input),
              })
            }
          >
            Cancel Unlock
          </WriteMenuItem>
        )}
        {whyNotCancelSubmission(facts, []) === null && (
          <WriteMenuItem
            why={whyNotCancelSubmission(facts, confirmed)}
            onClick={() =>
              void ask({
                question: `Cancel the submission of this proposal? ${cancelConsequences(assigned, proposal.global_score)}`,
                details: <MailRecipients of={api.staff.cancel} to={{ proposer: [proposal] }} />,
                act: () => cancel.run(input),
              })
            }
          >
            Cancel Submit
          </WriteMenuItem>
        )}
        <Menu.Item onClick={() => void go(history)}>History</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface UpdateGlobalScoreProps {
  proposal: StaffProposal
  close: () => void
}

const scoreValues = ({ global_score, rank, score_version }: StaffProposal) => ({
  global_score: global_score ?? '',
  rank: rank ?? '',
  version: score_version,
})

/** Dialog for the global score, 0 to 5, and the rank, 0 to 20, in steps of 0.01; empty clears. */
function UpdateGlobalScore({ proposal, close }: UpdateGlobalScoreProps) {
  const askToClose = useAskToClose()
  const takeBack = useAction(api.staff.saveGlobalScore)
  const told = useRef({ tell_reviewers: false })
  const form = useEndpointForm(api.staff.saveGlobalScore, {
    initial: scoreValues(proposal),
    toBody: (values) => ({ ...values, ...told.current }),
    confirm: async ({ global_score }) => {
      const answer = await askToClose(proposal.id, closedBy(proposal, global_score))
      if (answer) told.current = answer
      return answer !== null
    },
    undo: ({ version }) => {
      const body = undoOf(proposal, told.current, [], version)
      return body && { run: () => takeBack.run({ params: { id: proposal.id }, body }) }
    },
    input: { params: { id: proposal.id } },
    conflict: { load: async () => scoreValues(await api.staff.get({ params: { id: proposal.id } })) },
    draft: `proposals/${proposal.id}/score`,
    onDone: close,
  })
  const step = { step: 0.01, decimalScale: 2, min: 0, clampBehavior: 'none' as const }
  return (
    <FormDialog title="Update Global Score" form={form} close={close} submit="Save">
      <NumberInput
        label="Global Score"
        description="0 to 5; 5 is best. Empty clears it."
        data-autofocus
        max={5}
        {...step}
        {...form.fields.getInputProps('global_score')}
      />
      <NumberInput
        label="Rank"
        description={whyNotRank(proposal) ?? '0 to 20; 1 is best. Empty clears it.'}
        disabled={proposal.ranks_locked}
        max={20}
        {...step}
        {...form.fields.getInputProps('rank')}
      />
    </FormDialog>
  )
}
