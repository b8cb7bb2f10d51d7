/** `rank`: serial dictatorship in the order of the proposals; `benefit`: greatest total benefit. */
export const POLICIES = ['rank', 'benefit'] as const
export type Policy = (typeof POLICIES)[number]

/** Accept header for a stream of JSON lines: progress events, then the reply. */
export const NDJSON = 'application/x-ndjson'

/** Each point of the global score doubles the weight: Poor 1, Fair 2, Good 4, Very Good 8, Excellent 16. */
const SCORE_FACTOR = 2
/** Weight of a global score from 1 to 5, in fractions. */
export const scoreWeight = (global_score: number) => SCORE_FACTOR ** (global_score - 1)

/** Weight of a request by its priority: 1, a half, a third. */
export const priorityWeight = (priority: number) => 1 / priority

/** Weight of a distance from the request: 1 for an exact fit, a half for half or twice the requested figure. */
export const nearness = (far: number) => Math.exp(-far)

/** Benefits are whole thousandths, so that their sums are exact. */
export const THOUSANDTHS = 1000

interface Weighted {
  row: { global_score: number | null }
  request: { priority: number }
}

/** Benefit of a sample for a request in whole thousandths, at least one; 0 without a global score. */
export function benefitOf({ row, request }: Weighted, far: number): number {
  if (row.global_score === null) return 0
  const benefit = scoreWeight(row.global_score) * priorityWeight(request.priority) * nearness(far)
  return Math.max(1, Math.round(THOUSANDTHS * benefit))
}
