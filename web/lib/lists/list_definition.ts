import type { z } from 'zod'
import type { EndpointFunction } from '#domain/client.ts'
import type { Endpoint, Paging, QueryOf } from '#domain/endpoint.ts'
import type { RawSearch } from '../routing/search.ts'
import { type Filter, type FilterValues, initialValues, queryOf } from './filters.ts'

/**
 * A list as it opens: its endpoint, its filters, its order where that is not the endpoint's own, and what it asks besides
 * whatever the filters are.
 */
export interface ListDefinition<E extends Endpoint, N extends string = string> {
  list: EndpointFunction<E>
  /** The first, when it is a text, is always in sight; the others are behind 'More filters'. */
  filters: readonly Filter<N>[]
  order?: Order<SortOf<E>>
  always?: Partial<QueryOf<E>>
  /** What it asks besides as long as it shows its own columns. */
  withOwnColumns?: Partial<QueryOf<E>>
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
  { filters, order, always, withOwnColumns }: ListDefinition<E>,
  currentTerm: number | null | undefined,
): Record<string, unknown> | undefined {
  if (opensAtTerm(filters) && currentTerm === undefined) return undefined
  const values = initialListValues(filters, currentTerm)
  return {
    ...queryOf(filters, values),
    ...always,
    ...withOwnColumns,
    ...searchOfView(viewOf({}, undefined, order)),
    page: 1,
  }
}

/** Whether a list opens at the current term. */
export const opensAtTerm = (filters: readonly Filter[]) => filters.some(({ kind }) => kind === 'term')

/** The values of all fields before anyone searches. */
export const initialListValues = (
  filters: readonly Filter[],
  currentTerm: number | null | undefined,
): FilterValues => Object.assign({}, ...filters.map((filter) => initialValues(filter, currentTerm)))

/** The key by which a list is remembered. */
export const listPath = (pathname: string) => pathname.toLowerCase().replace(/\/+$/u, '')

/**
 * The parameters of a list's address that are neither filters nor order: the headers of the columns shown, the id of the
 * named view, and which of the list's own views it is based on.
 */
export const VIEW_PARAMS = ['columns', 'saved', 'layout'] as const

export type Direction = 'asc' | 'desc'

const PER_PAGE = 20

/** The initial order of a list. */
export interface Order<Sort extends string = string> {
  sort: Sort
  dir: Direction
}

export interface View {
  sort: string | undefined
  dir: Direction
  per_page: number
}

/** Order and page size from the address; the defaults if the schema refuses them. */
export function viewOf(
  { sort, dir, per_page }: RawSearch,
  schema: z.ZodType | undefined,
  order?: Order,
): View {
  const own: View = { sort: undefined, dir: 'asc', per_page: PER_PAGE }
  const said = { ...own, ...(schema?.safeParse({ sort, dir, per_page }).data as Partial<View> | undefined) }
  return said.sort === undefined && order ? { ...said, ...order } : said
}

/** The parameters that differ from their defaults. */
export const searchOfView = ({ sort, dir, per_page }: View) => ({
  sort,
  dir: sort === undefined ? undefined : dir,
  per_page: per_page === PER_PAGE ? undefined : per_page,
})
