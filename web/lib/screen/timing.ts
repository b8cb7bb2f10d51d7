import { useEffect, useState } from 'react'

/** Calls `act` when the browser has nothing better to do; answers how to call that off. */
export function runWhenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act)
    return () => clearTimeout(timer)
  }
  const wish = window.requestIdleCallback(act)
  return () => window.cancelIdleCallback(wish)
}

/** False until the browser has had a pause: what is out of sight is made after what is in it. */
export function useAfterIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => runWhenIdle(() => setIdle(true)), [])
  return idle
}

const PAUSE_MS = 1000

/** What is done a second after `begin`, unless the screen is left before; `pausing` in between. */
export function useAfterPause(work: () => void): { pausing: boolean; begin: () => void } {
  const [pausing, setPausing] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause runs once, from its beginning
  useEffect(() => {
    if (!pausing) return
    const timer = setTimeout(() => {
      setPausing(false)
      work()
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [pausing])
  return { pausing, begin: () => setPausing(true) }
}

/** A timer that is set further ahead goes off at once. */
const FURTHEST_MS = 2 ** 31 - 1
/** The server's clock shall have passed it too. */
const LATER_MS = 1000

/** Does `act` once each of `instants` has passed, while the screen stands; `act` stays the same function. */
export function useAtInstants(instants: readonly string[], act: () => void) {
  const joined = instants.join(' ')
  useEffect(() => {
    const timers = joined.split(' ').flatMap((instant) => {
      const wait = Date.parse(instant) - Date.now() + LATER_MS
      return wait > 0 && wait < FURTHEST_MS ? [setTimeout(act, wait)] : []
    })
    return () => timers.forEach(clearTimeout)
  }, [joined, act])
}

const PATIENCE_MS = 300

/** Whether something is waited for and has been for so long that the screen should show it. */
export function useIsSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting])
  return waiting && slow
}
