import { type AnyRouter, Link } from '@tanstack/react-router'
import { target } from './navigation.ts'
import type { Ways } from './ways.tsx'

/** Ways that stay in the page, by the router. */
export const routedWays = (router: AnyRouter): Ways => ({
  Link: ({ to, ...rest }) => <Link {...rest} {...target(to)} />,
  go: (to, leaving = {}) => void router.navigate({ ...target(to), ...leaving }),
})
