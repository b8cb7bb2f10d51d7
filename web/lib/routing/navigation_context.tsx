import { type ComponentProps, type ComponentType, createContext, use } from 'react'
import type { Address } from '#domain/address.ts'

interface Leaving {
  /** The next screen takes the place of this one in the history. */
  replace?: boolean
  /** What the next screen is told beside its address. */
  state?: { signedIn?: boolean }
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: Address }

/** How one gets from a screen to another. */
export interface Navigation {
  Link: ComponentType<LinkProps>
  go: (to: Address, leaving?: Leaving) => void
}

/** A link that loads the other screen's page. */
const PageLink = ({ to, ...rest }: LinkProps) => <a {...rest} href={to} />

/** By loading pages: for screens that are shown without the router, which provides its own navigation. */
export const PAGE_NAVIGATION: Navigation = { Link: PageLink, go: (to) => window.location.assign(to) }

export const NavigationContext = createContext(PAGE_NAVIGATION)

export const useNavigation = () => use(NavigationContext)
