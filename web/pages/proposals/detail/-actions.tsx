import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { whyNotAddReviewer } from '#domain/reports/rules.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { whyNotCancelSubmission, whyNotCancelUnlock, whyNotScore, whyNotUnlock } from '#domain/staff/rules.ts'
import { api } from '#web/lib/api.ts'
import { useAction } from '#web/lib/query.ts'
import { useIsOffice } from '#web/lib/session.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { RuledButton } from '#web/ui/ruled_button.tsx'
import { AddReviewer } from './-add_reviewer.tsx'
import { UpdateGlobalScore } from './-global_score.tsx'

/** What the office can do with a proposal; each button shows while its rule lets it, none to who takes part. */
export function Actions({ proposal }: { proposal: StaffProposal }) {
  const office = useIsOffice()
  const [open, setOpen] = useState<'reviewer' | 'score' | null>(null)
  if (!office || proposal.conflict) return null
  const close = () => setOpen(null)
  return (
    <Group gap="sm">
      {whyNotAddReviewer(proposal) === null && (
        <Button onClick={() => setOpen('reviewer')}>Add Reviewer</Button>
      )}
      {whyNotScore(proposal) === null && (
        <Button onClick={() => setOpen('score')}>Update Global Score</Button>
      )}
      <Locking proposal={proposal} />
      <CancelSubmission proposal={proposal} />
      {open === 'reviewer' && <AddReviewer proposal={proposal} close={close} />}
      {open === 'score' && <UpdateGlobalScore proposal={proposal} close={close} />}
    </Group>
  )
}

function Locking({ proposal }: { proposal: StaffProposal }) {
  const ask = useConfirm()
  const unlock = useAction(api.staff.unlock)
  const cancelUnlock = useAction(api.staff.cancelUnlock)
  const call = { params: { id: proposal.id } }
  const lock = { is_unlocked: proposal.is_unlocked === 1, term: proposal.term }
  return (
    <>
      {whyNotUnlock(lock) === null && (
        <Button
          variant="default"
          onClick={() => void ask({ question: 'Do you unlock this proposal?', act: () => unlock.run(call) })}
        >
          Unlock
        </Button>
      )}
      {whyNotCancelUnlock(lock) === null && (
        <Button
          variant="default"
          onClick={() =>
            void ask({
              question: 'Do you cancel the unlocking of this proposal?',
              act: () => cancelUnlock.run(call),
            })
          }
        >
          Cancel unlock
        </Button>
      )}
    </>
  )
}

function CancelSubmission({ proposal }: { proposal: StaffProposal }) {
  const ask = useConfirm()
  const cancel = useAction(api.staff.cancel)
  const facts = { ...proposal, is_unlocked: proposal.is_unlocked === 1 }
  if (whyNotCancelSubmission(facts, []) !== null) return null
  const confirmed = proposal.assigned_samples
    .filter(({ status }) => status === CONFIRMED)
    .map(({ name }) => name)
  const lost = proposal.assigned_samples.map(({ name }) => name).join(', ')
  const question = `Do you cancel the submission of this proposal? Its reports are kept.${
    lost && ` These samples are then no longer assigned: ${lost}.`
  }`
  return (
    <RuledButton
      variant="default"
      why={whyNotCancelSubmission(facts, confirmed)}
      onClick={() => void ask({ question, act: () => cancel.run({ params: { id: proposal.id } }) })}
    >
      Cancel Submission
    </RuledButton>
  )
}
