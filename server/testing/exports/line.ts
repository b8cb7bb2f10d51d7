import { type CallInput, client, type TypedCall } from '#domain/client.ts'
import { contract } from '#domain/contract.ts'
import type { AnyEndpoint } from '#domain/wire.ts'
import type { FullTerm } from './full_term.ts'

/** The calls of the contract, for their addresses alone. */
export const calls = client(contract, () => Promise.reject(new Error('This client sends nothing.')))

/** What one export has to tell of a full term: how it is asked for, and every row by its headers. */
export interface Line {
  endpoint: AnyEndpoint
  path: string
  rows(term: FullTerm): Record<string, string | number>[]
}

/** The call that answers an export's address, with what is sent to it. */
export const asked = <E extends AnyEndpoint>(
  call: TypedCall<E>,
  ...input: object extends CallInput<E> ? [CallInput<E>?] : [CallInput<E>]
) => ({ endpoint: call.endpoint, path: call.address(...input) })
