import { Checkbox, Stack, Text } from '@mantine/core'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { whyNotDue } from '#domain/allocation/due.ts'
import { CONFIRMED, UNCONFIRMED } from '#domain/allocation/status.ts'
import type { Choice } from './-chosen.ts'

export interface Options {
  /** A confirmed row has a CANCEL button. */
  cancels: boolean
  /** Where something can be confirmed; null where nothing is. */
  choice: Choice | null
}

/** A row that CANCEL is for: confirmed, or proposed for it. */
export const mayCancel = (row: AssignedRow, { cancels, choice }: Options) =>
  row.status === CONFIRMED ? cancels && !row.term.disabled : choice !== null && row.proposed_by_id !== null

/** How far a row is confirmed: an x, or whether it is among those to be confirmed; what speaks against it; and by whom. */
export const Confirmed = ({ row, choice }: Options & { row: AssignedRow }) => (
  <Stack gap={2}>
    {row.status === CONFIRMED && 'x'}
    {choice?.may(row) && (
      <Checkbox
        label="Confirm"
        aria-label={`Confirm ${row.name} for proposal ${row.proposal_id}`}
        checked={choice.has(row)}
        onChange={(event) => choice.set(row, event.currentTarget.checked)}
      />
    )}
    {row.status === UNCONFIRMED && whyNotDue(row) && (
      <Text size="xs" fw={600}>
        {whyNotDue(row)}
      </Text>
    )}
    <Text size="xs" c="dimmed">
      {signatures(row)}
    </Text>
  </Stack>
)

/** Who proposed and who confirmed: 'Proposed by Ann Berg, confirmed by Bo Dahl'. */
function signatures({ proposed_by, confirmed_by }: AssignedRow): string {
  const proposed = proposed_by === null ? [] : [`proposed by ${proposed_by}`]
  const confirmed = confirmed_by === null ? [] : [`confirmed by ${confirmed_by}`]
  const text = [...proposed, ...confirmed].join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
