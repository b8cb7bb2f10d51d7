import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConnectionContext, createConnection } from './lib/http/connection.ts'
import { describeFailure, isSessionExpired } from './lib/http/failures.ts'
import { createQueryClient } from './lib/http/query.ts'
import { takeToken } from './lib/http/tab_session.ts'
import { BannerProvider, createBanner } from './lib/screen/banner.tsx'
import { styleNonce } from './lib/screen/style_nonce.ts'
import { seedCurrentTerm } from './lib/session/current_term.ts'
import { theme } from './theme.ts'
import { cssVariables } from './tokens.ts'

/** What every screen needs, with or without the router: what has been read, the message, the connection. */
export function createAppState(onExpired: () => void) {
  takeToken()
  const banner = createBanner()
  const connection = createConnection()
  const queries = createQueryClient(
    (error) => (isSessionExpired(error) ? onExpired() : banner.show(...describeFailure(error))),
    connection,
  )
  seedCurrentTerm(queries)
  return { banner, connection, queries }
}
export type AppState = ReturnType<typeof createAppState>

export const AppProviders = ({
  state: { banner, connection, queries },
  children,
}: {
  state: AppState
  children: ReactNode
}) => (
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
        <BannerProvider banner={banner}>{children}</BannerProvider>
      </ConnectionContext>
    </QueryClientProvider>
  </MantineProvider>
)
