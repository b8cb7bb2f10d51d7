/** The four roles of a signed-in user, in the order they are shown. */
export const ROLES = ['admin', 'panel', 'reviewer', 'proposer'] as const
export type Role = (typeof ROLES)[number]

/** Who may use an endpoint or a screen: everyone, or a non-empty list of roles. */
export type Access = 'public' | readonly [Role, ...Role[]]

export const everyone = [...ROLES] as const
export const staff = ['admin', 'panel'] as const
export const office = ['admin'] as const
export const panelMembers = ['panel'] as const
export const reviewers = ['admin', 'panel', 'reviewer'] as const

/** Whether one of `roles` has `access`. */
export const allows = (access: Access, roles: readonly Role[]) =>
  access === 'public' || roles.some((role) => access.includes(role))
