import { Text } from '@mantine/core'
import { assignmentStatus } from '#domain/allocation/status.ts'
import { labelOf } from '#domain/masters/values.ts'
import type { AssignedSample } from '#domain/proposals/requested_sample.ts'
import { assignedTotal } from '#domain/proposals/rules.ts'
import { asteroidOf, figuresOf } from '#domain/proposals/shown.ts'
import { DataTable } from '../lists/data_table.tsx'
import { SampleName as Marked } from '../text/asteroid.tsx'
import { EmptyState } from '../text/note.tsx'
import { SampleName } from './sample_name.tsx'

/** The samples that are assigned to a proposal, and how much they come to. */
export const AssignedSamples = ({ rows }: { rows: readonly AssignedSample[] }) => (
  <>
    <DataTable
      label="Assigned samples"
      rows={rows}
      rowKey={(row) => row.sample_id}
      empty={<EmptyState title="No samples are assigned." />}
      columns={[
        { header: 'Database', cell: (row) => asteroidOf(row.db_type) },
        { header: 'Sample Type', cell: (row) => labelOf('sample_type', row.sample_type) },
        {
          header: 'Sample',
          cell: (row) => (
            <Marked
              asteroid={row.db_type}
              name={<SampleName id={row.sample_id} db_type={row.db_type} name={row.name} />}
            />
          ),
        },
        { header: 'Size, weight, pressure, volume', cell: (row) => figuresOf(row) || '-' },
        { header: 'Status', cell: (row) => assignmentStatus.label(row.status) },
      ]}
    />
    <Text mt="xs">
      Total: <b>{assignedTotal(rows).toFixed(1)} mg</b>
    </Text>
  </>
)
