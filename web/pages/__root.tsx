import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, redirect } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { target } from '#web/lib/routing/navigation.ts'
import {
  lastKnownUser,
  loginUserQuery,
  recordSignedInUser,
  rememberExpiredSession,
} from '#web/lib/session/session.ts'
import { whereInstead } from '#web/shell/guard.ts'
import { loadFrames, Shell } from '#web/shell/shell.tsx'
import { FailedScreen, NoPage } from '#web/ui/layout/error_pages.tsx'

export const Route = createRootRouteWithContext<{ queries: QueryClient }>()({
  beforeLoad: async ({ context: { queries }, location, preload }) => {
    const framed = location.pathname === '/login' ? null : loadFrames()
    framed?.catch(() => {})
    const user =
      (await queries.fetchQuery(loginUserQuery).catch((error) => lastKnownUser(queries, error))) || null
    const to = whereInstead(location.pathname, user)
    // A link that is pointed at leads nowhere yet.
    if (to === '/login' && !user && !preload) rememberExpiredSession(location.href)
    if (user && !to && !preload && location.pathname !== '/login') recordSignedInUser(queries, user)
    // A preload is for the answers: the frame is not waited for.
    if (!preload) await framed
    if (to) throw redirect({ ...target(address(to)), replace: true })
  },
  component: Shell,
  notFoundComponent: NoPage,
  errorComponent: (props) => (
    <Shell>
      <FailedScreen {...props} />
    </Shell>
  ),
})
