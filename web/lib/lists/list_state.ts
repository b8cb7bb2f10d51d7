import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#domain/endpoint.ts'
import { api } from '../http/api.ts'
import { useSchema } from '../http/endpoints.ts'
import { useCall } from '../http/query.ts'
import { type RawSearch, readSearch, writeSearch } from '../routing/search.ts'
import { valuesFromAddress } from './filter_values.ts'
import { type Filter, type FilterValues, queryOf } from './filters.ts'
import {
  type Direction,
  initialListValues,
  type ListDefinition,
  listPath,
  opensAtTerm,
  searchOfView,
  VIEW_PARAMS,
  type View,
  viewOf,
} from './list_definition.ts'
import { forgetList, recallList, rememberList } from './list_memory.ts'

/** Filters, order and page of a list, and the query for its endpoint. */
export interface ListState {
  values: FilterValues
  sorting: Sorting
  page: number
  perPage: number
  query: Record<string, unknown>
  /** False until the defaults are known. */
  ready: boolean
  search: (values: FilterValues) => void
  goToPage: (page: number) => void
  /** Corrects the page in the address, in place of the history entry, if the server returned another. */
  correctPage: (page: number) => void
  setPerPage: (rows: number) => void
  /** Back to the defaults. */
  reset: () => void
  /** The headers of the chosen columns, in their order; undefined for the list's own. */
  columns: string[] | undefined
  chooseColumns: (columns: string[] | undefined) => void
  /** The id of the named view that was opened last. */
  saved: number | undefined
  /** The address names a view and says nothing else. */
  onlySaved: boolean
  /** Opens a named view, or notes that the list as it is has become one. */
  openView: (id: number | undefined, search: RawSearch) => void
  /** What a named view keeps: what differs from how the list opens, so that it follows the current term. */
  viewSearch: RawSearch
}

/**
 * The state of a list, kept in the address and, per path, in this tab's session storage. The address wins over the
 * storage, and `?clear` resets both. What the endpoint's schema refuses falls back to its default.
 */
export function useListState<E extends Endpoint>({
  filters,
  list,
  order,
  always,
  withOwnColumns,
}: ListDefinition<E>): ListState {
  const navigate = useNavigate()
  const { pathname, search: said } = useLocation()
  const path = listPath(pathname)
  const clear = 'clear' in said
  const blank = Object.keys(said).length === 0
  const memory = blank ? recallList(path) : null
  const raw = (clear ? {} : (memory ?? said)) as RawSearch
  // An empty query needs no validation.
  const plain = Object.keys(raw).length === 0
  const schema = useSchema(list, !plain)?.query

  useEffect(() => {
    if (clear) {
      forgetList(path)
      void navigate({ to: '.', search: {}, replace: true })
    } else if (memory) void navigate({ to: '.', search: memory, replace: true })
    else if (!blank) rememberList(path, said as RawSearch)
  })

  const wantsTerm = opensAtTerm(filters)
  const current = useCall(api.terms.current, {}, { enabled: wantsTerm })
  const initial = initialListValues(filters, current.data)
  const values = validValues(filters, raw, initial, schema)
  const page = Math.max(1, Math.trunc(Number(raw.page)) || 1)

  const view = viewOf(raw, schema, order)
  const columns = raw.columns === undefined ? undefined : [raw.columns].flat()

  const go = (search: Record<string, unknown>, replace = false) => void navigate({ to: '.', search, replace })
  const at = (next: Partial<View>, page = 1) => ({
    ...raw,
    ...searchOfValues(values, initial),
    ...searchOfView({ ...view, ...next }),
    page: page > 1 ? page : undefined,
  })
  const look = (next: Partial<View>, page?: number) => go(at(next, page))
  return {
    values,
    sorting: { by: view.sort, dir: view.dir, sort: (sort, dir) => look({ sort, dir }) },
    page,
    perPage: view.per_page,
    query: {
      ...queryOf(filters, values),
      ...always,
      ...(columns === undefined && withOwnColumns),
      ...searchOfView(view),
      page,
    },
    ready: (plain || schema !== undefined) && (!wantsTerm || !current.isPending),
    search: (next) => go({ ...pickParams(raw), ...searchOfValues(next, initial), ...searchOfView(view) }),
    goToPage: (page) => look({}, page),
    correctPage: (page) => go(at({}, page), true),
    setPerPage: (per_page) => look({ per_page }),
    reset: () => go({ clear: '' }),
    columns,
    chooseColumns: (columns) => go({ ...at({}, page), columns }),
    saved: Number(raw.saved) || undefined,
    onlySaved: Object.keys(raw).join() === 'saved',
    openView: (saved, search) => go({ ...search, saved }),
    viewSearch: asRawSearch({
      ...differing(filters, values, initial),
      ...searchOfView(view),
      layout: raw.layout,
      columns,
    }),
  }
}

const pickParams = (raw: RawSearch) => Object.fromEntries(VIEW_PARAMS.map((name) => [name, raw[name]]))

/** The values of the fields that differ from the initial ones; of a group of flags all, if one does. */
const differing = (filters: readonly Filter[], values: FilterValues, initial: FilterValues): FilterValues =>
  Object.assign(
    {},
    ...filters
      .map(({ names }) => [pick(values, names), pick(initial, names)])
      .map(([now, first]) => (JSON.stringify(now) === JSON.stringify(first) ? {} : now)),
  )

/** As it is read back from an address. */
const asRawSearch = (search: Record<string, unknown>): RawSearch => readSearch(writeSearch(search))

/** The values of all fields from the address; those that the schema refuses get their initial value. */
function validValues(filters: readonly Filter[], raw: RawSearch, initial: FilterValues, schema?: z.ZodType) {
  const values: FilterValues = Object.assign(
    {},
    ...filters.map((f) => valuesFromAddress(f, raw, pick(initial, f.names))),
  )
  const bad = schema?.safeParse(values).error?.issues.map(({ path }) => String(path[0])) ?? []
  return { ...values, ...pick(initial, bad) }
}

const pick = (values: FilterValues, names: readonly string[]): FilterValues =>
  Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]!]))

/** Everything but what is blank now and initially. */
const searchOfValues = (values: FilterValues, initial: FilterValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== '' || initial[name] !== ''))

/** How a list is sorted, `by` undefined for its own order, and how to change it. */
export interface Sorting {
  by: string | undefined
  dir: Direction
  sort: (by: string | undefined, dir: Direction) => void
}

/** Cycles through the column's first direction, the other one, and the list's own order. */
export function toggleSort({ by, dir, sort }: Sorting, head: string, first: Direction) {
  if (by !== head) sort(head, first)
  else if (dir === first) sort(head, first === 'asc' ? 'desc' : 'asc')
  else sort(undefined, 'asc')
}
