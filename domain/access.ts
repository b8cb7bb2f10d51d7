/** The four roles of a signed-in user, in the order they are shown. */
export const ROLES = ['admin', 'panel', 'reviewer', 'proposer'] as const
export type Role = (typeof ROLES)[number]

/** Who may use a call or a screen: everybody, or a non-empty list of roles. */
export type Access = 'public' | readonly [Role, ...Role[]]

export const everyone = [...ROLES] as const
export const staff = ['admin', 'panel'] as const
export const office = ['admin'] as const
export const reviewers = ['admin', 'panel', 'reviewer'] as const

/** True when `roles` may pass where `access` is asked. */
export const allows = (access: Access, roles: readonly Role[]) =>
  access === 'public' || roles.some((role) => access.includes(role))
