import type { Role } from '#domain/access.ts'
import { client, type EndpointFunction, type EndpointInput } from '#domain/client.ts'
import { contract } from '#domain/contract.ts'
import type { Contract, Endpoint } from '#domain/endpoint.ts'
import type { FullTerm } from './full_term.ts'

/** The client's endpoints, only for their addresses. */
export const endpoints = client(contract, () => Promise.reject(new Error('This client sends nothing.')))

/** An export's request and its expected rows, by header, for a full term. */
export interface ExportFixture {
  endpoint: Endpoint
  path: string
  rows(term: FullTerm): Record<string, string | number>[]
  /** Roles that may ask, but find the file's object only where it is their own. */
  missingFor?: readonly Role[]
}

/** The endpoint that returns an export's address, and the path of the request. */
export function exportRequest<E extends Endpoint>(
  call: EndpointFunction<E>,
  ...input: object extends EndpointInput<E> ? [EndpointInput<E>?] : [EndpointInput<E>]
) {
  const [area, name] = call.key(...input) as [string, string]
  return { endpoint: (contract as Contract)[area]![name]!, path: call.address(...input) }
}
