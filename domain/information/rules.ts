import { TARGET_ALL, TARGET_PANEL, TARGET_PROPOSER, TARGET_REVIEWER } from '../masters/values.ts'
import type { Role } from '../wire.ts'

const TARGETS: Record<Role, readonly number[]> = {
  admin: [],
  panel: [TARGET_PANEL],
  reviewer: [TARGET_REVIEWER],
  proposer: [TARGET_PROPOSER],
}

/** The targets that address somebody with these roles: All, and each role's own. */
export const targetsOf = (roles: readonly Role[]): number[] => [
  TARGET_ALL,
  ...roles.flatMap((role) => TARGETS[role]),
]

interface Announcement {
  target: number
  published: boolean
}

/** Whether somebody with these roles may read an announcement: published and addressed to them; the office any. */
export const mayRead = (roles: readonly Role[], { target, published }: Announcement) =>
  roles.includes('admin') || (published && targetsOf(roles).includes(target))
