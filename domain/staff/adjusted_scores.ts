import { z } from 'zod'
import { termFilter } from '../filters.ts'
import { fitMixedModel, type IndexedTotal, predict } from './mixed_model.ts'
import { estimateRanks, type RankEstimate } from './rank_order.ts'

/** A submitted report; `total` is science plus technical score. */
export interface ReportTotal {
  proposal_id: number
  reviewer_id: number
  total: number
}

/** Fewer submitted reports are not enough for an estimate. */
export const MIN_REPORTS = 10

/** The term, by default the current one. */
export const AdjustedFilter = z.object(termFilter)

/**
 * Scores adjusted for the strictness of reviewers, as advice. `mean` is the average total; `adjusted` what it would be if
 * all reviewers were equally strict. `strictness` is how much lower than others a reviewer scores. `error` is one standard
 * error. `why_not` is the reason when there are none.
 */
const AdjustedScores = z.object({
  proposals: z.array(z.object({ id: z.number(), mean: z.number(), adjusted: z.number(), error: z.number() })),
  reviewers: z.array(z.object({ id: z.number(), strictness: z.number(), error: z.number() })),
  why_not: z.string().nullable(),
})
export type AdjustedScores = z.infer<typeof AdjustedScores>

/** Where the line comes from: the end of the material at hand, or a number that the office has set. */
export const LINE_SOURCES = ['material', 'set'] as const

/**
 * The adjusted scores with how sure the order is. `expected`, `low` and `high` are places in the order of all proposals
 * with a submitted report that the viewer may see, from 1: the expected one, and the interval that holds the true one in
 * 90 of 100 cases.
 */
export const Adjusted = AdjustedScores.extend({
  proposals: z.array(
    AdjustedScores.shape.proposals.element.extend({
      expected: z.number(),
      low: z.number(),
      high: z.number(),
    }),
  ),
  /** How many places of this order are above the line; null when the material suffices for all, or nothing is known. */
  line: z.number().nullable(),
  line_from: z.enum(LINE_SOURCES).nullable(),
  /** The version of the term, to set the line with. */
  line_version: z.number(),
  /** The tie zone: ids of the proposals whose interval crosses the line, the best first. */
  zone: z.array(z.number()),
})
export type Adjusted = z.infer<typeof Adjusted>

const distinct = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b)
/** Two decimals; no negative zero. */
const rounded = (value: number) => Math.round(value * 100) / 100 + 0

/** The reviewers who are connected with the first one by shared proposals, directly or through others. */
function connected(totals: readonly ReportTotal[]): Set<number> {
  const reached = new Set([totals[0]!.reviewer_id])
  for (let before = 0; before < reached.size; ) {
    before = reached.size
    const seen = new Set(totals.filter((one) => reached.has(one.reviewer_id)).map((one) => one.proposal_id))
    for (const { proposal_id, reviewer_id } of totals) if (seen.has(proposal_id)) reached.add(reviewer_id)
  }
  return reached
}

/** Why scores cannot be adjusted, or null: too few reports, or reviewers without shared proposals. */
function whyNotAdjusted(totals: readonly ReportTotal[]): string | null {
  if (totals.length < MIN_REPORTS)
    return `Adjusted scores need ${MIN_REPORTS} submitted reports; there ${totals.length === 1 ? 'is' : 'are'} ${totals.length}.`
  const reviewers = distinct(totals.map(({ reviewer_id }) => reviewer_id))
  if (reviewers.length === 1)
    return 'All submitted reports are by one reviewer; there is nobody to compare with.'
  const unconnected = reviewers.length - connected(totals).size
  return unconnected === 0
    ? null
    : 'The reviewers are not all connected by shared proposals, so that their strictness cannot be compared.'
}

const indexes = (ids: readonly number[]) => new Map(ids.map((id, index) => [id, index]))

/** The reports as the model takes them, and the ids that its indexes stand for. */
function indexReports(reports: readonly ReportTotal[]) {
  const totals = reports.toSorted((a, b) => a.proposal_id - b.proposal_id || a.reviewer_id - b.reviewer_id)
  const proposals = distinct(totals.map(({ proposal_id }) => proposal_id))
  const reviewers = distinct(totals.map(({ reviewer_id }) => reviewer_id))
  const [row, column] = [indexes(proposals), indexes(reviewers)]
  const indexed = totals.map(
    ({ proposal_id, reviewer_id, total }): IndexedTotal => ({
      proposal: row.get(proposal_id)!,
      reviewer: column.get(reviewer_id)!,
      total,
    }),
  )
  return { totals, indexed, proposals, reviewers }
}

/** The adjusted scores over a term's submitted reports. Platt and Burges 2012; Ge, Welling and Ghahramani 2013. */
export const adjustScores = (reports: readonly ReportTotal[]): AdjustedScores => estimate(reports).scores

/** The adjusted scores with the expected rank of each proposal and its interval. */
export function orderProposals(reports: readonly ReportTotal[]) {
  const { scores, model } = estimate(reports)
  const size = scores.proposals.length
  const unknown: RankEstimate = { expected: (size + 1) / 2, low: 1, high: size }
  const ranks = model && estimateRanks(model)
  return {
    ...scores,
    proposals: scores.proposals.map((one, i) => {
      const { expected, low, high } = ranks?.[i] ?? unknown
      return { ...one, expected: Math.round(expected * 10) / 10, low, high }
    }),
  }
}

function estimate(reports: readonly ReportTotal[]) {
  const { totals, indexed, proposals, reviewers } = indexReports(reports)
  const why_not = whyNotAdjusted(totals)
  if (why_not) return { scores: { proposals: [], reviewers: [], why_not }, model: null }
  const model = fitMixedModel(indexed, proposals.length, reviewers.length)
  const equal = { value: totals[0]!.total, mean: totals[0]!.total, error: 0 }
  const predicted = model && predict(model)
  const scores: AdjustedScores = {
    proposals: proposals.map((id, i) => {
      const { value, error, mean } = predicted?.proposals[i] ?? equal
      return { id, mean: rounded(mean), adjusted: rounded(value), error: rounded(error) }
    }),
    reviewers: reviewers.map((id, i) => {
      const { value, error } = predicted?.reviewers[i] ?? { value: 0, error: 0 }
      return { id, strictness: rounded(-value), error: rounded(error) }
    }),
    why_not: null,
  }
  return { scores, model }
}
