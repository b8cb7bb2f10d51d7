/** What a search finds, and what a group of it is called; in the order of the groups. */
export const KINDS = {
  term: 'Calls',
  proposal: 'Proposals',
  assigned: 'Assigned Proposals',
  own: 'MyProposal',
  sample: 'Samples',
  applicant: 'Applicants',
  proposer: 'Proposers',
  collaborator: 'Collaborators',
  reviewer: 'Reviewers',
  user: 'Users',
  screen: 'Screens',
} as const
export type Kind = keyof typeof KINDS
export const KIND_NAMES = Object.keys(KINDS) as [Kind, ...Kind[]]

/** How near something is to what was searched: it is it, begins with it, holds it. */
export const EXACT = 0
export const BEGINS = 1
export const HOLDS = 2
export type Near = typeof EXACT | typeof BEGINS | typeof HOLDS

/** How many things a search answers. */
export const MOST = 20
