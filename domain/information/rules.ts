import type { Role } from '../access.ts'
import { TARGET_ALL, TARGET_PANEL, TARGET_PROPOSER, TARGET_REVIEWER } from '../masters/values.ts'

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

/** Whether an announcement with this target reaches somebody with these roles. */
export const isAddressedTo = (roles: readonly Role[], target: number) => targetsOf(roles).includes(target)

interface Announcement {
  target: number
  published: boolean
}

/** Whether somebody with these roles may read an announcement: published and addressed to them; the office any. */
export const mayRead = (roles: readonly Role[], { target, published }: Announcement) =>
  roles.includes('admin') || (published && isAddressedTo(roles, target))

/** Why an announcement can not be deleted now, or null. */
export const whyNotDelete = ({ published }: Pick<Announcement, 'published'>) =>
  published
    ? 'A published announcement can not be deleted. Take it back first: edit it and untick Published.'
    : null
