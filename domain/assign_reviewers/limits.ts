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

/** What keeps a proposal short of reports: a limit, or that no further reviewer is free for it. */
export const LIMIT_LABELS: Record<LimitKind | 'candidates', string> = {
  per_proposal: 'Reports per proposal',
  per_reviewer: 'Reports per reviewer',
  organisation: 'One per organisation',
  method: 'Knows one of its methods',
  conflict: 'Conflicts to judge',
  candidates: 'No further reviewer is free',
}
