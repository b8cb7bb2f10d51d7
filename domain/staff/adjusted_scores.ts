import { z } from 'zod'
import { termFilter } from '../filters.ts'

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
export const Adjusted = z.object({
  proposals: z.array(z.object({ id: z.number(), mean: z.number(), adjusted: z.number(), error: z.number() })),
  reviewers: z.array(z.object({ id: z.number(), strictness: z.number(), error: z.number() })),
  why_not: z.string().nullable(),
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

/** The adjusted scores over a term's submitted reports. Platt and Burges 2012; Ge, Welling and Ghahramani 2013. */
export function adjustScores(reports: readonly ReportTotal[]): Adjusted {
  const totals = reports.toSorted((a, b) => a.proposal_id - b.proposal_id || a.reviewer_id - b.reviewer_id)
  const why_not = whyNotAdjusted(totals)
  if (why_not) return { proposals: [], reviewers: [], why_not }
  const proposals = distinct(totals.map(({ proposal_id }) => proposal_id))
  const reviewers = distinct(totals.map(({ reviewer_id }) => reviewer_id))
  const at = (ids: readonly number[]) => new Map(ids.map((id, position) => [id, position]))
  const [row, column] = [at(proposals), at(reviewers)]
  const model = predict(
    totals.map(({ proposal_id, reviewer_id, total }) => ({
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

/** One submitted report; `reviewer` and `proposal` are indexes from 0. */
interface IndexedTotal {
  proposal: number
  reviewer: number
  total: number
}

/** An estimate and its standard error, in points of the total. */
interface Estimate {
  value: number
  error: number
}
/** A proposal's estimate beside its plain average. */
interface ProposalEstimate extends Estimate {
  mean: number
}

/** The shares of the totals' variance between proposals and between reviewers; the rest is noise. */
interface VarianceShares {
  proposals: number
  reviewers: number
}

/** Noise has at least this share because totals are whole numbers. */
const MIN_NOISE_SHARE = 0.02
const MIN_STEP = 0.002

/** The reports by proposal. */
function groupByProposal(reports: readonly IndexedTotal[], proposals: number): IndexedTotal[][] {
  const rows: IndexedTotal[][] = Array.from({ length: proposals }, () => [])
  for (const one of reports) rows[one.proposal]!.push(one)
  return rows
}

/** Sums over all proposals with the same number of reports, computed once for all variance shares. */
interface ProposalGroup {
  reports: number
  proposals: number
  /** Of all totals: their sum, the sum of their squares, and of the squares of each proposal's sum. */
  sum: number
  squares: number
  ofSums: number
  /** By reviewer: how many totals, their sum, and the sums of the proposals that they are of. */
  counts: Float64Array
  totals: Float64Array
  sums: Float64Array
  /** By reviewer and reviewer up to it: how many proposals both have. */
  shared: Float64Array[]
}

function groupByReportCount(rows: readonly IndexedTotal[][], reviewers: number): ProposalGroup[] {
  const all = new Map<number, ProposalGroup>()
  const empty = () => new Float64Array(reviewers)
  for (const row of rows) {
    const group = all.get(row.length) ?? {
      ...{ reports: row.length, proposals: 0, sum: 0, squares: 0, ofSums: 0 },
      ...{
        counts: empty(),
        totals: empty(),
        sums: empty(),
        shared: Array.from({ length: reviewers }, empty),
      },
    }
    all.set(row.length, group)
    const sum = row.reduce((all, { total }) => all + total, 0)
    group.proposals++
    group.sum += sum
    group.ofSums += sum * sum
    for (const { reviewer, total } of row) {
      group.squares += total * total
      group.counts[reviewer]!++
      group.totals[reviewer]! += total
      group.sums[reviewer]! += sum
      for (const other of row) if (other.reviewer <= reviewer) group.shared[reviewer]![other.reviewer]!++
    }
  }
  return [...all.values()]
}

/**
 * Solves the model for given variance shares, with the proposals absorbed: the unknowns are the mean and the scaled
 * reviewer effects. Henderson's mixed model equations; `fit` is minus twice the restricted log likelihood, up to a constant.
 */
function solveMixedModel(all: readonly ProposalGroup[], reviewers: number, shares: VarianceShares) {
  const noise = 1 - shares.proposals - shares.reviewers
  const ratio = shares.proposals / noise
  const scale = Math.sqrt(shares.reviewers / noise)
  const size = reviewers + 1
  const matrix = Array.from({ length: size }, (_, i) => {
    const row = new Float64Array(size)
    if (i > 0) row[i] = 1
    return row
  })
  const right = new Float64Array(size)
  let squares = 0
  let determinant = 0
  let count = 0
  for (const { reports, proposals, sum, counts, totals, sums, shared, ...of } of all) {
    const shrink = ratio / (reports * ratio + 1)
    const left = 1 - shrink * reports
    count += reports * proposals
    determinant += proposals * Math.log(1 + reports * ratio)
    squares += of.squares - shrink * of.ofSums
    matrix[0]![0]! += reports * proposals * left
    right[0]! += left * sum
    for (let reviewer = 0; reviewer < reviewers; reviewer++) {
      const row = matrix[reviewer + 1]!
      row[0]! += scale * left * counts[reviewer]!
      row[reviewer + 1]! += scale * scale * counts[reviewer]!
      right[reviewer + 1]! += scale * (totals[reviewer]! - shrink * sums[reviewer]!)
      for (let other = 0; other <= reviewer; other++)
        row[other + 1]! -= scale * scale * shrink * shared[reviewer]![other]!
    }
  }
  const factor = choleskyFactor(matrix)
  const effects = solveLowerTransposed(factor, solveLower(factor, right))
  const rest = Math.max(squares - effects.reduce((all, value, i) => all + value * right[i]!, 0), 0)
  const logs = factor.reduce((all, row, i) => all + 2 * Math.log(row[i]!), 0)
  const fit = (count - 1) * Math.log(rest) + determinant + logs
  return { ratio, scale, factor, effects, fit, noise: rest / (count - 1) }
}

/** The misfit of shares; a weak prior keeps the shares of proposals and noise above 0, that of reviewers may be 0. */
function misfit(all: readonly ProposalGroup[], reviewers: number, shares: VarianceShares): number {
  const noise = 1 - shares.proposals - shares.reviewers
  if (shares.proposals <= 0 || shares.reviewers < 0 || noise < MIN_NOISE_SHARE)
    return Number.POSITIVE_INFINITY
  return solveMixedModel(all, reviewers, shares).fit - 2 * Math.log(shares.proposals) - 2 * Math.log(noise)
}

/** The best fitting shares: a grid of tenths, then finer steps around the best. Deterministic. */
function bestShares(all: readonly ProposalGroup[], reviewers: number): VarianceShares {
  const tenths = Array.from({ length: 10 }, (_, i) => i / 10)
  let best: VarianceShares = { proposals: 0.5, reviewers: 0 }
  let least = Number.POSITIVE_INFINITY
  const consider = (shares: VarianceShares) => {
    const how = misfit(all, reviewers, shares)
    if (how < least - 1e-9) [best, least] = [shares, how]
  }
  for (const share of tenths) for (const other of tenths) consider({ proposals: share, reviewers: other })
  for (let step = 0.05; step > MIN_STEP; step /= 2) {
    const { proposals, reviewers: others } = best
    for (const a of [-step, 0, step])
      for (const b of [-step, 0, step])
        consider({ proposals: proposals + a, reviewers: Math.max(0, others + b) })
  }
  return best
}

/**
 * Total = proposal + reviewer + noise, all normal. The variances are estimated by restricted maximum likelihood; each
 * proposal's and each reviewer's effect is its best linear unbiased prediction, which shrinks towards the mean the fewer
 * reports there are. A reviewer's value is how much higher than others they score.
 */
function predict(reports: readonly IndexedTotal[], proposals: number, reviewers: number) {
  const mean = reports.reduce((sum, { total }) => sum + total, 0) / reports.length
  const same = reports.every(({ total }) => total === reports[0]!.total)
  if (same)
    return {
      proposals: Array.from({ length: proposals }, (): ProposalEstimate => ({ value: mean, error: 0, mean })),
      reviewers: Array.from({ length: reviewers }, (): Estimate => ({ value: 0, error: 0 })),
    }
  const centred = reports.map((one) => ({ ...one, total: one.total - mean }))
  const rows = groupByProposal(centred, proposals)
  const all = groupByReportCount(rows, reviewers)
  const model = solveMixedModel(all, reviewers, bestShares(all, reviewers))
  const { ratio, scale, factor, effects, noise } = model
  const variance = (weights: Float64Array) =>
    solveLower(factor, weights).reduce((sum, value) => sum + value * value, 0)
  return {
    proposals: rows.map((row): ProposalEstimate => {
      const shrink = ratio / (row.length * ratio + 1)
      const weights = new Float64Array(reviewers + 1)
      weights[0] = 1 - shrink * row.length
      for (const { reviewer } of row) weights[reviewer + 1]! -= shrink * scale
      const sum = row.reduce((all, { total }) => all + total, 0)
      const value = mean + shrink * sum + weights.reduce((all, weight, i) => all + weight * effects[i]!, 0)
      return { value, mean: mean + sum / row.length, error: Math.sqrt(noise * (shrink + variance(weights))) }
    }),
    reviewers: Array.from({ length: reviewers }, (_, reviewer): Estimate => {
      const weights = new Float64Array(reviewers + 1)
      weights[reviewer + 1] = scale
      return { value: scale * effects[reviewer + 1]!, error: Math.sqrt(noise * variance(weights)) }
    }),
  }
}

/** The lower Cholesky factor of a symmetric positive definite matrix, of which only the lower half is read. */
function choleskyFactor(matrix: Float64Array[]): Float64Array[] {
  const factor = matrix.map((row) => new Float64Array(row.length))
  for (let i = 0; i < matrix.length; i += 1) {
    const row = factor[i]!
    for (let j = 0; j <= i; j += 1) {
      const above = factor[j]!
      let sum = matrix[i]![j]!
      for (let k = 0; k < j; k += 1) sum -= row[k]! * above[k]!
      row[j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / above[j]!
    }
  }
  return factor
}

/** Solves `factor` · x = `right`. */
function solveLower(factor: Float64Array[], right: Float64Array): Float64Array {
  const solved = new Float64Array(right.length)
  for (let i = 0; i < right.length; i += 1) {
    const row = factor[i]!
    let sum = right[i]!
    for (let k = 0; k < i; k += 1) sum -= row[k]! * solved[k]!
    solved[i] = sum / row[i]!
  }
  return solved
}

/** Solves the transpose of `factor` · x = `right`. */
function solveLowerTransposed(factor: Float64Array[], right: Float64Array): Float64Array {
  const solved = new Float64Array(right.length)
  for (let i = right.length - 1; i >= 0; i -= 1) {
    let sum = right[i]!
    for (let k = i + 1; k < right.length; k += 1) sum -= factor[k]![i]! * solved[k]!
    solved[i] = sum / factor[i]![i]!
  }
  return solved
}
