import type { Role } from '../access.ts'
import { TARGET_ALL, TARGET_PANEL, TARGET_PROPOSER, TARGET_REVIEWER } from '../masters/values.ts'

const TARGETS: Record<Role, readonly number[]> = {
  admin: [],
  panel: [TARGET_PANEL],
  reviewer: [TARGET_REVIEWER],
  curation: [],
  proposer: [TARGET_PROPOSER],
}

/** The targets that include a user with these roles. */
export const targetsOf = (roles: readonly Role[]): number[] => [
  TARGET_ALL,
  ...roles.flatMap((role) => TARGETS[role]),
]

/** Whether the target includes a user with these roles. */
export const isAddressedTo = (roles: readonly Role[], target: number) => targetsOf(roles).includes(target)

interface Announcement {
  target: number
  published: boolean
}

/** Whether a user with these roles may read an announcement. The office may read all. */
export const mayRead = (roles: readonly Role[], { target, published }: Announcement) =>
  roles.includes('admin') || (published && isAddressedTo(roles, target))

/** Why an announcement cannot be deleted now, or null. */
export const whyNotDelete = ({ published }: Pick<Announcement, 'published'>) =>
  published
    ? 'A published announcement cannot be deleted. Unpublish it first: edit it and clear Published.'
    : null
