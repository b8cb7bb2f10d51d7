import type { SystemContract } from '#domain/contract.ts'
import type { Endpoint, Paged, Paging, QueryOf, ReplyOf } from '#domain/endpoint.ts'
import type { Actor } from '#domain/session/actor.ts'

type Areas = SystemContract
type Area = keyof Areas & string
type NameIn<A extends Area> = keyof Areas[A] & string
type CallOf<A extends Area, N extends NameIn<A>> = Areas[A][N] extends infer E extends Endpoint ? E : never

/** The calls that take the query of a list: the lists, and the files of their rows. */
export type ListEndpoint = {
  [A in Area]: {
    [N in NameIn<A>]: QueryOf<CallOf<A, N>> extends Paging ? `${A}.${N}` : never
  }[NameIn<A>]
}[Area]

/** The calls that answer a page. */
type PagedCall = {
  [A in Area]: {
    [N in NameIn<A>]: ReplyOf<CallOf<A, N>> extends Paged<unknown> ? `${A}.${N}` : never
  }[NameIn<A>]
}[Area]

type FilterOf<L extends ListEndpoint> = L extends `${infer A extends Area}.${infer N}`
  ? N extends NameIn<A>
    ? QueryOf<CallOf<A, N>>
    : never
  : never

/** A value as an address has it, the name in a row that it finds (none at all: null), and one that it does not find. */
export type FilterCase = [sent: string, finds: string | null, misses: string]

/** Who asks for a list, and what each field of its filter finds when it is sent alone. */
export interface ListFixture<F> {
  actor: Actor
  /** The column by which a row is known: name, unless said otherwise. */
  known?: string
  fields: { [K in Exclude<keyof F, keyof Paging | 'sort' | 'dir'>]-?: readonly FilterCase[] | 'ignored' }
}
/** A line for every call that answers a page; one without a filter can have none, and so does not compile. */
export type ListFixtures = {
  [L in ListEndpoint | PagedCall]: L extends ListEndpoint ? ListFixture<FilterOf<L>> : never
}

/** A tick that finds these rows, each and not the other; switched off and alone it finds nothing. */
export const checkboxCases = (misses: string, ...finds: string[]): FilterCase[] => [
  ...finds.map((one): FilterCase => ['true', one, misses]),
  ['false', null, misses],
]
