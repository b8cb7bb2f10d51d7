import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { z } from 'zod'
import type { EndpointFunction } from '#domain/client.ts'
import type { Endpoint, Paging, QueryOf } from '#domain/endpoint.ts'
import { api } from '../http/api.ts'
import { useSchema } from '../http/endpoints.ts'
import { useCall } from '../http/query.ts'
import type { RawSearch } from '../routing/navigation.ts'
import { type Filter, type FilterValues, initialValues, queryOf, valuesFromAddress } from './filters.ts'
import { forgetList, recallList, rememberList } from './list_memory.ts'

/** Filters, order and page of a list, and the query for its endpoint. */
interface ListState {
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
}

/** A list as it opens: its endpoint, its filters, and its order where that is not the endpoint's own. */
export interface ListDefinition<E extends Endpoint, N extends string = string> {
  list: EndpointFunction<E>
  /** The first, when it is a text, is always in sight; the others are behind 'More filters'. */
  filters: readonly Filter<N>[]
  order?: Order<SortOf<E>>
}

export type SortOf<E extends Endpoint> =
  QueryOf<E> extends { sort?: infer S } ? NonNullable<S> & string : never

/** The fields of a list's filter. */
export type FieldOf<E extends Endpoint> = Exclude<keyof QueryOf<E> & string, keyof Paging | 'sort' | 'dir'>

/** For a list that is declared outside its screen, where its route's loader asks for it too. */
export const defineList = <E extends Endpoint, N extends FieldOf<E>>(definition: ListDefinition<E, N>) =>
  definition

/** What a list asks for until someone searches it; undefined while the current term, which it opens at, is unknown. */
export function firstQuery<E extends Endpoint>(
  { filters, order }: ListDefinition<E>,
  currentTerm: number | null | undefined,
): Record<string, unknown> | undefined {
  if (opensAtTerm(filters) && currentTerm === undefined) return undefined
  const values = initialListValues(filters, currentTerm)
  return { ...queryOf(filters, values), ...searchOfView(viewOf({}, undefined, order)), page: 1 }
}

const opensAtTerm = (filters: readonly Filter[]) => filters.some(({ kind }) => kind === 'term')

const initialListValues = (
  filters: readonly Filter[],
  currentTerm: number | null | undefined,
): FilterValues => Object.assign({}, ...filters.map((filter) => initialValues(filter, currentTerm)))

/** The key by which a list is remembered. */
export const listPath = (pathname: string) => pathname.toLowerCase().replace(/\/+$/u, '')

/**
 * The state of a list, kept in the address and, per path, in this tab's session storage. The address wins over the
 * storage, and `?clear` resets both. What the endpoint's schema refuses falls back to its default. `order` is the initial
 * order, if not the endpoint's own.
 */
export function useListState<E extends Endpoint>(
  filters: readonly Filter[],
  list: EndpointFunction<E>,
  order?: Order,
): ListState {
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
    query: { ...queryOf(filters, values), ...searchOfView(view), page },
    ready: (plain || schema !== undefined) && (!wantsTerm || !current.isPending),
    search: (next) => go({ ...searchOfValues(next, initial), ...searchOfView(view) }),
    goToPage: (page) => look({}, page),
    correctPage: (page) => go(at({}, page), true),
    setPerPage: (per_page) => look({ per_page }),
    reset: () => go({ clear: '' }),
  }
}

const PER_PAGE = 20

/** The initial order of a list. */
export interface Order<Sort extends string = string> {
  sort: Sort
  dir: Direction
}

interface View {
  sort: string | undefined
  dir: Direction
  per_page: number
}

/** Order and page size from the address; the defaults if the schema refuses them. */
function viewOf({ sort, dir, per_page }: RawSearch, schema: z.ZodType | undefined, order?: Order): View {
  const own: View = { sort: undefined, dir: 'asc', per_page: PER_PAGE }
  const said = { ...own, ...(schema?.safeParse({ sort, dir, per_page }).data as Partial<View> | undefined) }
  return said.sort === undefined && order ? { ...said, ...order } : said
}

/** The parameters that differ from their defaults. */
const searchOfView = ({ sort, dir, per_page }: View) => ({
  sort,
  dir: sort === undefined ? undefined : dir,
  per_page: per_page === PER_PAGE ? undefined : per_page,
})

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

type Direction = 'asc' | 'desc'

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
