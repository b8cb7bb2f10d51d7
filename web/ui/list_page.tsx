import { Group, Text } from '@mantine/core'
import type { Key, ReactNode } from 'react'
import type { Address } from '#domain/address.ts'
import type { CallInput, TypedCall } from '#domain/client.ts'
import type { AnyEndpoint, Paged, QueryOf, ReplyOf } from '#domain/wire.ts'
import type { Filter } from '#web/lib/filters.ts'
import { useListState } from '#web/lib/list_state.ts'
import { useCall } from '#web/lib/query.ts'
import { CsvButton } from './csv_button.tsx'
import { DataTable } from './data_table.tsx'
import { EmptyState } from './empty_state.tsx'
import { LoadError } from './loaded.tsx'
import { type Crumb, Page } from './page.tsx'
import { Pager } from './pager.tsx'
import { SearchCard } from './search_card.tsx'
import type { Column } from './table_props.ts'

type RowOf<E extends AnyEndpoint> = ReplyOf<E> extends Paged<infer Row> ? Row : never

/** What the list shows now: for buttons that act on it. */
export interface Shown<Row> {
  query: Record<string, unknown>
  rows: readonly Row[]
  total: number
}

interface ListPageProps<E extends AnyEndpoint> {
  title: string
  breadcrumbs?: readonly Crumb[]
  /** The paged call. */
  list: TypedCall<E>
  /** The call for the same rows as CSV. */
  csv?: TypedCall<AnyEndpoint> | TypedCall<E>
  filters: readonly Filter<keyof QueryOf<E> & string>[]
  /** Where a row's DETAIL button, the first column, leads. */
  detail?: (row: RowOf<E>) => Address
  columns: readonly Column<RowOf<E>>[]
  rowKey: (row: RowOf<E>) => Key
  quiet?: (row: RowOf<E>) => boolean
  /** What to do when nothing is found. */
  empty?: ReactNode
  /** Buttons at the heading. */
  actions?: ReactNode
  /** Buttons beside Download CSV that act on what is shown. */
  tools?: (shown: Shown<RowOf<E>>) => ReactNode
  /** Between the heading and the search card. */
  children?: ReactNode
  /** What belongs to the list and is not of it. */
  below?: ReactNode
}

/** A list screen: its search card, the number of results, its rows, its pages, its CSV. */
export function ListPage<E extends AnyEndpoint>(props: ListPageProps<E>) {
  const { title, list, csv, filters, columns, tools } = props
  const state = useListState(filters, list.endpoint.query)
  const input = { query: state.query } as CallInput<E>
  const result = useCall(list, input, { keep: true, enabled: state.ready })
  const page = result.data as Paged<RowOf<E>> | undefined
  const { page: _, ...all } = state.query
  return (
    <Page title={title} breadcrumbs={props.breadcrumbs} actions={props.actions}>
      {props.children}
      <SearchCard filters={filters} values={state.values} onSearch={state.search} onReset={state.reset} />
      <Group justify="space-between" gap="sm">
        <Text role="status" fw={600}>
          {page ? `${page.total} results` : !result.error && 'Loading…'}
        </Text>
        <Group gap="sm">
          {tools?.({ query: all, rows: page?.data ?? [], total: page?.total ?? 0 })}
          {csv && <CsvButton call={csv as TypedCall<AnyEndpoint>} input={{ query: all } as never} />}
        </Group>
      </Group>
      {result.error && !page ? (
        <LoadError error={result.error} retry={() => void result.refetch()} />
      ) : (
        <DataTable
          label={title}
          detail={props.detail}
          columns={columns}
          rows={page?.data}
          rowKey={props.rowKey}
          quiet={props.quiet}
          busy={result.isPlaceholderData}
          empty={
            <EmptyState title="Nothing matches this search.">
              {props.empty ?? 'Change the search above, or press Reset to see what is there.'}
            </EmptyState>
          }
        />
      )}
      <Group justify="center">
        <Pager pages={page?.last_page ?? 1} page={page?.current_page ?? 1} turn={state.turn} />
      </Group>
      {props.below}
    </Page>
  )
}
