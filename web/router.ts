import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { readSearch, writeSearch } from './lib/routing/search.ts'
import { routeTree } from './routeTree.gen.ts'
import { FailedScreen, NoPage } from './ui/layout/error_pages.tsx'

/** The router. Queries in addresses have the same format as in requests. */
export const createAppRouter = (queries: QueryClient, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context: { queries },
    ...(history && { history }),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultNotFoundComponent: NoPage,
    defaultErrorComponent: FailedScreen,
    defaultPreload: 'intent',
    // TanStack Query alone caches replies.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface HistoryState {
    /** The user has just signed in, so there is no screen to go back to. */
    signedIn?: boolean
    /** E-mail addresses of the destinations of a new group mail. */
    mailTo?: string[]
    /** Key of the draft of a form that may no longer be opened. */
    draft?: string
  }
}
