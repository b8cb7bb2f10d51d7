import type { z } from 'zod'
import { queryString } from './address.ts'
import type { Contract, Endpoint, ReplyOf } from './endpoint.ts'

/** Input of an endpoint: only the parts that the contract declares. */
type Part<K extends string, S extends z.ZodType> =
  unknown extends z.input<S>
    ? { [P in K]?: undefined }
    : object extends z.input<S>
      ? { [P in K]?: z.input<S> }
      : { [P in K]: z.input<S> }
export type EndpointInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>

/** An endpoint without its schemas: what a request needs. */
export type EndpointSummary = Pick<
  Endpoint,
  'method' | 'path' | 'takes' | 'gives' | 'whileImpersonating' | 'duringMaintenance' | 'undoable'
>
export type EndpointSummaries<C> = { [A in keyof C]: { [N in keyof C[A]]: EndpointSummary } }

/** Sends one request and returns the body of the reply; throws a Fault for anything but success. */
export type Send = (endpoint: EndpointSummary, path: string, body: unknown) => Promise<unknown>

/** An endpoint as a function, with its description and its cache key. */
export interface EndpointFunction<E extends Endpoint> {
  (...input: object extends EndpointInput<E> ? [EndpointInput<E>?] : [EndpointInput<E>]): Promise<ReplyOf<E>>
  endpoint: EndpointSummary
  /** For types only: the endpoint with its schemas. */
  schemas?: E
  key(
    ...input: object extends EndpointInput<E> ? [EndpointInput<E>?] : [EndpointInput<E>]
  ): readonly unknown[]
  /** Path with parameters and query, for links to files. */
  address(...input: object extends EndpointInput<E> ? [EndpointInput<E>?] : [EndpointInput<E>]): string
}
export type Client<C extends Contract> = { [A in keyof C]: { [N in keyof C[A]]: EndpointFunction<C[A][N]> } }

type LooseInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

function addressOf(endpoint: EndpointSummary, { params = {}, query }: LooseInput): string {
  const path = endpoint.path.replace(/:(\w+)/gu, (_, name) => encodeURIComponent(String(params[name])))
  const search = queryString(query)
  return search ? `${path}?${search}` : path
}

/** One endpoint as a function over `send`; what it is asked of `summaryOf` when it is first used. */
function endpointFunction(area: string, name: string, summaryOf: () => EndpointSummary, send: Send) {
  const call = (input: LooseInput = {}): Promise<unknown> =>
    send(summaryOf(), addressOf(summaryOf(), input), input.body)
  return Object.defineProperty(
    Object.assign(call, {
      key: (input: LooseInput = {}) => [area, name, input.params ?? null, input.query ?? null],
      address: (input: LooseInput = {}) => addressOf(summaryOf(), input),
    }),
    'endpoint',
    { get: summaryOf, enumerable: true },
  )
}

/** The contract as typed functions over `send`: the browser's fetch, or a test's inject. */
export function client<C extends Contract>(contract: C | EndpointSummaries<C>, send: Send): Client<C> {
  const areas = Object.entries(contract).map(([area, endpoints]) => [
    area,
    Object.fromEntries(
      Object.entries<EndpointSummary>(endpoints).map(([name, endpoint]) => [
        name,
        endpointFunction(area, name, () => endpoint, send),
      ]),
    ),
  ])
  return Object.fromEntries(areas) as unknown as Client<C>
}

/** The same where the endpoints are not known from the beginning: `summaryOf` is asked when a function is first used. */
export function lazyClient<C extends Contract>(
  summaryOf: (area: string, name: string) => EndpointSummary,
  send: Send,
): Client<C> {
  const area = (areaName: string) =>
    madeOnce((name) => endpointFunction(areaName, name, () => summaryOf(areaName, name), send))
  return madeOnce(area) as unknown as Client<C>
}

/** An object whose properties are made when they are first read. */
function madeOnce<T>(make: (name: string) => T) {
  const made = new Map<string | symbol, T>()
  return new Proxy({} as Record<string, T>, {
    get(_, name) {
      const before = made.get(name)
      if (before !== undefined || typeof name === 'symbol') return before
      const now = make(name)
      made.set(name, now)
      return now
    },
  })
}
