import { useEffect, useState } from 'react'
import { runWhenIdle } from './when_idle.ts'

/** False until the browser has been idle once, to render what is hidden after what is visible. */
export function useAfterIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => runWhenIdle(() => setIdle(true)), [])
  return idle
}

const PAUSE_MS = 1000

/** Does `work` a second after `begin`, unless the screen is left before. */
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

/** Longer timeouts overflow and fire at once. */
const FURTHEST_MS = 2 ** 31 - 1
/** Margin for the difference between the clocks of browser and server. */
const LATER_MS = 1000

/** Calls `act` shortly after each of `instants`. Pass a stable function. */
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

/** True once `waiting` has lasted long enough to show a skeleton. */
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
