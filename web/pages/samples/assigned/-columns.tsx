import { address } from '#domain/address.ts'
import { askedWords } from '#domain/allocation/asked_words.ts'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { asteroids, labelOf } from '#domain/masters/values.ts'
import { sizeInMm } from '#domain/samples/size.ts'
import { figure } from '#web/lib/format/format.ts'
import type { Column } from '#web/ui/lists/table_props.ts'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { SampleLink } from '../-sample_link.tsx'
import type { View } from './-arranged.ts'
import classes from './-assigned.module.css'
import { CancelButton } from './-cancel.tsx'
import { Clash, ClashBelow } from './-clash.tsx'
import { aboutConfirming, Confirmed, mayCancel, type Options } from './-confirmed.tsx'
import { proposalAt } from './-links.ts'
import { standingText } from './-ranked.tsx'
import type { Refusal } from './-refusal.tsx'

const OverAsked = ({ children }: { children: string }) => <span className={classes.over}>{children}</span>

/** The columns of the assigned list. Where the rows stand under their proposals, these say whose they are and how they rank. */
export const assignedColumns = (
  view: View,
  options: Options & { refuse: (refusal: Refusal) => void },
): Column<AssignedRow>[] => [
  {
    header: 'Name',
    also: [{ header: 'Detail' }],
    width: 128,
    stacks: true,
    heads: true,
    to: (row) => address('/samples/history/$id', { id: row.id }),
    cell: (row) => <SampleName asteroid={row.db_type} name={row.name} />,
    below: (row) => <SampleLink sample={row} />,
  },
  {
    header: 'Asteroid',
    also: [{ header: 'Type' }],
    width: 80,
    stacks: true,
    leaves: 'first',
    cell: (row) => asteroids[row.db_type],
    below: (row) => labelOf('sample_type', row.type),
  },
  {
    header: 'Weight[mg]',
    also: [{ header: 'Size[mm]' }],
    width: 84,
    stacks: true,
    align: 'right',
    cell: (row) => figure(row.weight),
    below: (row) => sizeInMm(row.size, '-'),
  },
  {
    header: 'Pressure[Pa]',
    also: [{ header: 'Volume[ml]' }],
    width: 92,
    stacks: true,
    align: 'right',
    leaves: 'first',
    cell: (row) => figure(row.pressure),
    below: (row) => figure(row.volume),
  },
  {
    header: 'Asked',
    also: [{ header: 'Priority' }],
    width: 130,
    cell: ({ request }) => (request ? askedWords(request) : '-'),
    below: ({ request, over_asked }) => (
      <>
        {request && `Priority ${request.priority}`}
        {over_asked && <OverAsked>{request ? ', over-asked' : 'Answers no request'}</OverAsked>}
      </>
    ),
  },
  {
    header: 'Assigned',
    title: true,
    to: (row) => proposalAt(row.proposal_id),
    cell: (row) => `${row.proposal_id}: ${row.proposal_title}`,
    ...(view === 'sample' && {
      also: [{ header: 'Score, Rank, Proposer' }],
      stacks: true,
      below: (row: AssignedRow) => `${standingText(row)} · ${row.proposer}`,
    }),
  },
  {
    header: 'Clash',
    width: 142,
    leaves: 'second',
    cell: (row) => <Clash row={row} />,
    below: (row) => <ClashBelow row={row} />,
  },
  {
    header: 'Confirmed',
    width: 208,
    cell: (row) => <Confirmed row={row} {...options} />,
    below: aboutConfirming,
  },
  {
    header: 'CANCEL',
    width: 94,
    cell: (row) => (mayCancel(row, options) ? <CancelButton row={row} refuse={options.refuse} /> : '-'),
  },
]
