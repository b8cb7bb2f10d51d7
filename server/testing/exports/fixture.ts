import { client, type EndpointFunction, type EndpointInput } from '#domain/client.ts'
import { contract } from '#domain/contract.ts'
import type { Contract, Endpoint } from '#domain/endpoint.ts'
import type { FullTerm } from './full_term.ts'

/** The calls of the contract, for their addresses alone. */
export const calls = client(contract, () => Promise.reject(new Error('This client sends nothing.')))

/** What one export has to tell of a full term: how it is asked for, and every row by its headers. */
export interface ExportFixture {
  endpoint: Endpoint
  path: string
  rows(term: FullTerm): Record<string, string | number>[]
}

/** The call that answers an export's address, with what is sent to it. */
export function exportRequest<E extends Endpoint>(
  call: EndpointFunction<E>,
  ...input: object extends EndpointInput<E> ? [EndpointInput<E>?] : [EndpointInput<E>]
) {
  const [area, name] = call.key(...input) as [string, string]
  return { endpoint: (contract as Contract)[area]![name]!, path: call.address(...input) }
}
