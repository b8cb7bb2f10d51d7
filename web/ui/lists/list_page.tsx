import { Button, Group } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type Key, type ReactNode, useEffect } from 'react'
import type { Address } from '#domain/address.ts'
import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { Endpoint, Paged, QueryOf } from '#domain/endpoint.ts'
import { resultCount } from '#web/lib/format/format.ts'
import { useCall } from '#web/lib/http/query.ts'
import type { Filter, FilterValues } from '#web/lib/lists/filters.ts'
import { type FieldOf, listPath, type Order, type SortOf } from '#web/lib/lists/list_definition.ts'
import { rememberPage } from '#web/lib/lists/list_memory.ts'
import { useListState } from '#web/lib/lists/list_state.ts'
import type { RowOf } from '#web/lib/lists/previous_next.ts'
import { useReturnToRow } from '#web/lib/lists/return_to_row.ts'
import { type Selection, useSelection } from '#web/lib/lists/selection.ts'
import { CsvButton } from '../actions/buttons.tsx'
import { LoadError } from '../layout/loaded.tsx'
import { type Crumb, Page } from '../layout/page.tsx'
import { BulkBar } from '../layout/sticky_bar.tsx'
import { chooseColumns } from './chosen_columns.ts'
import { DataTable, usePhone } from './data_table.tsx'
import { NoMatch } from './filter_text.tsx'
import { Pager } from './pager.tsx'
import classes from './preview_pane.module.css'
import { PreviewPane, usePreviewPane } from './preview_pane.tsx'
import { SearchCard } from './search_card.tsx'
import { SkipToList } from './skip_to_list.tsx'
import type { Column, Head, RowAttributes, RowGroups } from './table_props.ts'
import { ViewCsvButton } from './view_csv.tsx'
import { ViewMenu } from './view_menu.tsx'

/** The rows and query that are shown now. */
export interface Shown<Row> {
  query: Record<string, unknown>
  rows: readonly Row[]
  total: number
}

/** The filters of a list as they are set, and how to set others. */
export interface FilterSearch {
  values: FilterValues
  query: Record<string, unknown>
  search: (values: FilterValues) => void
}

/**
 * Why fields have no control on the search card. Required while there are any: a field that a screen forgets does not
 * compile. `everyOther` is for a list that shares a filter with others and offers few of its fields.
 */
type WithoutControl<E extends Endpoint, N extends string> = [Exclude<FieldOf<E>, N>] extends [never]
  ? { withoutControl?: never }
  : { withoutControl: Record<Exclude<FieldOf<E>, N>, string> | { everyOther: string } }

interface ListPageProps<E extends Endpoint, N extends string> {
  title: string
  breadcrumbs?: readonly Crumb[]
  /** The paged endpoint. */
  list: EndpointFunction<E>
  /** The endpoint for the same rows as CSV. */
  csv?: EndpointFunction<Endpoint> | EndpointFunction<E>
  /** The first, when it is a text, is always in sight; the others are behind 'More filters'. */
  filters: readonly Filter<N>[]
  /** The address of a row's DETAIL button in the last column. */
  detail?: (row: RowOf<E>) => Address
  /** The DETAIL buttons are in the first column instead. */
  detailFirst?: boolean
  columns: readonly Column<RowOf<E>, SortOf<E>>[]
  /** Columns that can be chosen besides: those of the list's other view. */
  moreColumns?: readonly Column<RowOf<E>, SortOf<E>>[]
  /** Which of the list's own views is shown, where it has several. */
  layout?: string
  /** The initial order, if not the endpoint's own. */
  order?: Order<SortOf<E>>
  /** What it asks besides, whatever the filters are. */
  always?: Partial<QueryOf<E>>
  /** What it asks besides as long as it shows its own columns. */
  withOwnColumns?: Partial<QueryOf<E>>
  rowKey: (row: RowOf<E>) => Key
  /** The row's name in the accessible names of its buttons: '63 Soluble organic compounds'. */
  rowName?: (row: RowOf<E>) => string
  muted?: (row: RowOf<E>) => boolean
  /** Further attributes of a row's element: in a list whose rows can be moved, and of rows that stand out. */
  rowProps?: ((row: RowOf<E>) => RowAttributes) | undefined
  /** The content of the preview pane; `walk` goes to the next or previous row. */
  preview?: (row: RowOf<E>, walk: (step: 1 | -1) => void) => ReactNode
  /** Actions on selected rows; makes rows selectable. */
  bulkActions?:
    | ((rows: readonly RowOf<E>[], selection: Selection<RowOf<E>>, shown: Shown<RowOf<E>>) => ReactNode)
    | undefined
  /** Why a row cannot be selected; null if it can. */
  whyNotSelect?: (row: RowOf<E>) => string | null
  /** Beside the list; above it on a narrow screen. */
  aside?: ((selection: Selection<RowOf<E>>) => ReactNode) | undefined
  /** What a row is: 'proposal'. */
  noun?: string
  /** Shown if nothing matches. */
  empty?: ReactNode
  /** Buttons at the heading. */
  actions?: ReactNode
  /** Buttons at the heading that act on what is shown; below the list on a phone, which begins with its rows. */
  tools?: (shown: Shown<RowOf<E>>) => ReactNode
  /** Between the heading and the search card. */
  children?: ReactNode
  /** Above the rows: the switch for the filter that has no field on the card. */
  filterSwitch?: ((search: FilterSearch) => ReactNode) | undefined
  /** Groups of consecutive rows with a header. */
  groups?: RowGroups<RowOf<E>> | undefined
  /** Below the list, by what it shows. */
  below?: ReactNode | ((shown: Shown<RowOf<E>>) => ReactNode)
}

/** The keys of `usePreviewPane`, on a row that has the focus. */
const PREVIEW_KEYS =
  'on a row, J or Arrow down and K or Arrow up move, Space opens and closes the preview, Escape closes it.'

/** A list screen: search card, number of results, rows, preview pane, pages, CSV. */
export function ListPage<E extends Endpoint, N extends FieldOf<E>>(
  props: ListPageProps<E, N> & WithoutControl<E, N>,
) {
  const { title, list, csv, filters, rowKey, rowName, bulkActions, detail } = props
  const phone = usePhone()
  const state = useListState(props)
  const path = listPath(useLocation().pathname)
  const chosen = chooseColumns<RowOf<E>>(props.columns, props.moreColumns ?? [], state.columns)
  const columns = chosen.shown
  const input = { query: state.query } as EndpointInput<E>
  const result = useCall(list, input, { keep: true, enabled: state.ready })
  const busy = result.isPlaceholderData
  const page = result.data as Paged<RowOf<E>> | undefined
  const rows = page?.data ?? []
  const { page: _, per_page: __, ...all } = state.query
  const selection = useSelection(rowKey, JSON.stringify(state.values), props.whyNotSelect)
  const pane = usePreviewPane(
    { rows, rowKey, busy, page: page?.current_page ?? 1, pages: page?.last_page ?? 1, turn: state.goToPage },
    props.preview !== undefined,
  )

  const rememberRow = useReturnToRow(pane.area, page !== undefined)

  const sorted = columns
    .flatMap<Head>((column) => [column, ...(column.moreHeads ?? [])])
    .find(({ sort }) => sort !== undefined && sort === state.sorting.by)
  useEffect(() => {
    if (!page || busy) return
    const { current_page, per_page, total } = page
    const keys = page.data.map(rowKey)
    const by = sorted?.header
    rememberPage(path, { query: state.query, page: current_page, per_page, total, keys, by })
    if (current_page !== state.page) state.correctPage(current_page)
  })

  const lead = columns.find((column) => column.title)
  const name = (row: RowOf<E>) => rowName?.(row) ?? String(rowKey(row))
  const shown: Shown<RowOf<E>> = { query: all, rows, total: page?.total ?? 0 }
  const tools = props.tools?.(shown)
  // As the list has it now: what was done may have changed a row since it was selected.
  const current = new Map(rows.map((row) => [rowKey(row), row]))
  const selected = selection.rows.map((row) => current.get(rowKey(row)) ?? row)
  const files = csv && (
    <Button.Group>
      <CsvButton call={csv as EndpointFunction<Endpoint>} input={{ query: all } as never} />
      <ViewCsvButton path={path} call={csv as EndpointFunction<Endpoint>} query={all} columns={columns} />
    </Button.Group>
  )
  return (
    <Page
      title={title}
      breadcrumbs={props.breadcrumbs}
      beside={
        <>
          <span role="status">{page ? resultCount(page.total) : !result.error && 'Loading…'}</span>
          {rows.length > 0 && <SkipToList area={pane.area} />}
        </>
      }
      actions={
        <>
          {props.actions}
          {!phone && tools}
        </>
      }
    >
      {props.children}
      <SearchCard
        filters={filters}
        values={state.values}
        onSearch={state.search}
        onReset={state.reset}
        switched={props.filterSwitch !== undefined}
        end={
          <>
            <ViewMenu path={path} state={state} columns={chosen} own={props.columns} layout={props.layout} />
            {!phone && files}
          </>
        }
      />
      {props.filterSwitch?.({ values: state.values, query: all, search: state.search })}
      {result.error && !page ? (
        <LoadError error={result.error} retry={() => void result.refetch()} />
      ) : (
        <div
          ref={pane.area}
          className={classes.split}
          data-open={pane.row !== undefined || props.aside !== undefined || undefined}
          onClickCapture={rememberRow}
          {...(props.preview && { 'data-keys': PREVIEW_KEYS, 'data-keys-of': title })}
        >
          <DataTable
            label={title}
            detail={detail}
            detailFirst={props.detailFirst}
            columns={columns}
            rows={page?.data}
            rowKey={rowKey}
            rowName={rowName}
            muted={props.muted}
            rowProps={props.rowProps}
            busy={busy}
            sorting={state.sorting}
            {...(bulkActions && { selection })}
            groups={props.groups}
            preview={props.preview && pane.toggle}
            empty={
              <NoMatch noun={props.noun} filters={filters} values={state.values} search={state.search}>
                {props.empty}
              </NoMatch>
            }
          />
          {props.aside && <div className={classes.aside}>{props.aside(selection)}</div>}
          {props.preview && pane.row !== undefined && page && (
            <PreviewPane
              id={pane.toggle.region}
              name={name(pane.row)}
              heading={lead?.cell(pane.row) ?? name(pane.row)}
              below={lead?.secondLine?.(pane.row)}
              place={(page.current_page - 1) * page.per_page + pane.index + 1}
              total={page.total}
              detail={detail?.(pane.row)}
              step={pane.step}
              close={pane.close}
            >
              {props.preview(pane.row, pane.step)}
            </PreviewPane>
          )}
        </div>
      )}
      <Pager
        pages={page?.last_page ?? 1}
        page={page?.current_page ?? 1}
        goToPage={state.goToPage}
        size={{ perPage: state.perPage, total: page?.total ?? 0, choose: state.setPerPage }}
      />
      {bulkActions && (
        <BulkBar selection={selection} shown={rows}>
          {bulkActions(selected, selection, shown)}
        </BulkBar>
      )}
      {typeof props.below === 'function' ? props.below(shown) : props.below}
      {phone && (
        <Group gap="sm">
          {tools}
          {files}
        </Group>
      )}
    </Page>
  )
}
