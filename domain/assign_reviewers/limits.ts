/** The limits of a reviewer assignment. */
export const LIMIT_KINDS = ['per_proposal', 'per_reviewer', 'organisation', 'method', 'conflict'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

/** The defaults of a term in which nobody has set limits. */
export const DEFAULT_LIMITS = {
  per_proposal_on: true,
  per_proposal: 3,
  per_reviewer_on: true,
  per_reviewer: 6,
  one_per_organisation: true,
  knows_method: true,
} as const
