/** How each browser reports a script chunk that failed to load, and Vite a stylesheet. */
const MISSING = /dynamically imported module|Importing a module script failed|Unable to preload CSS/iu

/** True if a chunk failed to load: there is no connection, or a new release has replaced it. */
export const isChunkMissing = (error: unknown): error is Error =>
  error instanceof Error && MISSING.test(error.message)

/**
 * Keeps the router from reloading the page for a missing chunk: without a connection that would show the browser's own
 * error page. The key is the one the router sets after its reload; the error screen reloads itself when that can help.
 */
export function suppressRouterReload() {
  window.addEventListener('vite:preloadError', ({ payload }: Event & { payload?: Error }) => {
    if (payload) sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1')
  })
}

/** Reloads the page for a missing chunk, once for each; returns whether it does. */
export function reloadOnceFor(error: Error): boolean {
  const key = `ao.reload:${error.message}`
  if (sessionStorage.getItem(key)) return false
  sessionStorage.setItem(key, '1')
  window.location.reload()
  return true
}
