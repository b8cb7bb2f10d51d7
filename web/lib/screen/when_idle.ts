import { afterRows } from './first_rows.ts'

/** Calls `act` when the browser is idle and no rows are being loaded; returns a function that cancels it. */
export function runWhenIdle(act: () => void): () => void {
  let cancelled = false
  let cancelWish = () => {}
  void afterRows().then(() => {
    if (!cancelled) cancelWish = whenIdle(act)
  })
  return () => {
    cancelled = true
    cancelWish()
  }
}

function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act)
    return () => clearTimeout(timer)
  }
  const wish = window.requestIdleCallback(act)
  return () => window.cancelIdleCallback(wish)
}
