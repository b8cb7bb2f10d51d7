import { IconLock } from '@tabler/icons-react'
import { staff } from '#domain/access.ts'
import { address } from '#domain/address.ts'
import type { CurrentSample } from '#domain/allocation/contract.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { type Asteroid, asteroids, labelOf, type SampleType } from '#domain/masters/values.ts'
import { sizeInMm } from '#domain/samples/size.ts'
import { figure } from '#web/lib/format/format.ts'
import { useHasRole } from '#web/lib/session/session.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import type { Column } from '#web/ui/lists/table_props.ts'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { Tag } from '#web/ui/text/chips.tsx'
import { SampleLink } from '#web/ui/text/sample_link.tsx'
import { gridAddress } from '../../allocation_grid/grid_kinds.ts'
import classes from './-columns.module.css'

interface Listed {
  id: number
  name: string
  db_type: Asteroid
  type: SampleType
  weight: number | null
  initial_weight: number | null
  size: number | null
  pressure: number | null
  volume: number | null
}

/** The columns common to all lists of samples. */
export const sampleColumns = <Row extends Listed>(): Column<Row>[] => [
  { header: 'Asteroid', cell: (s) => asteroids[s.db_type], hides: 'first' },
  {
    header: 'Name',
    cell: (s) => (
      <SampleName
        asteroid={s.db_type}
        name={
          <ScreenLink inherit to={address('/samples/history/$id', { id: s.id })}>
            {s.name}
          </ScreenLink>
        }
      />
    ),
    nowrap: true,
    cardTitle: true,
  },
  { header: 'Type', width: 92, cell: (s) => labelOf('sample_type', s.type) },
  {
    header: 'Initial weight[mg]',
    cell: (s) => figure(s.initial_weight),
    align: 'right',
    hides: 'first',
  },
  {
    header: 'Weight[mg]',
    hint: 'The present weight: what is left.',
    cell: (s) => figure(s.weight),
    align: 'right',
  },
  { header: 'Size[mm]', cell: (s) => sizeInMm(s.size, '-'), align: 'right' },
  { header: 'Pressure[Pa]', cell: (s) => figure(s.pressure), align: 'right', hides: 'first' },
  { header: 'Volume[ml]', cell: (s) => figure(s.volume), align: 'right', hides: 'first' },
  { header: 'Detail', cell: (s) => <SampleLink sample={s} />, hides: 'first' },
]

/** The proposals that request a sample by name, each with its priority. */
export const Requested = ({ sample }: { sample: CurrentSample }) =>
  sample.requested_sample.map(({ priority, ...proposal }) => (
    <div key={`${proposal.proposal_id} ${priority}`} className={classes.line}>
      <Tag>{priority}</Tag>
      <Title of={proposal} />
    </div>
  ))

/** The proposals that a sample is assigned to in a term, with a lock if it is confirmed, and a link to resolve a clash. */
export const Assigned = ({ sample, term_id }: { sample: CurrentSample; term_id: string }) => (
  <>
    {sample.assigned_sample.map(({ status, ...proposal }) => (
      <div key={proposal.proposal_id} className={classes.line}>
        {status === CONFIRMED && <IconLock size={14} aria-label="Confirmed" role="img" />}
        <Title of={proposal} />
      </div>
    ))}
    {sample.assigned_sample.length > 1 && (
      <div className={classes.way}>
        <ScreenLink
          inherit
          to={gridAddress(sample, term_id)}
          aria-label={`Resolve the clash of ${sample.name} in the grid`}
        >
          Resolve the clash
        </ScreenLink>
      </div>
    )}
  </>
)

/** Truncated to one line. */
const Title = ({ of: { proposal_id, title } }: { of: { proposal_id: number; title: string } }) => (
  <span className={classes.title} title={title}>
    {useHasRole(...staff) ? (
      <ScreenLink inherit to={address('/proposals/detail/$id', { id: proposal_id })}>
        {`${proposal_id}: ${title}`}
      </ScreenLink>
    ) : (
      `${proposal_id}: ${title}`
    )}
  </span>
)
