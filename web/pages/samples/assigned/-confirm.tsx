import { Stack, Text } from '@mantine/core'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { whyNotTogether } from '#domain/allocation/due.ts'
import { stepOf, whyNotSecond } from '#domain/allocation/rules.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useUser } from '#web/lib/session/session.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { ScrollList } from '#web/ui/text/long_lists.tsx'
import { arranged } from './-arranged.ts'
import { NamedPair } from './-named_pair.tsx'
import type { Refusal } from './-refusal.tsx'
import { TotalsText } from './-totals_text.tsx'

interface ConfirmButtonProps {
  pairs: readonly AssignedRow[]
  term_id: string
  /** The office asks for two: one proposes, another confirms. */
  two: boolean
  /** What came of it: why nothing was done, or null. */
  refuse: (refusal: Refusal | null) => void
}

/** Confirms the chosen rows, or proposes them for it; all or none. */
export function ConfirmButton({ pairs, term_id, two, refuse }: ConfirmButtonProps) {
  const ask = useConfirm()
  const user = useUser()
  const confirm = useAction(api.allocation.confirm, {
    onDone: () => refuse(null),
    onRefused: ({ message, obstacles = [] }) => {
      refuse({ says: obstacles.length > 0 ? message.slice(0, message.indexOf('.') + 1) : message, obstacles })
      return true
    },
  })
  const step = stepOf(pairs, two)
  const why = whyNotTogether(pairs) ?? (two && step === 'confirm' ? whyNotSecond(pairs, user) : null)
  const body = pairs.map(({ id, proposal_id }) => ({ sample_id: id, proposal_id }))
  async function run() {
    const { question, says } = asked(pairs, two)
    const details = (
      <Stack gap="sm">
        <Text size="sm">{says}</Text>
        <Text size="sm" component="div">
          <TotalsText of={pairs} />
        </Text>
        <ScrollList
          label="Assignments"
          items={arranged(pairs, 'proposal').map((row) => <NamedPair key={row.main_key} row={row} />)}
        />
      </Stack>
    )
    if (await ask({ question, details })) await confirm.run({ query: { term_id, step }, body })
  }
  return (
    <>
      <ButtonWithReason why={why} onClick={() => void run()} disabled={confirm.pending || body.length === 0}>
        Confirm
      </ButtonWithReason>
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
      says: `${number}. Nothing is promised yet: another member of the office confirms them. No mail is sent.`,
    }
  const names = [...new Set(pairs.flatMap(({ proposed_by }) => proposed_by ?? []))].join(', ')
  return {
    question: 'Are you sure you want to confirm these assignments?',
    says: `${number}${two ? `, proposed by ${names}` : ''}. A confirmed sample is promised to its proposal. No mail is sent.`,
  }
}
