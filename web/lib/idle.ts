import { useEffect, useState } from 'react'

/** Calls `act` when the browser has nothing better to do; answers how to call that off. */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act)
    return () => clearTimeout(timer)
  }
  const wish = window.requestIdleCallback(act)
  return () => window.cancelIdleCallback(wish)
}

/** False until the browser has had a pause: what is out of sight is made after what is in it. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return idle
}
