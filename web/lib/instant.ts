import { useEffect } from 'react'

/** A timer that is set further ahead goes off at once. */
const FURTHEST_MS = 2 ** 31 - 1
/** The server's clock shall have passed it too. */
const LATER_MS = 1000

/** Does `act` once each of `instants` has passed, while the screen stands; `act` stays the same function. */
export function useInstants(instants: readonly string[], act: () => void) {
  const joined = instants.join(' ')
  useEffect(() => {
    const timers = joined.split(' ').flatMap((instant) => {
      const wait = Date.parse(instant) - Date.now() + LATER_MS
      return wait > 0 && wait < FURTHEST_MS ? [setTimeout(act, wait)] : []
    })
    return () => timers.forEach(clearTimeout)
  }, [joined, act])
}
