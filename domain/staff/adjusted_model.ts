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

/** What the model needs of proposals that have equally many reports, gathered once for all shares. */
interface Bunch {
  reports: number
  proposals: number
  /** Of all totals: their sum, the sum of their squares, and of the squares of each proposal's sum. */
  sum: number
  squares: number
  ofSums: number
  /** By reviewer: how many totals, their sum, and the sums of the proposals that they are of. */
  given: Float64Array
  totals: Float64Array
  sums: Float64Array
  /** By reviewer and reviewer up to it: how many proposals both have. */
  shared: Float64Array[]
}

function bunches(rows: readonly Given[][], reviewers: number): Bunch[] {
  const all = new Map<number, Bunch>()
  const empty = () => new Float64Array(reviewers)
  for (const row of rows) {
    const bunch = all.get(row.length) ?? {
      ...{ reports: row.length, proposals: 0, sum: 0, squares: 0, ofSums: 0 },
      ...{ given: empty(), totals: empty(), sums: empty(), shared: Array.from({ length: reviewers }, empty) },
    }
    all.set(row.length, bunch)
    const sum = row.reduce((all, { total }) => all + total, 0)
    bunch.proposals++
    bunch.sum += sum
    bunch.ofSums += sum * sum
    for (const { reviewer, total } of row) {
      bunch.squares += total * total
      bunch.given[reviewer]!++
      bunch.totals[reviewer]! += total
      bunch.sums[reviewer]! += sum
      for (const other of row) if (other.reviewer <= reviewer) bunch.shared[reviewer]![other.reviewer]!++
    }
  }
  return [...all.values()]
}

/**
 * The model at given shares, with the proposals absorbed: what is solved for is the mean and, scaled, the reviewers.
 * Henderson's mixed model equations; `fit` is minus twice the restricted log likelihood, up to a constant.
 */
function solve(all: readonly Bunch[], reviewers: number, shares: Shares) {
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
  for (const { reports, proposals, sum, given, totals, sums, shared, ...of } of all) {
    const shrink = ratio / (reports * ratio + 1)
    const left = 1 - shrink * reports
    count += reports * proposals
    determinant += proposals * Math.log(1 + reports * ratio)
    squares += of.squares - shrink * of.ofSums
    matrix[0]![0]! += reports * proposals * left
    right[0]! += left * sum
    for (let reviewer = 0; reviewer < reviewers; reviewer++) {
      const row = matrix[reviewer + 1]!
      row[0]! += scale * left * given[reviewer]!
      row[reviewer + 1]! += scale * scale * given[reviewer]!
      right[reviewer + 1]! += scale * (totals[reviewer]! - shrink * sums[reviewer]!)
      for (let other = 0; other <= reviewer; other++)
        row[other + 1]! -= scale * scale * shrink * shared[reviewer]![other]!
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
function misfit(all: readonly Bunch[], reviewers: number, shares: Shares): number {
  const chance = 1 - shares.proposals - shares.reviewers
  if (shares.proposals <= 0 || shares.reviewers < 0 || chance < LEAST_CHANCE) return Number.POSITIVE_INFINITY
  return solve(all, reviewers, shares).fit - 2 * Math.log(shares.proposals) - 2 * Math.log(chance)
}

/** The shares that fit best: every tenth first, then ever finer around the best. No chance, no clock. */
function bestShares(all: readonly Bunch[], reviewers: number): Shares {
  const tenths = Array.from({ length: 10 }, (_, i) => i / 10)
  let best: Shares = { proposals: 0.5, reviewers: 0 }
  let least = Number.POSITIVE_INFINITY
  const consider = (shares: Shares) => {
    const how = misfit(all, reviewers, shares)
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
  const all = bunches(rows, reviewers)
  const model = solve(all, reviewers, bestShares(all, reviewers))
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
