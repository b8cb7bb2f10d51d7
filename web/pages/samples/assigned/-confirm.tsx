import { Button, Stack, Text } from '@mantine/core'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { api } from '#web/lib/api.ts'
import { useAction } from '#web/lib/query.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { WaitingDialog } from '#web/ui/waiting_dialog.tsx'

/** Confirms the chosen rows, all or none. */
export function ConfirmButton({ pairs, term_id }: { pairs: readonly AssignedRow[]; term_id: string }) {
  const ask = useConfirm()
  const confirm = useAction(api.allocation.confirm)
  const body = pairs.map(({ id, proposal_id }) => ({ sample_id: id, proposal_id }))
  async function run() {
    const question = (
      <Stack gap="xs">
        <Text>Are you sure you want to confirm these assignments?</Text>
        <Text size="sm">
          {pairs.length} {pairs.length === 1 ? 'assignment' : 'assignments'}. A confirmed sample is promised
          to its proposal.
        </Text>
      </Stack>
    )
    if (await ask({ question })) await confirm.run({ query: { term_id }, body })
  }
  return (
    <>
      <Button onClick={() => void run()} disabled={confirm.pending || body.length === 0}>
        Confirm
      </Button>
      <WaitingDialog open={confirm.pending} />
    </>
  )
}

/** Returns a confirmed assignment to unconfirmed. */
export function CancelButton({ row }: { row: AssignedRow }) {
  const ask = useConfirm()
  const cancel = useAction(api.allocation.cancel)
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={cancel.pending}
      onClick={() =>
        void ask({
          question: 'Do you want to cancel this confirmation?',
          act: () => cancel.run({ params: { main_key: row.main_key } }),
        })
      }
    >
      CANCEL
    </Button>
  )
}
