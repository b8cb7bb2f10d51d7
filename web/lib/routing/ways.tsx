import { type ComponentProps, type ComponentType, createContext, use } from 'react'
import type { Address } from '#domain/address.ts'

interface Leaving {
  /** The next screen takes the place of this one in the history. */
  replace?: boolean
  /** What the next screen is told beside its address. */
  state?: { signedIn?: boolean }
}

type WayProps = Omit<ComponentProps<'a'>, 'href'> & { to: Address }

/** How one gets from a screen to another. */
export interface Ways {
  Link: ComponentType<WayProps>
  go: (to: Address, leaving?: Leaving) => void
}

/** A link that loads the other screen's page. */
const PageLink = ({ to, ...rest }: WayProps) => <a {...rest} href={to} />

/** The browser's own ways, for screens that are shown without the router. Where there is one, it gives its own. */
export const PAGE_WAYS: Ways = { Link: PageLink, go: (to) => window.location.assign(to) }

export const WaysContext = createContext(PAGE_WAYS)

export const useWays = () => use(WaysContext)
