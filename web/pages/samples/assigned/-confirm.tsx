import { Button, Stack, Text } from '@mantine/core'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { stepOf, whyNotSecond } from '#domain/allocation/rules.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { api } from '#web/lib/api.ts'
import { useAction } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { RuledButton } from '#web/ui/ruled_button.tsx'
import { WaitingDialog } from '#web/ui/waiting_dialog.tsx'

interface ConfirmButtonProps {
  pairs: readonly AssignedRow[]
  term_id: string
  /** The office asks for two: one proposes, another confirms. */
  two: boolean
}

/** Confirms the chosen rows, or proposes them for it; all or none. */
export function ConfirmButton({ pairs, term_id, two }: ConfirmButtonProps) {
  const ask = useConfirm()
  const confirm = useAction(api.allocation.confirm)
  const user = useUser()
  const step = stepOf(pairs, two)
  const why = two && step === 'confirm' ? whyNotSecond(pairs, user) : null
  const body = pairs.map(({ id, proposal_id }) => ({ sample_id: id, proposal_id }))
  async function run() {
    const { question, says } = asked(pairs, two)
    const whole = (
      <Stack gap="sm">
        <Text>{question}</Text>
        <Text size="sm">{says}</Text>
      </Stack>
    )
    if (await ask({ question: whole })) await confirm.run({ query: { term_id, step }, body })
  }
  return (
    <>
      <RuledButton why={why} onClick={() => void run()} disabled={confirm.pending || body.length === 0}>
        Confirm
      </RuledButton>
      <WaitingDialog open={confirm.pending} />
    </>
  )
}

/** The question before these rows are confirmed or proposed, and what will come of it. */
function asked(pairs: readonly AssignedRow[], two: boolean) {
  const number = `${pairs.length} ${pairs.length === 1 ? 'assignment' : 'assignments'}`
  if (stepOf(pairs, two) === 'propose')
    return {
      question: 'Are you sure you want to propose these assignments for confirmation?',
      says: `${number}. Nothing is promised yet: another member of the office confirms them.`,
    }
  const names = [...new Set(pairs.flatMap(({ proposed_by }) => proposed_by ?? []))].join(', ')
  return {
    question: 'Are you sure you want to confirm these assignments?',
    says: `${number}${two ? `, proposed by ${names}` : ''}. A confirmed sample is promised to its proposal.`,
  }
}

/** Returns a confirmed assignment to unconfirmed, or takes back that it was proposed. */
export function CancelButton({ row }: { row: AssignedRow }) {
  const ask = useConfirm()
  const cancel = useAction(api.allocation.cancel)
  const question =
    row.status === CONFIRMED
      ? 'Do you want to cancel this confirmation?'
      : 'Do you want to take back that this assignment is proposed for confirmation?'
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`CANCEL ${row.name} for proposal ${row.proposal_id}`}
      disabled={cancel.pending}
      onClick={() => void ask({ question, act: () => cancel.run({ params: { main_key: row.main_key } }) })}
    >
      CANCEL
    </Button>
  )
}
