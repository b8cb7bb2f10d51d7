import type { OpenRequest } from './problem.ts'

/** How samples are suggested: strictly by the rank of the proposals, or for the most benefit in all. */
export const POLICIES = ['rank', 'benefit'] as const
export type Policy = (typeof POLICIES)[number]

/** Who accepts this gets the answer in lines of JSON: how far it is, and last the reply. */
export const LINES = 'application/x-ndjson'

/** One point of a global score more doubles what a sample is worth: Poor 1, Fair 2, Good 4, Very Good 8, Excellent 16. */
const SCORE_FACTOR = 2
/** What a sample is worth for a proposal of this global score, 1 to 5; between whole scores it grows evenly in the power. */
export const scoreWeight = (global_score: number) => SCORE_FACTOR ** (global_score - 1)

/** What the request of a priority counts: the first 1, the second a half, the third a third. */
export const priorityWeight = (priority: number) => 1 / priority

/** What a sample counts that is so far from what was asked: 1 for what was asked, a half for half or twice of it. */
export const nearness = (far: number) => Math.exp(-far)

/** Benefits are kept in thousandths, so that sums of them are exact. */
export const THOUSANDTHS = 1000

/** The benefit of a sample for a request, in whole thousandths, one at least; 0 without a global score. */
export function benefitOf({ row, request }: Pick<OpenRequest, 'row' | 'request'>, far: number): number {
  if (row.global_score === null) return 0
  const benefit = scoreWeight(row.global_score) * priorityWeight(request.priority) * nearness(far)
  return Math.max(1, Math.round(THOUSANDTHS * benefit))
}
