/** The roles as the flags of a user name them, in the order they are shown. */
export const ROLE_FLAGS = {
  is_administration_office: 'Administration office',
  is_panel: 'Panel',
  is_reviewer: 'Reviewer',
  is_proposer: 'Proposer',
} as const

type Flags = Record<keyof typeof ROLE_FLAGS, boolean>

/** The roles of a user in words: 'Panel, Reviewer'; '' without any. */
export const roleText = (user: Flags) =>
  Object.entries(ROLE_FLAGS)
    .filter(([flag]) => user[flag as keyof Flags])
    .map(([, label]) => label)
    .join(', ')
