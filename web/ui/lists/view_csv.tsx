import type { EndpointFunction } from '#domain/client.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { CSV_COLUMNS } from '#domain/saved_views/csv_columns.ts'
import { isViewedPath } from '#domain/saved_views/rules.ts'
import { CsvButton } from '../actions/buttons.tsx'
import type { Column } from './table_props.ts'

interface ViewCsvButtonProps<Row> {
  /** The path of the list. */
  path: string
  call: EndpointFunction<Endpoint>
  query: Record<string, unknown>
  columns: readonly Column<Row>[]
}

/** Downloads the rows of a list with the columns that it shows, in their order. */
export function ViewCsvButton<Row>({ path, call, query, columns }: ViewCsvButtonProps<Row>) {
  const map = isViewedPath(path) && CSV_COLUMNS[path]
  if (!map) return null
  const headers = [...new Set(columns.flatMap(({ header }) => map[header] ?? []))]
  if (headers.length === 0) return null
  return (
    <CsvButton
      leftSection={null}
      call={call}
      input={{ query } as never}
      columns={headers}
      title={`With the columns ${headers.join(', ')}`}
    >
      CSV of this view
    </CsvButton>
  )
}
