import { useEffect, useState } from 'react'
import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { Contract, Endpoint, ReplyOf } from '#domain/endpoint.ts'
import { runWhenIdle } from '../screen/when_idle.ts'

// EndpointFunction makes the input optional by a condition on its type; generic code cannot decide it.
interface UntypedEndpoint<E extends Endpoint> {
  (input?: EndpointInput<E>): Promise<ReplyOf<E>>
  key(input?: EndpointInput<E>): readonly unknown[]
  address(input?: EndpointInput<E>): string
}
const untyped = <E extends Endpoint>(call: EndpointFunction<E>) => call as unknown as UntypedEndpoint<E>

export const callEndpoint = <E extends Endpoint>(call: EndpointFunction<E>, input?: EndpointInput<E>) =>
  untyped(call)(input)
export const keyOf = <E extends Endpoint>(call: EndpointFunction<E>, input?: EndpointInput<E>) =>
  untyped(call).key(input)
export const addressOf = <E extends Endpoint>(call: EndpointFunction<E>, input?: EndpointInput<E>) =>
  untyped(call).address(input)

let loadedContract: Contract | null = null

/** Loads the zod schemas of the contract, which only submitted forms and list queries need. */
async function loadSchemas(): Promise<Contract> {
  loadedContract ??= (await import('#domain/contract.ts')).contract
  return loadedContract
}

function endpointIn<E extends Endpoint>(contract: Contract, call: EndpointFunction<E>): E {
  const [area, name] = keyOf(call) as [string, string]
  return contract[area]![name] as E
}

/** The endpoint with its schemas. */
export const schemaOf = async <E extends Endpoint>(call: EndpointFunction<E>): Promise<E> =>
  endpointIn(await loadSchemas(), call)

/** The endpoint with its schemas; null until they are loaded, which is when the browser is idle, or at once if `needed`. */
export function useSchema<E extends Endpoint>(call: EndpointFunction<E>, needed = false): E | null {
  const [contract, setContract] = useState(loadedContract)
  useEffect(() => {
    const take = () => void loadSchemas().then(setContract, () => {})
    return needed ? take() : runWhenIdle(take)
  }, [needed])
  return contract && endpointIn(contract, call)
}
