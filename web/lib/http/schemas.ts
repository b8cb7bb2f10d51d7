import { useEffect, useState } from 'react'
import type { EndpointFunction } from '#domain/client.ts'
import type { Contract, Endpoint } from '#domain/endpoint.ts'
import { runWhenIdle } from '../screen/timing.ts'
import { keyOf } from './call.ts'

let brought: Contract | null = null

/** Brings the shapes of all calls: a form that is sent and an address that says something are checked by them, and nothing else. */
async function loadSchemas(): Promise<Contract> {
  brought ??= (await import('#domain/contract.ts')).contract
  return brought
}

function lineIn<E extends Endpoint>(contract: Contract, call: EndpointFunction<E>): E {
  const [area, name] = keyOf(call) as [string, string]
  return contract[area]![name] as E
}

/** A call's line with its shapes. */
export const schemaOf = async <E extends Endpoint>(call: EndpointFunction<E>): Promise<E> =>
  lineIn(await loadSchemas(), call)

/** The same for a screen, null until they are there; they come when the browser has a pause, or at once where they are `needed`. */
export function useSchema<E extends Endpoint>(call: EndpointFunction<E>, needed = false): E | null {
  const [contract, setContract] = useState(brought)
  useEffect(() => {
    const take = () => void loadSchemas().then(setContract, () => {})
    return needed ? take() : runWhenIdle(take)
  }, [needed])
  return contract && lineIn(contract, call)
}
