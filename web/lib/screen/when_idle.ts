/** Calls `act` when the browser is idle; returns a function that cancels it. */
export function runWhenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act)
    return () => clearTimeout(timer)
  }
  const wish = window.requestIdleCallback(act)
  return () => window.cancelIdleCallback(wish)
}
