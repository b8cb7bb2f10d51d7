import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { api } from './api.ts'

/** An observable connection state: since when the server has not answered, or null. */
export function createConnection() {
  let lostAt: Date | null = null
  const listeners = new Set<() => void>()
  const set = (at: Date | null) => {
    lostAt = at
    for (const listener of listeners) listener()
  }
  return {
    markLost: () => lostAt ?? set(new Date()),
    /** The server answered, be it with a refusal. */
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

/** Since when the server has not answered, or null. */
export function useLostAt(): Date | null {
  const connection = use(ConnectionContext)
  if (!connection) throw new Error('There is no connection around this part.')
  return useSyncExternalStore(connection.subscribe, connection.lostAt)
}

/** Calls `act` when the connection is back. */
export function useOnReconnect(act: () => void) {
  const lost = useLostAt() !== null
  const before = useRef(lost)
  useEffect(() => {
    if (before.current && !lost) act()
    before.current = lost
  })
}

/** Sends a small request and returns whether it was answered; the query cache updates the connection. */
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
