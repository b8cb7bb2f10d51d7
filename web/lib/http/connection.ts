import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { api } from './api.ts'

/** Whether the server answers: since when it does not, and who wants to know of it. */
export function createConnection() {
  let lostAt: Date | null = null
  const listeners = new Set<() => void>()
  const set = (at: Date | null) => {
    lostAt = at
    for (const listener of listeners) listener()
  }
  return {
    /** Nothing answered. */
    markLost: () => lostAt ?? set(new Date()),
    /** Something answered, be it a refusal. */
    markReconnected: () => lostAt && set(null),
    lostAt: () => lostAt,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
export type Connection = ReturnType<typeof createConnection>

export const ConnectionContext = createContext<Connection | null>(null)

/** Since when the server does not answer, or null while it does. */
export function useLostAt(): Date | null {
  const connection = use(ConnectionContext)
  if (!connection) throw new Error('There is no connection around this part.')
  return useSyncExternalStore(connection.subscribe, connection.lostAt)
}

/** Does `act` when the server answers again after it did not. */
export function useOnReconnect(act: () => void) {
  const lost = useLostAt() !== null
  const before = useRef(lost)
  useEffect(() => {
    if (before.current && !lost) act()
    before.current = lost
  })
}

/** Asks the server for the least there is, and answers whether it answered; the cache of calls notes it. */
export function usePing() {
  const queries = useQueryClient()
  return useCallback(
    () =>
      queries
        .fetchQuery({ queryKey: ['knock'], queryFn: () => api.terms.current(), retry: false, gcTime: 0 })
        .then(
          () => true,
          () => false,
        ),
    [queries],
  )
}
