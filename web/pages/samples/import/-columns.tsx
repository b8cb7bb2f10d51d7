import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { CATALOGUE } from '#domain/samples/catalogue.ts'
import { columnsCsv, exampleCsv } from '#domain/samples/example.ts'
import { saveFile } from '#web/lib/http/download.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'

/** What each column of the file means, to read here or to take along, and an example. */
export const Columns = () => (
  <Section title="The file">
    <Text mb="sm">
      UTF-8 with commas and a first line that names the columns, in any order. Asteroid and name say which
      sample is meant: one that is not in the catalogue is added, one that is there becomes what the line
      says. An empty cell empties the field; a column that is not there leaves it as it is.
    </Text>
    <Group gap="sm" mb="sm">
      <Save name="samples-example.csv" text={exampleCsv}>
        Download example file
      </Save>
      <Save name="samples-columns.csv" text={columnsCsv}>
        Download column descriptions
      </Save>
    </Group>
    <DataTable
      label="Columns"
      rows={CATALOGUE}
      rowKey={(column) => column.field}
      empty={null}
      columns={[
        { header: 'Column', cell: (column) => column.header, nowrap: true },
        { header: 'Required', cell: (column) => (column.required ? 'yes' : '-') },
        { header: 'Unit', cell: (column) => column.unit || '-' },
        { header: 'Meaning', cell: (column) => column.meaning },
        { header: 'What may stand there', cell: (column) => column.values },
      ]}
    />
  </Section>
)

interface SaveProps {
  name: string
  text: () => string
  children: string
}

const Save = ({ name, text, children }: SaveProps) => (
  <Button
    variant="default"
    leftSection={<IconDownload size={16} aria-hidden />}
    onClick={() => saveFile({ name, content: new Blob([text()], { type: 'text/csv;charset=utf-8' }) })}
  >
    {children}
  </Button>
)
