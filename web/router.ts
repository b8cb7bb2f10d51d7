import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { readSearch, writeSearch } from './lib/routing/navigation.ts'
import { routeTree } from './routeTree.gen.ts'
import { FailedScreen, NoPage } from './ui/layout/error_pages.tsx'

/** The router over the tree of pages; a query is written as the calls write theirs. */
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
    // The answers are cached by Query alone, which knows their age.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  })
export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
  interface HistoryState {
    /** The user has just signed in here: there is nothing to go back to. */
    signedIn?: boolean
    /** The addresses that a group mail is to go to. */
    mailTo?: string[]
    /** The name of the draft of a form that may no longer be opened. */
    draft?: string
  }
}
