import { Text } from '@mantine/core'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { NamedPair } from './-named_pair.tsx'
import type { Refusal } from './-refusal.tsx'

interface CancelButtonProps {
  row: AssignedRow
  refuse: (refusal: Refusal) => void
}

/** Returns a confirmed assignment to unconfirmed, or takes back that it was proposed. */
export function CancelButton({ row, refuse }: CancelButtonProps) {
  const ask = useConfirm()
  const office = useIsOffice()
  const { id, proposal_id } = row
  const cancel = useAction(api.allocation.cancel, {
    onRefused: ({ message: why }) => {
      const says = `Nothing was cancelled for ${row.name} and proposal ${proposal_id}.`
      refuse({ says, obstacles: [{ sample_id: id, proposal_ids: [proposal_id], why }] })
      return true
    },
  })
  const question =
    row.status === CONFIRMED
      ? 'Do you want to cancel this confirmation?'
      : 'Do you want to take back that this assignment is proposed for confirmation?'
  return (
    <ButtonWithReason
      size="compact-sm"
      variant="default"
      aria-label={`CANCEL ${row.name} for proposal ${proposal_id}`}
      disabled={cancel.pending}
      why={office ? null : 'The administration office alone cancels a confirmation.'}
      onClick={() =>
        void ask({
          question,
          details: (
            <>
              <Text size="sm" component="div">
                <NamedPair row={row} />
              </Text>
              <Text size="sm">It stays assigned, and can be confirmed again. No mail is sent.</Text>
            </>
          ),
          act: () => cancel.run({ params: { main_key: row.main_key } }),
        })
      }
    >
      CANCEL
    </ButtonWithReason>
  )
}
