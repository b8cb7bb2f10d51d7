import type { z } from 'zod'
import type { AnyEndpoint, Contract, Endpoint, ReplyOf } from './endpoint.ts'

/** What a call is given: each part only where its contract line has one. */
type Part<K extends string, S extends z.ZodType> =
  unknown extends z.input<S>
    ? { [P in K]?: undefined }
    : object extends z.input<S>
      ? { [P in K]?: z.input<S> }
      : { [P in K]: z.input<S> }
export type EndpointInput<E extends AnyEndpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>

/** What of a line of the contract a call is sent by: all but its shapes. */
export type EndpointSummary = Pick<Endpoint, 'method' | 'path' | 'takes' | 'gives' | 'whileActing'>
export type EndpointSummaries<C> = { [A in keyof C]: { [N in keyof C[A]]: EndpointSummary } }

/** Sends one request and answers its body; throws a Fault for anything but success. */
export type Send = (endpoint: EndpointSummary, path: string, body: unknown) => Promise<unknown>

/** A call of the contract as a function, with the line it came from and its cache key. */
export interface EndpointFunction<E extends AnyEndpoint> {
  (...input: object extends EndpointInput<E> ? [EndpointInput<E>?] : [EndpointInput<E>]): Promise<ReplyOf<E>>
  endpoint: EndpointSummary
  /** For types alone: the line with its shapes. */
  schemas?: E
  key(
    ...input: object extends EndpointInput<E> ? [EndpointInput<E>?] : [EndpointInput<E>]
  ): readonly unknown[]
  /** The address with its parameters and query, for links to files. */
  address(...input: object extends EndpointInput<E> ? [EndpointInput<E>?] : [EndpointInput<E>]): string
}
export type Client<C extends Contract> = { [A in keyof C]: { [N in keyof C[A]]: EndpointFunction<C[A][N]> } }

type LooseInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** A query as it stands in an address; a list is repeated, an empty one is sent as one empty value. */
export function queryString(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    if (!Array.isArray(value)) search.append(name, String(value))
    else if (value.length === 0) search.append(name, '')
    else for (const item of value) search.append(name, String(item))
  }
  return search.toString()
}

function addressOf(endpoint: EndpointSummary, { params = {}, query }: LooseInput): string {
  const path = endpoint.path.replace(/:(\w+)/gu, (_, name) => encodeURIComponent(String(params[name])))
  const search = queryString(query)
  return search ? `${path}?${search}` : path
}

/** The contract as typed functions over any `send`: the browser's fetch, or a test's inject. */
export function client<C extends Contract>(contract: C | EndpointSummaries<C>, send: Send): Client<C> {
  const areas = Object.entries(contract).map(([area, endpoints]) => [
    area,
    Object.fromEntries(
      Object.entries<EndpointSummary>(endpoints).map(([name, endpoint]) => [
        name,
        Object.assign(
          (input: LooseInput = {}): Promise<unknown> =>
            send(endpoint, addressOf(endpoint, input), input.body),
          {
            endpoint,
            key: (input: LooseInput = {}) => [area, name, input.params ?? null, input.query ?? null],
            address: (input: LooseInput = {}) => addressOf(endpoint, input),
          },
        ),
      ]),
    ),
  ])
  return Object.fromEntries(areas) as unknown as Client<C>
}
