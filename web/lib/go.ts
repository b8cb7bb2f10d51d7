import { type LinkProps, type NavigateOptions, useNavigate } from '@tanstack/react-router'
import type { Address } from '#domain/address.ts'
import { readSearch } from './search.ts'

/** The address of a screen as the router takes it, in a link as in a redirect. */
export function target(address: Address): Pick<LinkProps, 'to' | 'search'> {
  const [path = '/', query] = address.split('?')
  return { to: path as LinkProps['to'], search: (query === undefined ? {} : readSearch(query)) as never }
}

/** Goes to another screen: `go(address('/users/detail/$id', { id: 3 }))`. */
export function useGo() {
  const navigate = useNavigate()
  return (address: Address, options: Pick<NavigateOptions, 'replace' | 'ignoreBlocker' | 'state'> = {}) =>
    navigate({ ...target(address), ...options })
}
