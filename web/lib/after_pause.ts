import { useEffect, useState } from 'react'

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
