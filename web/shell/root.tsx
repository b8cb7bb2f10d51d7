import type { QueryClient } from '@tanstack/react-query'
import { type ErrorComponentProps, type ParsedLocation, redirect } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { target } from '#web/lib/routing/navigation.ts'
import {
  lastKnownUser,
  loginUserQuery,
  recordSignedInUser,
  rememberExpiredSession,
} from '#web/lib/session/session.ts'
import { FailedScreen, NoPage } from '../ui/layout/error_pages.tsx'
import { whereInstead } from './guard.ts'
import { Shell } from './shell.tsx'

interface Loading {
  context: { queries: QueryClient }
  location: ParsedLocation
  preload: boolean
}

/** What is above every screen: who may open it, the frame around it, and what is shown in its place. */
export const rootOptions = {
  beforeLoad: async ({ context: { queries }, location, preload }: Loading) => {
    const user =
      (await queries.fetchQuery(loginUserQuery).catch((error) => lastKnownUser(queries, error))) || null
    const to = whereInstead(location.pathname, user)
    // A link that is pointed at leads nowhere yet.
    if (to === '/login' && !user && !preload) rememberExpiredSession(location.href)
    if (user && !to && !preload && location.pathname !== '/login') recordSignedInUser(queries, user)
    if (to) throw redirect({ ...target(address(to)), replace: true })
  },
  component: Shell,
  notFoundComponent: NoPage,
  errorComponent: (props: ErrorComponentProps) => (
    <Shell>
      <FailedScreen {...props} />
    </Shell>
  ),
}
