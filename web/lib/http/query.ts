import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { Endpoint, ReplyOf, UndoableOutcome } from '#domain/endpoint.ts'
import { Fault } from '#domain/errors.ts'
import { READ_ONLY_WHILE_IMPERSONATING } from '#domain/impersonation/refusals.ts'
import { SECOND_FACTOR_OWED } from '#domain/session/second_factor.ts'
import { refusedByMaintenance } from '#domain/system/maintenance.ts'
import { type NextStep, type Undo, useBanner } from '../screen/banner.tsx'
import { afterRows } from '../screen/first_rows.ts'
import { maintenanceOf, maintenanceQuery } from '../session/maintenance.ts'
import { loginUserQuery } from '../session/session.ts'
import { api } from './api.ts'
import type { Connection } from './connection.ts'
import { callEndpoint, keyOf } from './endpoints.ts'
import { failureKind, isDenial, isOwn, KEPT_HERE, type Own, outcomeOf } from './failures.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { own?: Own }
    queryMeta: { own?: Own }
  }
}

/** The key of what can still be undone. */
const UNDO_LIST = api.undo.list.key()
const LOOKUP_AGE = 5 * 60_000
/** A screen does not read again as it mounts what its route's loader has just read. */
export const JUST_LOADED_MS = 1_000

const isUnreachable = (error: unknown) => failureKind(error) === 'unreachable'

/** What a read that got no answer goes by: it is read again as soon as something answers. */
export const waitsForServer = {
  type: 'active',
  predicate: ({ state }: { state: { error: unknown } }) => isUnreachable(state.error),
} as const

/**
 * The cache of all calls; whatever fails, and is not a screen's own affair, is told to `onFailure` once. Whether there
 * is an answer is told to `connection`, which speaks for every read that has none.
 */
export function createQueryClient(onFailure: (error: unknown) => void, connection: Connection): QueryClient {
  const tell = (error: unknown, own?: Own) => {
    if (!isOwn(own, error)) onFailure(error)
  }
  const note = (error: unknown) => {
    if (isUnreachable(error)) connection.markLost()
    // What the person stopped says nothing of the server.
    else if (failureKind(error) !== 'stopped') connection.markReconnected()
    // It is asked of them since the browser last looked: every screen learns it.
    if (failureKind(error) === 'forbidden' && (error as Error).message === SECOND_FACTOR_OWED)
      void queries.invalidateQueries(loginUserQuery)
    if (error instanceof Fault && error.kind === 'maintenance')
      queries.setQueryData(maintenanceQuery.queryKey, maintenanceOf(error.details))
  }
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onSuccess: connection.markReconnected,
      onError: (error, query) => {
        note(error)
        // A denial becomes the screen itself, see useCall.
        if (!isDenial(error) && !isUnreachable(error)) tell(error, query.meta?.own)
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: connection.markReconnected,
      onError: (error, _, __, ___, { meta }) => {
        note(error)
        tell(error, meta?.own)
      },
    }),
    defaultOptions: {
      queries: {
        // What is asked for without a network fails at once, and so can be told and asked for again.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: (count, error) => isUnreachable(error) && navigator.onLine && count < 2,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  connection.subscribe(() => {
    if (!connection.lostAt()) void queries.refetchQueries(waitsForServer)
  })
  for (const area of ['masters', 'terms']) queries.setQueryDefaults([area], { staleTime: LOOKUP_AGE })
  return queries
}

interface Reading<Reply> {
  enabled?: boolean
  /** Keep showing the last answer while the next one, of other parameters, is on its way. */
  keep?: boolean
  staleTime?: number
  /** In how many milliseconds it is read again, always or by what was answered; false: not again by itself. */
  again?: number | ((reply: Reply) => number | false)
  /** Kinds of failure that the screen speaks of itself. */
  own?: Own
}

/** Reads by a call of the contract. A forbidden or missing object becomes the screen that says so. */
export function useCall<E extends Endpoint>(
  call: EndpointFunction<E>,
  input?: EndpointInput<E>,
  { enabled, keep, staleTime, again, own }: Reading<ReplyOf<E>> = {},
): UseQueryResult<ReplyOf<E>, Error> {
  const result = useQuery<ReplyOf<E>, Error>({
    queryKey: keyOf(call, input),
    queryFn: async () => {
      await afterRows()
      return callEndpoint(call, input)
    },
    ...(enabled !== undefined && { enabled }),
    refetchOnMount: ({ state }) => state.isInvalidated || Date.now() - state.dataUpdatedAt > JUST_LOADED_MS,
    ...(staleTime !== undefined && { staleTime }),
    ...(again && {
      refetchInterval: ({ state }) =>
        typeof again === 'number' ? again : state.data !== undefined && again(state.data),
    }),
    ...(keep && { placeholderData: keepPreviousData }),
    meta: { own },
  })
  if (result.error && !result.isFetching && isDenial(result.error) && !isOwn(own, result.error))
    throw result.error
  return result
}

interface Writing<E extends Endpoint> {
  /** The text on success instead of the server's; false: none. */
  success?: string | false
  /** After success, the step that follows, offered with the text. */
  next?: (reply: ReplyOf<E>) => NextStep | null
  /** After success, how it is taken back, offered with the text; null: it cannot be. */
  undo?: (reply: ReplyOf<E>) => Undo | null
  /** The text of the warning on a 400 instead of the server's; false: none. */
  invalid?: string | false
  /** Kinds of failure that the screen speaks of itself, in onFault. */
  own?: Own
  /** False: what is on the screen stays as it was read. Otherwise every reading in use is read again, refused or not. */
  refresh?: boolean
  /** After success: result 1, or an answer that has no result. */
  onDone?: (reply: ReplyOf<E>) => void
  /** After a refusal: result 0. Answers true where the screen says the reason itself; else the banner does. */
  onRefused?: (reply: ReplyOf<E>) => unknown
  onFault?: (error: Error) => void
  /** How the call is sent, when not simply called (an upload). */
  send?: (input: EndpointInput<E>) => Promise<ReplyOf<E>>
}

/** Until when nobody can save; asked again where it is said to be now, because it may have ended early. */
const maintenanceUntil = async (queries: QueryClient): Promise<string | null> => {
  const known = queries.getQueryData(maintenanceQuery.queryKey)
  if (!known) return null
  const now = await queries.fetchQuery({ ...maintenanceQuery, staleTime: 0 }).catch(() => known)
  return now?.until ?? null
}

/** Writes by a call of the contract: one at a time, and the banner says how it went. */
export function useAction<E extends Endpoint>(call: EndpointFunction<E>, options: Writing<E> = {}) {
  const banner = useBanner()
  const queries = useQueryClient()
  const busy = useRef(false)
  const { success, next, undo, invalid, own, refresh = true, onDone, onRefused, onFault, send } = options
  const mutation = useMutation<ReplyOf<E>, Error, EndpointInput<E>>({
    mutationFn: (input) => (send ? send(input) : callEndpoint(call, input)),
    meta: { own: own === 'all' ? own : [...(own ?? []), 'invalid'] },
  })

  /** Sends it; answers the reply, or undefined when it failed or was already on its way. */
  async function run(...[input]: Parameters<EndpointFunction<E>>): Promise<ReplyOf<E> | undefined> {
    if (busy.current) return undefined
    const user = queries.getQueryData(loginUserQuery.queryKey) || null
    if (user?.acting && !call.endpoint.whileImpersonating) {
      banner.show('alert', READ_ONLY_WHILE_IMPERSONATING)
      banner.answer(banner.pressed())
      return undefined
    }
    busy.current = true
    const pressed = banner.pressed()
    const before = banner.current()
    try {
      const until = call.endpoint.duringMaintenance ? null : await maintenanceUntil(queries)
      if (until !== null) {
        banner.show('alert', `${refusedByMaintenance(until)} ${KEPT_HERE}`)
        banner.answer(pressed)
        return undefined
      }
      const reply = await mutation.mutateAsync((input ?? {}) as EndpointInput<E>)
      const outcome = outcomeOf(reply)
      if (outcome?.result === 0) {
        // What it is refused for may be news to the screen.
        if (refresh) void queries.invalidateQueries()
        if (onRefused?.(reply) !== true) {
          banner.show('alert', outcome.message)
          banner.answer(pressed)
        }
        return reply
      }
      // What is pending is shown with its Undo until it is carried out, see shell/pending_acts.
      const isPending = (reply as Partial<UndoableOutcome> | undefined)?.pending !== undefined
      if (isPending) {
        void queries.invalidateQueries({ queryKey: UNDO_LIST })
        // The Undo of an earlier act would be mistaken for that of this one.
        if (banner.current() === before) banner.reset()
      }
      const text = success ?? outcome?.message
      if (text && !isPending) banner.show('success', text, { next: next?.(reply), undo: undo?.(reply) })
      if (refresh) void queries.invalidateQueries()
      onDone?.(reply)
      return reply
    } catch (error) {
      const fault = error as Error
      if (failureKind(fault) === 'invalid' && invalid !== false && !isOwn(own, fault))
        banner.show('warning', invalid ?? fault.message)
      onFault?.(fault)
      if (banner.current() !== before) banner.answer(pressed)
      return undefined
    } finally {
      busy.current = false
    }
  }
  return { run, pending: mutation.isPending, fault: mutation.error }
}
