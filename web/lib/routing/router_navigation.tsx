import { type AnyRouter, Link } from '@tanstack/react-router'
import { target } from './navigation.ts'
import type { Navigation } from './navigation_context.tsx'

/** By the router, which stays in the page. */
export const routerNavigation = (router: AnyRouter): Navigation => ({
  Link: ({ to, ...rest }) => <Link {...rest} {...target(to)} />,
  go: (to, leaving = {}) => void router.navigate({ ...target(to), ...leaving }),
})
