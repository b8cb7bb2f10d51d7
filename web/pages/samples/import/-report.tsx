import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { ImportReport } from '#domain/samples/contract.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import type { Column } from '#web/ui/lists/table_props.ts'

const PAGE = 100

/** The effect of a file line by line; refused lines first, because they block the import. */
export const Report = ({ report: { counts, refused, changed, added } }: { report: ImportReport }) => (
  <>
    <Lines
      title={`Rejected (${counts.refused})`}
      rows={refused}
      total={counts.refused}
      columns={[...LINE, { header: 'Reason', cell: (row) => row.why }]}
    />
    <Lines
      title={`Changed (${counts.changed})`}
      rows={changed}
      total={counts.changed}
      columns={[
        ...LINE,
        {
          header: 'Change',
          cell: ({ changes }) =>
            changes.map(({ field, before, after }) => (
              <div key={field}>{`${field}: ${before || '-'} → ${after || '-'}`}</div>
            )),
        },
      ]}
    />
    <Lines title={`Added (${counts.added})`} rows={added} total={counts.added} columns={LINE} />
  </>
)

interface Line {
  line: number
  name: string
}

const LINE: Column<Line>[] = [
  { header: 'Line', cell: (row) => row.line, align: 'right', width: 80 },
  { header: 'Sample', cell: (row) => row.name || '-' },
]

interface LinesProps<Row> {
  title: string
  rows: readonly Row[]
  /** The total; the report may list only the first ones. */
  total: number
  columns: readonly Column<Row>[]
}

function Lines<Row extends Line>({ title, rows, total, columns }: LinesProps<Row>) {
  const [page, setPage] = useState(1)
  if (total === 0) return null
  const pages = Math.max(1, Math.ceil(rows.length / PAGE))
  const shown = Math.min(page, pages)
  return (
    <Section title={title}>
      <DataTable
        label={title}
        columns={columns}
        rows={rows.slice((shown - 1) * PAGE, shown * PAGE)}
        rowKey={(row) => row.line}
        empty={null}
      />
      {total > rows.length && (
        <Text mt="xs" c="dimmed">{`The first ${rows.length} of ${total} are shown.`}</Text>
      )}
      <Group justify="center" mt="xs">
        <Pager pages={pages} page={shown} goToPage={setPage} />
      </Group>
    </Section>
  )
}
