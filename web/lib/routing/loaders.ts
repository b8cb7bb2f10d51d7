import type { QueryClient } from '@tanstack/react-query'
import { type ParsedLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Address } from '#domain/address.ts'
import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { callEndpoint, keyOf } from '../http/endpoints.ts'
import { JUST_LOADED_MS } from '../http/query.ts'
import { target } from './navigation.ts'

/** How long an answer that was loaded for a link under the pointer is not loaded again for another hover. */
const PRELOAD_AGE_MS = 10_000

/** What the router gives the loader of a route. */
export interface LoaderContext {
  context: { queries: QueryClient }
  location: ParsedLocation
  cause: 'preload' | 'enter' | 'stay'
}

/**
 * A loader that begins to read what a screen shows first, in parallel with the code of the screen. It does not wait: the
 * screen shows its skeleton and its own errors. A screen that stays, for another tab or row, reads by itself.
 */
export function load<E extends Endpoint>(call: EndpointFunction<E>) {
  return ({ context, cause }: LoaderContext) => read(context.queries, cause, call)
}

/** The same for the object whose id is in the address. */
export function loadById<E extends Endpoint>(call: EndpointFunction<E>) {
  return ({ context, cause, params }: LoaderContext & { params: { id: string } }) =>
    read(context.queries, cause, call, { params } as EndpointInput<E>)
}

/** Begins to read into the cache unless the screen stays. */
export function read<E extends Endpoint>(...args: Parameters<typeof readAhead<E>>): void {
  void readAhead(...args)
}

/** The same; resolves once the answer is there. */
export async function readAhead<E extends Endpoint>(
  queries: QueryClient,
  cause: LoaderContext['cause'],
  call: EndpointFunction<E>,
  input?: EndpointInput<E>,
): Promise<void> {
  if (cause === 'stay') return
  await queries.prefetchQuery({
    queryKey: keyOf(call, input),
    queryFn: () => callEndpoint(call, input),
    staleTime: cause === 'preload' ? PRELOAD_AGE_MS : JUST_LOADED_MS,
    // The screen reads again what failed before it was there, and says why.
    meta: { own: 'all' },
  })
}

/** Preloads screens that are likely to be opened next, such as the previous and the next object. */
export function usePreload(addresses: readonly (Address | null)[]) {
  const router = useRouter()
  const wanted = addresses.filter((one) => one !== null).join(' ')
  useEffect(() => {
    for (const one of wanted.split(' ').filter(Boolean)) void router.preloadRoute(target(one as Address))
  }, [router, wanted])
}
