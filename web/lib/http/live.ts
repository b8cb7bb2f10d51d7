import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { Endpoint, ReplyOf } from '#domain/endpoint.ts'
import { readIfChanged, type TaggedReply } from './calls.ts'
import { useLostAt } from './connection.ts'
import { keyOf } from './endpoints.ts'
import { type FailureKind, isDenial } from './failures.ts'
import { Unreachable } from './transport.ts'

/** Pauses between two readings, in ms: of a page that is seen, of one in the background, after a failure, of what is at rest. */
const SHOWN_MS = 700
const HIDDEN_MS = 3_000
const FAILED_MS = 3_000
const RESTING_MS = 3_000
/** A reading that has taken so long is given up, and read again. */
const GIVEN_UP_MS = 5_000
/** Without an answer for so long, what is shown may be old. */
const BEHIND_MS = 4_000
/** Without a connection for so long, it is said so; until then it may be the server that starts again. */
const LOST_MS = 10_000

/** Failures that the live sign tells; the end of the session leads to /login as everywhere. */
const TOLD_BY_SIGN: readonly FailureKind[] = [
  'unreachable',
  'internal',
  'unavailable',
  'maintenance',
  'throttled',
  'refused',
  'invalid',
]

const pause = (failed: boolean, resting: boolean) =>
  failed ? FAILED_MS : document.hidden ? HIDDEN_MS : resting ? RESTING_MS : SHOWN_MS

/** The key of what `useLive` reads: a tagged reply. */
export const liveKeyOf = <E extends Endpoint>(call: EndpointFunction<E>, input: EndpointInput<E>) => [
  ...keyOf(call, input),
  'live',
]

/** The query that both hooks below share. */
function useLiveQuery<E extends Endpoint>(call: EndpointFunction<E>, input: EndpointInput<E>) {
  const queries = useQueryClient()
  const key = liveKeyOf(call, input)
  return {
    queryKey: key,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TaggedReply<ReplyOf<E>>> => {
      const stop = new AbortController()
      const timer = setTimeout(() => stop.abort(new Unreachable()), GIVEN_UP_MS)
      try {
        const known = queries.getQueryData<TaggedReply<ReplyOf<E>>>(key)
        return await readIfChanged(call, input, known, AbortSignal.any([signal, stop.signal]))
      } finally {
        clearTimeout(timer)
      }
    },
    retry: false,
    meta: { own: TOLD_BY_SIGN },
  }
}

/**
 * Reads an endpoint that answers with an ETag every 0.7 s: slower while the page is in the background, at once when it is
 * seen again, when the network is back and after an action of one's own. `reply` keeps its identity until something in it
 * changes. `offset`: by how many ms the server's clock is ahead. `resting`: what was answered seldom changes.
 */
export function useLive<E extends Endpoint>(
  call: EndpointFunction<E>,
  input: EndpointInput<E>,
  { resting = () => false }: { resting?: (reply: ReplyOf<E>) => boolean } = {},
) {
  const { data, error, isFetching, refetch } = useQuery({
    ...useLiveQuery(call, input),
    refetchInterval: ({ state: { data, status } }) =>
      pause(status === 'error', data !== undefined && resting(data.reply)),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
  if (error && !isFetching && isDenial(error)) throw error
  return {
    reply: data?.reply,
    offset: data?.offset ?? 0,
    /** Why there is no reply yet. */
    error: data ? null : error,
    refetch,
  }
}

/** How far what a live screen shows can be trusted. */
export type LiveState = { is: 'current'; at: Date } | { is: 'behind'; seconds: number } | { is: 'lost' }

/** The state of what `useLive` reads, for its sign: it changes each second, and the screen around it does not. */
export function useLiveState<E extends Endpoint>(
  call: EndpointFunction<E>,
  input: EndpointInput<E>,
): LiveState {
  const query = useLiveQuery(call, input)
  const { dataUpdatedAt, errorUpdatedAt, error } = useQuery({ ...query, enabled: false })
  const lostAt = useLostAt()
  const now = useNow()
  const failedAt = error ? errorUpdatedAt : 0
  if (lostAt && (now - +lostAt >= LOST_MS || !navigator.onLine)) return { is: 'lost' }
  if (failedAt > dataUpdatedAt || now - dataUpdatedAt >= BEHIND_MS) {
    return { is: 'behind', seconds: Math.max(1, Math.ceil((failedAt + FAILED_MS - now) / 1000)) }
  }
  return { is: 'current', at: new Date(dataUpdatedAt) }
}

/** The present, in ms since 1970, a second after the other. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
