import { Checkbox } from '@mantine/core'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { CONFIRMED, UNCONFIRMED } from '#domain/allocation/rules.ts'
import type { Column } from '#web/ui/data_table.tsx'
import { ScreenLink } from '#web/ui/screen_link.tsx'
import { sampleColumns } from '../-columns.tsx'
import { CancelButton } from './-confirm.tsx'

interface Options {
  /** A confirmed row has a CANCEL button. */
  cancels: boolean
  /** Which unconfirmed rows are to be confirmed; null where nothing is. */
  choice: { has: (row: AssignedRow) => boolean; set: (row: AssignedRow, on: boolean) => void } | null
}

/** The columns of the assigned list. */
export const assignedColumns = ({ cancels, choice }: Options): Column<AssignedRow>[] => [
  ...(choice
    ? [
        {
          header: 'To confirm',
          action: true,
          width: 40,
          cell: (row: AssignedRow) =>
            row.status === UNCONFIRMED && (
              <Checkbox
                aria-label={`Confirm ${row.name} for proposal ${row.proposal_id}`}
                checked={choice.has(row)}
                onChange={(event) => choice.set(row, event.currentTarget.checked)}
              />
            ),
        },
      ]
    : []),
  ...sampleColumns<AssignedRow>(),
  {
    header: 'Assigned',
    cell: ({ proposal_id, proposal_title }) => (
      <ScreenLink
        inherit
        to={`/proposals/detail/${proposal_id}`}
      >{`${proposal_id}: ${proposal_title}`}</ScreenLink>
    ),
  },
  { header: 'Confirmed', cell: ({ status }) => (status === CONFIRMED ? 'x' : ''), align: 'center' },
  {
    header: 'CANCEL',
    action: true,
    cell: (row) => cancels && row.status === CONFIRMED && !row.term.disabled && <CancelButton row={row} />,
  },
]
