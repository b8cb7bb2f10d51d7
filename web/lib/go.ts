import { type LinkProps, type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { readSearch } from './search.ts'

/** An address of ours, '/users/detail/3?tab=tab-2', as the router's link takes it. */
export function target(address: string): Pick<LinkProps, 'to' | 'search'> {
  const [path = '/', query] = address.split('?')
  return { to: path as LinkProps['to'], search: (query === undefined ? {} : readSearch(query)) as never }
}

/** Goes to another screen: `go('/users/detail/3')`. */
export function useGo() {
  const navigate = useNavigate()
  return (address: string, options: Pick<NavigateOptions, 'replace' | 'ignoreBlocker' | 'state'> = {}) =>
    navigate({ ...target(address), ...options })
}
