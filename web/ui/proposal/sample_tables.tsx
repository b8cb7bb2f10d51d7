import { Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { address } from '#domain/address.ts'
import { assignmentStatus } from '#domain/allocation/status.ts'
import { type Asteroid, asteroids, BENNU, labelOf } from '#domain/masters/values.ts'
import { measuresText, requestTexts, SAMPLE_LABEL, type SampleField } from '#domain/proposals/field_texts.ts'
import type { AssignedSample, RequestedSample } from '#domain/proposals/requested_samples.ts'
import { assignedTotal, requestedTotal } from '#domain/proposals/rules.ts'
import { sampleAddress } from '#domain/samples/rules.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useHasRole } from '#web/lib/session/session.ts'
import { ScreenLink } from '../actions/links.tsx'
import { NewTab } from '../home/information_list.tsx'
import { DataTable } from '../lists/data_table.tsx'
import { SampleName as MarkedName } from '../text/asteroid.tsx'
import { EmptyState } from '../text/note.tsx'

type Columns = ComponentProps<typeof DataTable<RequestedSample>>['columns']

const COLUMN_BY_FIELD: Record<SampleField, Omit<Columns[number], 'header'>> = {
  priority: { cell: (row) => row.priority, align: 'right', width: 80 },
  database: { cell: (row) => requestTexts(row).database },
  type: { cell: (row) => requestTexts(row).type },
  sample: {
    cell: (row) => (
      <MarkedName
        asteroid={row.db_type}
        name={
          row.sample_name === null ? (
            requestTexts(row).sample
          ) : (
            <SampleName id={row.sample_id ?? undefined} db_type={row.db_type} name={row.sample_name} />
          )
        }
      />
    ),
  },
  amount: { cell: (row) => requestTexts(row).amount, align: 'right', nowrap: true },
  place: {
    hint: 'The chamber of a Ryugu sample, the dish of a Bennu sample.',
    cell: (row) => requestTexts(row).place,
  },
  bottles: { cell: (row) => requestTexts(row).bottles, align: 'right' },
  number: { cell: (row) => requestTexts(row).number, align: 'right' },
}
const COLUMNS: Columns = (Object.keys(COLUMN_BY_FIELD) as SampleField[]).map((field) => ({
  header: SAMPLE_LABEL[field],
  ...COLUMN_BY_FIELD[field],
}))

/** The requested samples by priority, and their total weight. */
export const RequestedSamples = ({ rows }: { rows: readonly RequestedSample[] }) => (
  <>
    <DataTable
      label="Requested samples"
      rows={rows}
      rowKey={(row) => row.id}
      empty={<EmptyState title="No samples are requested." />}
      columns={COLUMNS}
    />
    <Text mt="xs">
      Total: <b>{requestedTotal(rows).toFixed(1)} mg</b>
    </Text>
  </>
)

/** The assigned samples, and their total weight. */
export const AssignedSamples = ({ rows }: { rows: readonly AssignedSample[] }) => (
  <>
    <DataTable
      label="Assigned samples"
      rows={rows}
      rowKey={(row) => row.sample_id}
      empty={<EmptyState title="No samples are assigned." />}
      columns={[
        { header: SAMPLE_LABEL.database, cell: (row) => asteroids[row.db_type] },
        { header: SAMPLE_LABEL.type, cell: (row) => labelOf('sample_type', row.sample_type) },
        {
          header: SAMPLE_LABEL.sample,
          cell: (row) => (
            <MarkedName
              asteroid={row.db_type}
              name={<SampleName id={row.sample_id} db_type={row.db_type} name={row.name} />}
            />
          ),
        },
        { header: 'Size, weight, pressure, volume', cell: (row) => measuresText(row) || '-' },
        { header: 'Status', cell: (row) => assignmentStatus.label(row.status) },
      ]}
    />
    <Text mt="xs">
      Total: <b>{assignedTotal(rows).toFixed(1)} mg</b>
    </Text>
  </>
)

interface SampleNameProps {
  /** If given, staff get a link to the sample's history. */
  id?: number
  db_type: Asteroid
  name: string
  /** The text of the link; by default the sample's name. */
  children?: string
}

/** A sample's name as a link to the database of its asteroid. */
export function SampleName({ id, db_type, name, children = name }: SampleNameProps) {
  const base = useCall(db_type === BENNU ? api.masters.bennuUrl : api.masters.ryuguUrl).data
  const staff = useHasRole('admin', 'panel')
  return (
    <>
      {base ? <NewTab to={sampleAddress(base, name)}>{children}</NewTab> : children}
      {staff && id !== undefined && (
        <>
          {' '}
          <ScreenLink to={address('/samples/history/$id', { id })}>
            <IconHistory
              size={15}
              aria-label={`History of ${name}`}
              role="img"
              style={{ verticalAlign: -2 }}
            />
          </ScreenLink>
        </>
      )}
    </>
  )
}
