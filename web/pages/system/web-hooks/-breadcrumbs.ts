import { type Address, address } from '#domain/address.ts'

export const HOME = address('/system/web-hooks')

/** System, Web hooks, and what follows. */
export const hookBreadcrumbs = (
  ...rest: [label: string, to?: Address][]
): [label: string, to?: Address][] => [
  ['System', address('/system')],
  ['Web hooks', ...(rest.length > 0 ? [HOME] : [])] as [string, Address?],
  ...rest,
]
