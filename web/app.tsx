import { type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { AppProviders, createAppState } from './app_state.tsx'
import { target } from './lib/routing/navigation.ts'
import { NavigationContext } from './lib/routing/navigation_context.tsx'
import { routerNavigation } from './lib/routing/router_navigation.tsx'
import {
  endSession,
  forgetTabUser,
  rememberExpiredSession,
  SessionExpiredContext,
} from './lib/session/session.ts'
import { createAppRouter } from './router.ts'
import { ConfirmProvider } from './ui/dialogs/confirm_provider.tsx'

/** The state of the web app, shown by `App`. Tests pass their own history. */
export function createApp(history?: RouterHistory) {
  const state = createAppState(() => void expireSession())
  const { queries } = state
  const router = createAppRouter(queries, history)
  // Load the screen's code while the session is being requested.
  const [opened] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const route of opened) void router.loadRouteChunk(route)

  /** Goes to /login; after signing in, the user returns to this page, where drafts are restored. */
  async function expireSession() {
    const { pathname, href } = router.state.location
    if (pathname === '/login') return
    rememberExpiredSession(href)
    await router.navigate({ ...target(address('/login')), ignoreBlocker: true })
    endSession(queries)
  }

  /** Goes to /login for good: the user has signed out in another tab. */
  async function leave() {
    forgetTabUser()
    await router.navigate({ ...target(address('/login')), ignoreBlocker: true })
    endSession(queries)
  }

  return {
    state,
    router,
    navigation: routerNavigation(router),
    lapse: () => void expireSession(),
    leave: () => void leave(),
  }
}

export const App = ({ state, router, navigation, lapse }: ReturnType<typeof createApp>) => (
  <AppProviders state={state}>
    <NavigationContext value={navigation}>
      <SessionExpiredContext value={lapse}>
        <ConfirmProvider>
          <RouterProvider router={router} />
        </ConfirmProvider>
      </SessionExpiredContext>
    </NavigationContext>
  </AppProviders>
)
