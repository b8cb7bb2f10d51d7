import { Checkbox, Group } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { ScreenLink } from '#web/ui/screen_link.tsx'
import type { Column } from '#web/ui/table_props.ts'
import { sampleColumns } from '../-columns.tsx'
import { CancelButton } from './-confirm.tsx'

interface Options {
  /** A confirmed row has a CANCEL button. */
  cancels: boolean
  /** Which unconfirmed rows are to be confirmed; null where nothing is. */
  choice: { has: (row: AssignedRow) => boolean; set: (row: AssignedRow, on: boolean) => void } | null
}

/** The columns of the assigned list. */
export const assignedColumns = (options: Options): Column<AssignedRow>[] => [
  ...sampleColumns<AssignedRow>(),
  {
    header: 'Assigned',
    cell: ({ proposal_id, proposal_title }) => (
      <ScreenLink inherit to={address('/proposals/detail/$id', { id: proposal_id })}>
        {`${proposal_id}: ${proposal_title}`}
      </ScreenLink>
    ),
  },
  { header: 'Confirmed', cell: (row) => <Confirmed row={row} {...options} />, nowrap: true },
]

/** An x and CANCEL where it is confirmed; else whether it is among those to be confirmed. */
function Confirmed({ row, cancels, choice }: Options & { row: AssignedRow }) {
  if (row.status === CONFIRMED)
    return (
      <Group gap="sm" wrap="nowrap">
        x {cancels && !row.term.disabled && <CancelButton row={row} />}
      </Group>
    )
  return (
    choice && (
      <Checkbox
        label="To confirm"
        aria-label={`Confirm ${row.name} for proposal ${row.proposal_id}`}
        checked={choice.has(row)}
        onChange={(event) => choice.set(row, event.currentTarget.checked)}
      />
    )
  )
}
