import { address } from '#domain/address.ts'
import { type Asteroid, asteroids, labelOf, type SampleType } from '#domain/masters/values.ts'
import { sizeInMm } from '#domain/samples/size.ts'
import { figure } from '#web/lib/format/format.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import type { Column } from '#web/ui/lists/table_props.ts'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { SampleLink } from './-sample_link.tsx'

interface Listed {
  id: number
  name: string
  db_type: Asteroid
  type: SampleType
  weight: number | null
  size: number | null
  pressure: number | null
  volume: number | null
}

/** What every list of samples shows of a sample. */
export const sampleColumns = <Row extends Listed>(): Column<Row>[] => [
  { header: 'Asteroid', cell: (s) => asteroids[s.db_type], leaves: 'first' },
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
    heads: true,
  },
  { header: 'Type', width: 92, cell: (s) => labelOf('sample_type', s.type) },
  { header: 'Weight[mg]', cell: (s) => figure(s.weight), align: 'right' },
  { header: 'Size[mm]', cell: (s) => sizeInMm(s.size, '-'), align: 'right' },
  { header: 'Pressure[Pa]', cell: (s) => figure(s.pressure), align: 'right', leaves: 'first' },
  { header: 'Volume[ml]', cell: (s) => figure(s.volume), align: 'right', leaves: 'first' },
  { header: 'Detail', cell: (s) => <SampleLink sample={s} />, leaves: 'first' },
]
