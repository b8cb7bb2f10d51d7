/** Each browser's words for a file of code that did not come, and Vite's for the looks that belong to it. */
const MISSING = /dynamically imported module|Importing a module script failed|Unable to preload CSS/iu

/** True of code that did not come: there is no connection, or a new release has taken its place. */
export const isChunkMissing = (error: unknown): error is Error =>
  error instanceof Error && MISSING.test(error.message)

/**
 * The router loads the page again where code is missing, also without a connection, and so puts the browser's own error
 * in place of everything. It is told that it has done so; the screen that says what is missing loads again itself.
 */
export function suppressRouterReload() {
  window.addEventListener('vite:preloadError', ({ payload }: Event & { payload?: Error }) => {
    if (payload) sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1')
  })
}

/** Loads the page again for code that is missing, once for each file; answers whether it does. */
export function reloadOnceFor(error: Error): boolean {
  const key = `ao.reload:${error.message}`
  if (sessionStorage.getItem(key)) return false
  sessionStorage.setItem(key, '1')
  window.location.reload()
  return true
}
