import { z } from 'zod'
import { ofTerm } from '../filters.ts'
import { predict } from './adjusted_model.ts'

/** A submitted report as the adjusting reads it: science plus technical score. */
export interface TotalGiven {
  proposal_id: number
  reviewer_id: number
  total: number
}

/** Below so many submitted reports nothing is estimated. */
export const LEAST_REPORTS = 10

/** Of which term; the current one when not said. */
export const AdjustedFilter = z.object(ofTerm)

/**
 * Scores made fair, as advice beside the averages. `mean` is the average total; `adjusted` what it would be had all
 * reviewers judged alike. `strictness` is what a reviewer gives below the others: positive is strict. `error` is one
 * standard error. `why_not` says why there are none.
 */
export const Adjusted = z.object({
  proposals: z.array(z.object({ id: z.number(), mean: z.number(), adjusted: z.number(), error: z.number() })),
  reviewers: z.array(z.object({ id: z.number(), strictness: z.number(), error: z.number() })),
  why_not: z.string().nullable(),
})
export type Adjusted = z.infer<typeof Adjusted>

const distinct = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b)
/** Two decimals; no negative zero. */
const rounded = (value: number) => Math.round(value * 100) / 100 + 0

/** The reviewers who are bound to the first one by proposals that they share, directly or through others. */
function connected(given: readonly TotalGiven[]): Set<number> {
  const met = new Set([given[0]!.reviewer_id])
  for (let before = 0; before < met.size; ) {
    before = met.size
    const seen = new Set(given.filter((one) => met.has(one.reviewer_id)).map((one) => one.proposal_id))
    for (const { proposal_id, reviewer_id } of given) if (seen.has(proposal_id)) met.add(reviewer_id)
  }
  return met
}

/** Why no adjusted scores can be given, or null: too few reports, or reviewers that nothing lets compare. */
export function whyNotAdjusted(given: readonly TotalGiven[]): string | null {
  if (given.length < LEAST_REPORTS)
    return `Adjusted scores need ${LEAST_REPORTS} submitted reports; there ${given.length === 1 ? 'is' : 'are'} ${given.length}.`
  const reviewers = distinct(given.map(({ reviewer_id }) => reviewer_id))
  if (reviewers.length === 1)
    return 'All submitted reports are by one reviewer; there is nobody to compare with.'
  const apart = reviewers.length - connected(given).size
  return apart === 0
    ? null
    : 'The reviewers are not all connected by shared proposals, so that their strictness can not be compared.'
}

/** The adjusted scores over a term's submitted reports. Platt and Burges 2012; Ge, Welling and Ghahramani 2013. */
export function adjust(reports: readonly TotalGiven[]): Adjusted {
  const given = reports.toSorted((a, b) => a.proposal_id - b.proposal_id || a.reviewer_id - b.reviewer_id)
  const why_not = whyNotAdjusted(given)
  if (why_not) return { proposals: [], reviewers: [], why_not }
  const proposals = distinct(given.map(({ proposal_id }) => proposal_id))
  const reviewers = distinct(given.map(({ reviewer_id }) => reviewer_id))
  const at = (ids: readonly number[]) => new Map(ids.map((id, position) => [id, position]))
  const [row, column] = [at(proposals), at(reviewers)]
  const model = predict(
    given.map(({ proposal_id, reviewer_id, total }) => ({
      proposal: row.get(proposal_id)!,
      reviewer: column.get(reviewer_id)!,
      total,
    })),
    proposals.length,
    reviewers.length,
  )
  return {
    proposals: model.proposals.map(({ value, error, mean }, i) => ({
      id: proposals[i]!,
      mean: rounded(mean),
      adjusted: rounded(value),
      error: rounded(error),
    })),
    reviewers: model.reviewers.map(({ value, error }, i) => ({
      id: reviewers[i]!,
      strictness: rounded(-value),
      error: rounded(error),
    })),
    why_not: null,
  }
}
