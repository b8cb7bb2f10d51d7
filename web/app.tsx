import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { BannerProvider, createBanner } from './lib/banner.tsx'
import { ConnectionContext, createConnection } from './lib/connection.ts'
import { isLapse, wording } from './lib/failures.ts'
import { target } from './lib/go.ts'
import { LapseContext } from './lib/lapse.ts'
import { createQueryClient } from './lib/query.ts'
import { end, rememberLapse } from './lib/session.tsx'
import { styleNonce } from './lib/style_nonce.ts'
import { takeToken } from './lib/token.ts'
import { knowTerm } from './lib/told_term.ts'
import { createAppRouter } from './router.ts'
import { theme } from './theme.ts'
import { cssVariables } from './tokens.ts'
import { ConfirmProvider } from './ui/confirm_provider.tsx'

/** Everything that the web keeps; a test gives it a history of its own. Show it with `App`. */
export function createApp(history?: RouterHistory) {
  takeToken()
  const banner = createBanner()
  const connection = createConnection()
  const queries = createQueryClient(
    (error) => (isLapse(error) ? lapse() : banner.show(...wording(error))),
    connection,
  )
  knowTerm(queries)
  const router = createAppRouter(queries, history)
  // The screen's code comes while it is asked who is signed in.
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const route of routes) void router.loadRouteChunk(route)

  /** The session has ended: to /login, and after signing in back to this page with what was typed. */
  async function lapse() {
    const { pathname, href } = router.state.location
    if (pathname === '/login') return
    rememberLapse(href)
    await router.navigate({ ...target(address('/login')), ignoreBlocker: true })
    end(queries)
  }

  return { router, queries, banner, connection, lapse: () => void lapse() }
}

/** The web as React shows it, over what `createApp` made. */
export const App = ({ router, queries, banner, connection, lapse }: ReturnType<typeof createApp>) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    // All of them are written here, and no sheet of Mantine's own values is brought along.
    deduplicateCssVariables={false}
    defaultColorScheme="auto"
    getStyleNonce={styleNonce}
  >
    <QueryClientProvider client={queries}>
      <ConnectionContext value={connection}>
        <BannerProvider banner={banner}>
          <LapseContext value={lapse}>
            <ConfirmProvider>
              <RouterProvider router={router} />
            </ConfirmProvider>
          </LapseContext>
        </BannerProvider>
      </ConnectionContext>
    </QueryClientProvider>
  </MantineProvider>
)
