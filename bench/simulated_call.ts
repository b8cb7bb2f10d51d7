import type { ReportTotal } from '#domain/staff/adjusted_scores.ts'

/** Parameters of a simulated call: standard deviations in points of a total score of 2 to 10. */
export interface Simulated {
  seed: number
  proposals: number
  reviewers: number
  reports_each: number
  merit: number
  strictness: number
  chance: number
}

/** Seeded pseudo-random numbers in [0, 1) (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A call whose true merits are known, with reports by randomly assigned reviewers. */
export function simulatedCall({ seed, proposals, reviewers, reports_each, ...spread }: Simulated) {
  const random = randomFrom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const score = (value: number) => Math.min(5, Math.max(1, Math.round(value)))
  const truth = Array.from({ length: proposals }, () => 6.5 + spread.merit * normal())
  const strict = Array.from({ length: reviewers }, () => spread.strictness * normal())
  const given: ReportTotal[] = truth.flatMap((merit, proposal_id) => {
    const drawn = strict.map((_, id) => ({ id, order: random() })).sort((a, b) => a.order - b.order)
    return drawn.slice(0, reports_each).map(({ id }) => {
      const felt = merit - strict[id]! + spread.chance * normal()
      const science = score(felt / 2 + 0.4 * normal())
      return { proposal_id, reviewer_id: id, total: science + score(felt - science) }
    })
  })
  return { truth, strict, given }
}

/** Ranks from 1; equal values share their mean rank. */
const ranksOf = (values: readonly number[]) =>
  values.map((value) => {
    const below = values.filter((other) => other < value).length
    const equal = values.filter((other) => other === value).length
    return below + (equal + 1) / 2
  })

/** Spearman's rank correlation. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranksOf(a), ranksOf(b)]
  const middle = (a.length + 1) / 2
  const sum = (f: (i: number) => number) => a.reduce((all, _, i) => all + f(i), 0)
  const spread = (ranks: readonly number[]) => Math.sqrt(sum((i) => (ranks[i]! - middle) ** 2))
  return sum((i) => (x[i]! - middle) * (y[i]! - middle)) / (spread(x) * spread(y))
}
