import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type RouterHistory,
} from '@tanstack/react-router'
import { readSearch, writeSearch } from './lib/routing/navigation.ts'
import { Login } from './pages/login/-login.tsx'
import type { routeTree } from './routeTree.gen.ts'
import { rootOptions } from './shell/root.tsx'
import { FailedScreen, NoPage } from './ui/layout/error_pages.tsx'

export type RouteTree = typeof routeTree

/** The routes of all screens, with what they ask for. A visitor who opens /login needs them on leaving it. */
export const loadRoutes = async (): Promise<RouteTree> => (await import('./routes.ts')).routeTree

/** The router. Queries in addresses have the same format as in requests. */
export const createAppRouter = (queries: QueryClient, routes: RouteTree, history?: RouterHistory) =>
  createRouter({
    routeTree: routes,
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
export type AppRouter = ReturnType<typeof createAppRouter>

/** The router of a window that opens at /login: it takes up the routes of all screens when another one is gone to. */
export function createGateRouter(queries: QueryClient, history?: RouterHistory): AppRouter {
  const root = createRootRouteWithContext<{ queries: QueryClient }>()(rootOptions)
  const login = createRoute({ getParentRoute: () => root, path: '/login/', component: Login })
  const elsewhere = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: async ({ preload }) => {
      const routes = await loadRoutes()
      if (preload) return
      router.update({ ...router.options, routeTree: routes })
      void router.load()
      // The new load takes the place of this one, which must not end before.
      await new Promise(() => {})
    },
  })
  const gate = root.addChildren([login, elsewhere]) as unknown as RouteTree
  const router = createAppRouter(queries, gate, history)
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
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
