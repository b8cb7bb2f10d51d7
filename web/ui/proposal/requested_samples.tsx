import { Text } from '@mantine/core'
import type { RequestedSample } from '#domain/proposals/requested_sample.ts'
import { requestedTotal } from '#domain/proposals/rules.ts'
import { textOfRequest } from '#domain/proposals/shown.ts'
import { DataTable } from '../lists/data_table.tsx'
import { SampleName as Marked } from '../text/asteroid.tsx'
import { EmptyState } from '../text/note.tsx'
import { SampleName } from './sample_name.tsx'

/** The samples a proposal asks for, by priority, and how much they come to. */
export const RequestedSamples = ({ rows }: { rows: readonly RequestedSample[] }) => (
  <>
    <DataTable
      label="Requested samples"
      rows={rows}
      rowKey={(row) => row.id}
      empty={<EmptyState title="No samples are requested." />}
      columns={[
        { header: 'Priority', cell: (row) => row.priority, align: 'right', width: 80 },
        { header: 'Database', cell: (row) => textOfRequest(row).database },
        { header: 'Sample Type', cell: (row) => textOfRequest(row).type },
        {
          header: 'Sample',
          cell: (row) =>
            row.sample_name === null ? (
              <Marked asteroid={row.db_type} name="Any" />
            ) : (
              <Marked
                asteroid={row.db_type}
                name={
                  <SampleName id={row.sample_id ?? undefined} db_type={row.db_type} name={row.sample_name} />
                }
              />
            ),
        },
        {
          header: 'Size or weight',
          cell: (row) => textOfRequest(row).amount,
          align: 'right',
          nowrap: true,
        },
        {
          header: 'Chamber / dish',
          hint: 'The chamber of a Ryugu sample, the dish of a Bennu sample.',
          cell: (row) => textOfRequest(row).place,
        },
        { header: 'Number of bottles', cell: (row) => textOfRequest(row).bottles, align: 'right' },
        { header: 'Number of necessary samples', cell: (row) => textOfRequest(row).number, align: 'right' },
      ]}
    />
    <Text mt="xs">
      Total: <b>{requestedTotal(rows).toFixed(1)} mg</b>
    </Text>
  </>
)
