/** One submitted report; `reviewer` and `proposal` are indexes from 0. */
export interface IndexedTotal {
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
  const noise = noiseOf(shares)
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

const noiseOf = (shares: VarianceShares) => 1 - shares.proposals - shares.reviewers
const areValid = (shares: VarianceShares) =>
  shares.proposals > 0 && shares.reviewers >= 0 && noiseOf(shares) >= MIN_NOISE_SHARE

/** The misfit of shares; a weak prior keeps the shares of proposals and noise above 0, that of reviewers may be 0. */
const misfitOf = ({ fit }: { fit: number }, shares: VarianceShares) =>
  fit - 2 * Math.log(shares.proposals) - 2 * Math.log(noiseOf(shares))

/** The best fitting shares: a grid of tenths, then finer steps around the best. Deterministic. */
function bestShares(all: readonly ProposalGroup[], reviewers: number): VarianceShares {
  const tenths = Array.from({ length: 10 }, (_, i) => i / 10)
  let best: VarianceShares = { proposals: 0.5, reviewers: 0 }
  let least = Number.POSITIVE_INFINITY
  const consider = (shares: VarianceShares) => {
    if (!areValid(shares)) return
    const how = misfitOf(solveMixedModel(all, reviewers, shares), shares)
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

/** Total = proposal + reviewer + noise, all normal, with the best fitting variance shares. Totals are about `mean`. */
export interface MixedModel {
  mean: number
  reviewers: number
  rows: readonly IndexedTotal[][]
  groups: readonly ProposalGroup[]
  shares: VarianceShares
}

/** The model of these reports; null when all totals are equal. */
export function fitMixedModel(
  reports: readonly IndexedTotal[],
  proposals: number,
  reviewers: number,
): MixedModel | null {
  if (reports.every(({ total }) => total === reports[0]!.total)) return null
  const mean = reports.reduce((sum, { total }) => sum + total, 0) / reports.length
  const rows = groupByProposal(
    reports.map((one) => ({ ...one, total: one.total - mean })),
    proposals,
  )
  const groups = groupByReportCount(rows, reviewers)
  return { mean, reviewers, rows, groups, shares: bestShares(groups, reviewers) }
}

/**
 * The variances are estimated by restricted maximum likelihood; each proposal's and each reviewer's effect is its best
 * linear unbiased prediction, which shrinks towards the mean the fewer reports there are. A reviewer's value is how much
 * higher than others they score.
 */
export function predict({ mean, reviewers, rows, groups, shares }: MixedModel) {
  const { ratio, scale, factor, effects, noise } = solveMixedModel(groups, reviewers, shares)
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

/** Shares are weighed on a grid around the best of them, with steps of about a standard deviation, so many each way. */
const STEPS = 3
const CURVATURE_STEP = 0.02
const MAX_SHARE_STEP = 0.2
/** Shares less likely than this, beside the best, are left out. */
const MIN_WEIGHT = 1e-3

/** The model solved for shares around the best, each with its posterior weight; the weights sum to 1. */
function solvePosterior({ groups, reviewers, shares: best }: MixedModel) {
  const solve = (proposals: number, others: number) => {
    const shares = { proposals: best.proposals + proposals, reviewers: best.reviewers + others }
    const solved = areValid(shares) ? solveMixedModel(groups, reviewers, shares) : null
    return { solved, misfit: solved ? misfitOf(solved, shares) : Number.POSITIVE_INFINITY }
  }
  const least = solve(0, 0).misfit
  const stepOf = (move: (step: number) => { misfit: number }) => {
    const rise = Math.min(move(CURVATURE_STEP).misfit, move(-CURVATURE_STEP).misfit) - least
    return Math.min(CURVATURE_STEP / Math.sqrt(Math.max(rise, 1e-9)), MAX_SHARE_STEP)
  }
  const steps = Array.from({ length: 2 * STEPS + 1 }, (_, i) => i - STEPS)
  const across = stepOf((step) => solve(step, 0))
  const up = stepOf((step) => solve(0, step))
  const weighed = steps
    .flatMap((a) => steps.map((b) => solve(a * across, b * up)))
    .flatMap(({ solved, misfit }) => {
      const weight = Math.exp((least - misfit) / 2)
      return solved && weight > MIN_WEIGHT ? [{ solved, weight }] : []
    })
  const sum = weighed.reduce((all, { weight }) => all + weight, 0)
  return weighed.map(({ solved, weight }) => ({ solved, weight: weight / sum }))
}

/**
 * Draws from the joint posterior of all proposals, over the uncertainty of mean, reviewers, variance shares and noise.
 * Calls `take` with the values of each draw, in points from the mean; the array is used again. The same model always
 * gives the same draws. They come in opposite pairs, so that their mean is exact for fewer of them. Given mean and
 * reviewers, proposals are independent, so that a pair costs one triangular solve.
 */
export function drawProposals(model: MixedModel, pairs: number, take: (values: Float64Array) => void) {
  const { reviewers, rows } = model
  const normal = normalDraws(SEED)
  const sums = rows.map((row) => row.reduce((all, { total }) => all + total, 0))
  const degrees = rows.reduce((all, row) => all + row.length, 0) - 1
  const expected = new Float64Array(rows.length)
  const deviation = new Float64Array(rows.length)
  const values = new Float64Array(rows.length)
  const noises = new Float64Array(reviewers + 1)
  let [share, drawn] = [0, 0]
  for (const { solved, weight } of solvePosterior(model)) {
    const { ratio, scale, factor, effects, noise } = solved
    /** A proposal's value from the sum of its totals, for this mean and these reviewers. */
    const totalOf = (i: number, sum: number, others: Float64Array) => {
      const row = rows[i]!
      const shrink = ratio / (row.length * ratio + 1)
      let rest = sum - row.length * others[0]!
      for (const { reviewer } of row) rest -= scale * others[reviewer + 1]!
      return others[0]! + shrink * rest
    }
    for (let i = 0; i < rows.length; i++) expected[i] = totalOf(i, sums[i]!, effects)
    share += weight
    for (const until = Math.round(share * pairs); drawn < until; drawn++) {
      const sigma = Math.sqrt((noise * degrees) / chiSquare(degrees, normal()))
      for (let i = 0; i <= reviewers; i++) noises[i] = sigma * normal()
      const errors = solveLowerTransposed(factor, noises)
      for (let i = 0; i < rows.length; i++) {
        const alone = Math.sqrt(ratio / (rows[i]!.length * ratio + 1))
        deviation[i] = totalOf(i, 0, errors) + sigma * alone * normal()
      }
      for (const sign of [1, -1]) {
        for (let i = 0; i < rows.length; i++) values[i] = expected[i]! + sign * deviation[i]!
        take(values)
      }
    }
  }
}

const SEED = 20_240_801

/** A value of the chi-square distribution from a standard normal one (Wilson and Hilferty 1931), for 9 degrees or more. */
const chiSquare = (degrees: number, normal: number) =>
  degrees * (1 - 2 / (9 * degrees) + normal * Math.sqrt(2 / (9 * degrees))) ** 3

/** Standard normal pseudo-random numbers: mulberry32, then Box and Muller in pairs. */
function normalDraws(seed: number): () => number {
  let state = seed
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  let spare: number | null = null
  return () => {
    if (spare !== null) {
      const kept = spare
      spare = null
      return kept
    }
    const [size, angle] = [Math.sqrt(-2 * Math.log(1 - uniform())), 2 * Math.PI * uniform()]
    spare = size * Math.sin(angle)
    return size * Math.cos(angle)
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
