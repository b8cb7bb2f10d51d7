import { type LinkProps, type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { type Address, address } from '#domain/address.ts'
import { failureKind } from './failures.ts'
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

/**
 * For the fault of a save: one that is forbidden leads to /403 in place of this screen, so that Back leads away from it.
 * With the name of its draft, what was typed stands there.
 */
export function useLeaveForbidden(draft?: string) {
  const go = useGo()
  return (fault: Error) => {
    if (failureKind(fault) !== 'forbidden') return
    void go(address('/403'), { replace: true, ignoreBlocker: true, ...(draft && { state: { draft } }) })
  }
}
