import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, redirect } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { readAhead } from '#web/lib/http/ahead.ts'
import { target } from '#web/lib/routing/navigation.ts'
import { knowUser, lastKnown, loginCheck, rememberExpiredSession } from '#web/lib/session/session.ts'
import { bringFrames } from '#web/shell/frames.ts'
import { whereInstead } from '#web/shell/guard.ts'
import { Shell } from '#web/shell/shell.tsx'
import { Failed, NoPage } from '#web/ui/layout/error_pages.tsx'

export const Route = createRootRouteWithContext<{ queries: QueryClient }>()({
  beforeLoad: async ({ context: { queries }, location, preload }) => {
    const framed = location.pathname === '/login' ? null : bringFrames()
    framed?.catch(() => {})
    const user = (await queries.fetchQuery(loginCheck).catch((error) => lastKnown(queries, error))) || null
    const to = whereInstead(location.pathname, user)
    // A link that is pointed at leads nowhere yet.
    if (to === '/login' && !user && !preload) rememberExpiredSession(location.href)
    if (user && !to && !preload && location.pathname !== '/login') knowUser(user)
    if (preload && !to) readAhead(queries, location.pathname)
    await framed
    if (to) throw redirect({ ...target(address(to)), replace: true })
  },
  component: Shell,
  notFoundComponent: NoPage,
  errorComponent: (props) => (
    <Shell>
      <Failed {...props} />
    </Shell>
  ),
})
