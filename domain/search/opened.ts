import { type Address, address } from '../address.ts'

/** The objects whose screens the search offers again, by the path of the screen. */
const SCREENS_OF = {
  proposal: '/proposals/detail/$id',
  assigned: '/reports/detail/$id',
  applicant: '/proposers/applicant/detail/$id',
  proposer: '/proposers/detail/$id',
  reviewer: '/reviewers/detail/$id',
  user: '/users/detail/$id',
} as const
export type OpenedKind = keyof typeof SCREENS_OF
export const OPENED_KINDS = Object.keys(SCREENS_OF) as [OpenedKind, ...OpenedKind[]]

/** How many are remembered. */
export const MOST_OPENED = 6

/** An opened object as it is remembered and asked for: 'proposal:63'. */
export const openedKey = (kind: OpenedKind, id: number) => `${kind}:${id}`
export const OPENED_KEY = new RegExp(`^(?:${OPENED_KINDS.join('|')}):[1-9]\\d{0,8}$`, 'u')

export function openedFrom(key: string): { kind: OpenedKind; id: number } {
  const [kind, id] = key.split(':') as [OpenedKind, string]
  return { kind, id: Number(id) }
}

/** The object whose screen is at a path, or null. */
export function openedAt(pathname: string): string | null {
  const [, screen, id] = /^(.*)\/(\d{1,9})\/?$/u.exec(pathname) ?? []
  const kind = OPENED_KINDS.find((one) => SCREENS_OF[one].toLowerCase() === `${screen}/$id`.toLowerCase())
  return kind && id ? openedKey(kind, Number(id)) : null
}

export const openedAddress = (kind: OpenedKind, id: number): Address => address(SCREENS_OF[kind], { id })
