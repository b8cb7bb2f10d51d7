import { backward, cholesky, forward } from './cholesky.ts'

/** One submitted report: the total that `reviewer` gave `proposal`, both named by their position from 0. */
export interface Given {
  proposal: number
  reviewer: number
  total: number
}

/** A figure and its standard error, in points of the total. */
export interface Estimate {
  value: number
  error: number
}
/** A proposal's estimate beside its plain average. */
interface OfProposal extends Estimate {
  mean: number
}

/** Which part of the totals' variance lies between proposals and between reviewers; the rest is chance. */
interface Shares {
  proposals: number
  reviewers: number
}

/** Chance keeps at least this share: totals are whole numbers. */
const LEAST_CHANCE = 0.02
const FINEST_STEP = 0.002

/** The reports by proposal: who gave it what. */
function byProposal(given: readonly Given[], proposals: number): Given[][] {
  const rows: Given[][] = Array.from({ length: proposals }, () => [])
  for (const one of given) rows[one.proposal]!.push(one)
  return rows
}

/**
 * The model at given shares, with the proposals absorbed: what is solved for is the mean and, scaled, the reviewers.
 * Henderson's mixed model equations; `fit` is minus twice the restricted log likelihood, up to a constant.
 */
function solve(rows: Given[][], reviewers: number, shares: Shares) {
  const chance = 1 - shares.proposals - shares.reviewers
  const ratio = shares.proposals / chance
  const scale = Math.sqrt(shares.reviewers / chance)
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
  for (const row of rows) {
    const n = row.length
    const shrink = ratio / (n * ratio + 1)
    const left = 1 - shrink * n
    const sum = row.reduce((all, { total }) => all + total, 0)
    count += n
    determinant += Math.log(1 + n * ratio)
    squares += row.reduce((all, { total }) => all + total * total, 0) - shrink * sum * sum
    matrix[0]![0]! += n * left
    right[0]! += left * sum
    for (const { reviewer, total } of row) {
      const i = reviewer + 1
      matrix[i]![0]! += scale * left
      right[i]! += scale * (total - shrink * sum)
      matrix[i]![i]! += scale * scale
      for (const other of row) {
        const j = other.reviewer + 1
        if (j <= i) matrix[i]![j]! -= scale * scale * shrink
      }
    }
  }
  const factor = cholesky(matrix)
  const effects = backward(factor, forward(factor, right))
  const rest = Math.max(squares - effects.reduce((all, value, i) => all + value * right[i]!, 0), 0)
  const logs = factor.reduce((all, row, i) => all + 2 * Math.log(row[i]!), 0)
  const fit = (count - 1) * Math.log(rest) + determinant + logs
  return { ratio, scale, factor, effects, fit, chance: rest / (count - 1) }
}

/** How badly shares fit; a weak prior keeps proposals and chance away from nothing, reviewers may come to nothing. */
function misfit(rows: Given[][], reviewers: number, shares: Shares): number {
  const chance = 1 - shares.proposals - shares.reviewers
  if (shares.proposals <= 0 || shares.reviewers < 0 || chance < LEAST_CHANCE) return Number.POSITIVE_INFINITY
  return solve(rows, reviewers, shares).fit - 2 * Math.log(shares.proposals) - 2 * Math.log(chance)
}

/** The shares that fit best: every tenth first, then ever finer around the best. No chance, no clock. */
function bestShares(rows: Given[][], reviewers: number): Shares {
  const tenths = Array.from({ length: 10 }, (_, i) => i / 10)
  let best: Shares = { proposals: 0.5, reviewers: 0 }
  let least = Number.POSITIVE_INFINITY
  const consider = (shares: Shares) => {
    const how = misfit(rows, reviewers, shares)
    if (how < least - 1e-9) [best, least] = [shares, how]
  }
  for (const share of tenths) for (const other of tenths) consider({ proposals: share, reviewers: other })
  for (let step = 0.05; step > FINEST_STEP; step /= 2) {
    const { proposals, reviewers: others } = best
    for (const a of [-step, 0, step])
      for (const b of [-step, 0, step])
        consider({ proposals: proposals + a, reviewers: Math.max(0, others + b) })
  }
  return best
}

/**
 * Total = proposal + reviewer + chance, all normal. The variances are estimated from the reports by restricted maximum
 * likelihood; each proposal's and each reviewer's part is its best linear prediction, drawn towards the mean the more the
 * less is known of it. A reviewer's value is what they give above the others.
 */
export function predict(given: readonly Given[], proposals: number, reviewers: number) {
  const mean = given.reduce((sum, { total }) => sum + total, 0) / given.length
  const same = given.every(({ total }) => total === given[0]!.total)
  if (same)
    return {
      proposals: Array.from({ length: proposals }, (): OfProposal => ({ value: mean, error: 0, mean })),
      reviewers: Array.from({ length: reviewers }, (): Estimate => ({ value: 0, error: 0 })),
    }
  const centred = given.map((one) => ({ ...one, total: one.total - mean }))
  const rows = byProposal(centred, proposals)
  const model = solve(rows, reviewers, bestShares(rows, reviewers))
  const { ratio, scale, factor, effects, chance } = model
  const variance = (weights: Float64Array) =>
    forward(factor, weights).reduce((sum, value) => sum + value * value, 0)
  return {
    proposals: rows.map((row): OfProposal => {
      const shrink = ratio / (row.length * ratio + 1)
      const weights = new Float64Array(reviewers + 1)
      weights[0] = 1 - shrink * row.length
      for (const { reviewer } of row) weights[reviewer + 1]! -= shrink * scale
      const sum = row.reduce((all, { total }) => all + total, 0)
      const value = mean + shrink * sum + weights.reduce((all, weight, i) => all + weight * effects[i]!, 0)
      return { value, mean: mean + sum / row.length, error: Math.sqrt(chance * (shrink + variance(weights))) }
    }),
    reviewers: Array.from({ length: reviewers }, (_, reviewer): Estimate => {
      const weights = new Float64Array(reviewers + 1)
      weights[reviewer + 1] = scale
      return { value: scale * effects[reviewer + 1]!, error: Math.sqrt(chance * variance(weights)) }
    }),
  }
}
