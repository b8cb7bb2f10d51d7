/** The roles of a signed-in user, in the order they are shown. */
export const ROLES = ['admin', 'panel', 'reviewer', 'curation', 'proposer'] as const
export type Role = (typeof ROLES)[number]

/** Who may use an endpoint or a screen: everyone, or a non-empty list of roles. */
export type Access = 'public' | readonly [Role, ...Role[]]

export const everyone = [...ROLES] as const
export const staff = ['admin', 'panel'] as const
export const office = ['admin'] as const
/** Who keeps the samples: curation, and the office beside it. */
export const custodians = ['admin', 'curation'] as const
export const panelMembers = ['panel'] as const
export const reviewers = ['admin', 'panel', 'reviewer'] as const
/** Who has a Dashboard. */
export const withDashboard = ['admin', 'panel', 'reviewer', 'curation'] as const

/** Who reads the catalogue and what became of its samples. */
export const catalogueReaders = ['admin', 'panel', 'curation'] as const

/** Whether one of `roles` has `access`. */
export const allows = (access: Access, roles: readonly Role[]) =>
  access === 'public' || roles.some((role) => access.includes(role))

/** What an API token may be allowed to do. */
export const SCOPES = ['read_lists', 'read_allocation', 'import_samples', 'read_custody'] as const
export type Scope = (typeof SCOPES)[number]
