import type { SystemContract } from '#domain/contract.ts'
import type { Endpoint, Paged, Paging, QueryOf, ReplyOf } from '#domain/endpoint.ts'
import type { Actor } from '#domain/session/actor.ts'

type Areas = SystemContract
type Area = keyof Areas & string
type NameIn<A extends Area> = keyof Areas[A] & string
type EndpointOf<A extends Area, N extends NameIn<A>> = Areas[A][N] extends infer E extends Endpoint
  ? E
  : never

/** Endpoints with a list's query: lists and their exports. */
export type ListEndpoint = {
  [A in Area]: {
    [N in NameIn<A>]: QueryOf<EndpointOf<A, N>> extends Paging ? `${A}.${N}` : never
  }[NameIn<A>]
}[Area]

/** Endpoints that return a page. */
type PagedEndpoint = {
  [A in Area]: {
    [N in NameIn<A>]: ReplyOf<EndpointOf<A, N>> extends Paged<unknown> ? `${A}.${N}` : never
  }[NameIn<A>]
}[Area]

type FilterOf<L extends ListEndpoint> = L extends `${infer A extends Area}.${infer N}`
  ? N extends NameIn<A>
    ? QueryOf<EndpointOf<A, N>>
    : never
  : never

/** A value in a query, the row that it finds (null: none), and a row that it does not find. */
export type FilterCase = [sent: string, finds: string | null, misses: string]

/** A field that changes no row, checked and unchecked, or with these values. */
type Ignored = 'ignored' | { ignored: readonly string[] }

/** The caller of a list, and what each filter field finds when it is sent alone. */
export interface ListFixture<F> {
  actor: Actor
  /** The column that identifies a row; `name` by default. */
  keyColumn?: string
  /** The values of columns that are sorted by the course of things, in that order. */
  orders?: Record<string, readonly string[]>
  fields: { [K in Exclude<keyof F, keyof Paging | 'sort' | 'dir'>]-?: readonly FilterCase[] | Ignored }
}
/** A fixture for every endpoint that returns a page. A paged endpoint without a filter does not compile. */
export type ListFixtures = {
  [L in ListEndpoint | PagedEndpoint]: L extends ListEndpoint ? ListFixture<FilterOf<L>> : never
}

/** A checkbox that finds the rows `finds` and not `misses`; unchecked and alone it finds nothing. */
export const checkboxCases = (misses: string, ...finds: string[]): FilterCase[] => [
  ...finds.map((one): FilterCase => ['true', one, misses]),
  ['false', null, misses],
]
