import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { ConnectionContext, createConnection } from './lib/http/connection.ts'
import { describeFailure, isSessionExpired } from './lib/http/failures.ts'
import { createQueryClient } from './lib/http/query.ts'
import { takeToken } from './lib/http/tab_session.ts'
import { target } from './lib/routing/navigation.ts'
import { BannerProvider, createBanner } from './lib/screen/banner.tsx'
import { styleNonce } from './lib/screen/style_nonce.ts'
import { seedCurrentTerm } from './lib/session/current_term.ts'
import {
  endSession,
  forgetTabUser,
  rememberExpiredSession,
  SessionExpiredContext,
} from './lib/session/session.ts'
import { createAppRouter, createGateRouter, type RouteTree } from './router.ts'
import { theme } from './theme.ts'
import { cssVariables } from './tokens.ts'
import { ConfirmProvider } from './ui/dialogs/confirm_provider.tsx'

/** The state of the web app, shown by `App`; without `routes` only /login is known at first. Tests pass their own history. */
export function createApp(routes: RouteTree | null, history?: RouterHistory) {
  takeToken()
  const banner = createBanner()
  const connection = createConnection()
  const queries = createQueryClient(
    (error) => (isSessionExpired(error) ? expireSession() : banner.show(...describeFailure(error))),
    connection,
  )
  seedCurrentTerm(queries)
  const router = routes ? createAppRouter(queries, routes, history) : createGateRouter(queries, history)
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
    router,
    queries,
    banner,
    connection,
    lapse: () => void expireSession(),
    leave: () => void leave(),
  }
}

export const App = ({ router, queries, banner, connection, lapse }: ReturnType<typeof createApp>) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    // Mantine's stylesheet of default variables is not loaded, so all of them must be written.
    deduplicateCssVariables={false}
    defaultColorScheme="auto"
    getStyleNonce={styleNonce}
  >
    <QueryClientProvider client={queries}>
      <ConnectionContext value={connection}>
        <BannerProvider banner={banner}>
          <SessionExpiredContext value={lapse}>
            <ConfirmProvider>
              <RouterProvider router={router} />
            </ConfirmProvider>
          </SessionExpiredContext>
        </BannerProvider>
      </ConnectionContext>
    </QueryClientProvider>
  </MantineProvider>
)
