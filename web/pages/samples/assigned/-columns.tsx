import { address } from '#domain/address.ts'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { ScreenLink } from '#web/ui/screen_link.tsx'
import type { Column } from '#web/ui/table_props.ts'
import { sampleColumns } from '../-columns.tsx'
import { CancelButton } from './-cancel.tsx'
import { Confirmed, mayCancel, type Options } from './-confirmed.tsx'

/** The columns of the assigned list. */
export const assignedColumns = (options: Options): Column<AssignedRow>[] => [
  ...sampleColumns<AssignedRow>(),
  {
    header: 'Assigned',
    cell: ({ proposal_id, proposal_title }) => (
      <div title={proposal_title}>
        <ScreenLink inherit lineClamp={2} to={address('/proposals/detail/$id', { id: proposal_id })}>
          {`${proposal_id}: ${proposal_title}`}
        </ScreenLink>
      </div>
    ),
  },
  { header: 'Confirmed', cell: (row) => <Confirmed row={row} {...options} />, width: 160 },
  {
    header: 'CANCEL',
    cell: (row) => (mayCancel(row, options) ? <CancelButton row={row} /> : '-'),
    width: 96,
  },
]
