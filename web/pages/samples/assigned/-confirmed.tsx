import { Checkbox, Group, Stack, Text } from '@mantine/core'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import type { Choice } from './-chosen.ts'
import { CancelButton } from './-confirm.tsx'

export interface Options {
  /** A confirmed row has a CANCEL button. */
  cancels: boolean
  /** Where something can be confirmed; null where nothing is. */
  choice: Choice | null
}

/** How far a row is confirmed: an x, or whether it is among those to be confirmed; CANCEL; and by whom. */
export const Confirmed = ({ row, cancels, choice }: Options & { row: AssignedRow }) => {
  const confirmed = row.status === CONFIRMED
  const back = confirmed ? cancels && !row.term.disabled : choice !== null && row.proposed_by_id !== null
  return (
    <Stack gap={2}>
      <Group gap="sm" wrap="nowrap">
        {confirmed && 'x'}
        {choice?.may(row) && (
          <Checkbox
            label="Confirm"
            aria-label={`Confirm ${row.name} for proposal ${row.proposal_id}`}
            checked={choice.has(row)}
            onChange={(event) => choice.set(row, event.currentTarget.checked)}
          />
        )}
        {back && <CancelButton row={row} />}
      </Group>
      <Text size="xs" c="dimmed">
        {signatures(row)}
      </Text>
    </Stack>
  )
}

/** Who proposed and who confirmed: 'Proposed by Ann Berg, confirmed by Bo Dahl'. */
function signatures({ proposed_by, confirmed_by }: AssignedRow): string {
  const proposed = proposed_by === null ? [] : [`proposed by ${proposed_by}`]
  const confirmed = confirmed_by === null ? [] : [`confirmed by ${confirmed_by}`]
  const text = [...proposed, ...confirmed].join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
