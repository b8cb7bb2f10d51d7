import { drawProposals, type MixedModel } from './mixed_model.ts'

/** The share of cases in which the interval of a rank holds the true one. */
const COVERAGE = 0.9

/** A proposal's place among those that the viewer may see, 1 is best: the expected one, and its 90 % interval. */
export interface RankEstimate {
  expected: number
  low: number
  high: number
}

/** Enough for intervals that would differ by a place at most if drawn again. */
const PAIRS = 1000
const DRAWS = 2 * PAIRS

/** The ranks of all proposals of a model, in its order. The same model always has the same ranks. */
export function estimateRanks(model: MixedModel): RankEstimate[] {
  const size = model.rows.length
  const counts = Array.from({ length: size }, () => new Uint16Array(size))
  const ascending = new Float64Array(size)
  drawProposals(model, PAIRS, (values) => {
    ascending.set(values)
    ascending.sort()
    for (let i = 0; i < size; i++) counts[i]![size - 1 - positionOf(values[i]!, ascending)]!++
  })
  return counts.map((row) => ({
    expected: row.reduce((sum, count, place) => sum + count * (place + 1), 0) / DRAWS,
    ...intervalOf(row),
  }))
}

function positionOf(value: number, ascending: Float64Array): number {
  let [low, high] = [0, ascending.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The interval that leaves a twentieth of the draws out on either side. Ranks are whole numbers: an end is the rank in
 * whose middle the twentieth is reached, so that intervals hold 90 % on average and not always more.
 */
function intervalOf(counts: Uint16Array) {
  const tail = (DRAWS * (1 - COVERAGE)) / 2
  let [low, high] = [0, counts.length - 1]
  for (let below = 0; below + counts[low]! / 2 < tail; low++) below += counts[low]!
  for (let above = 0; above + counts[high]! / 2 < tail; high--) above += counts[high]!
  return { low: low + 1, high: high + 1 }
}

/** The proposals whose interval crosses the line, the best expected rank first. */
export const tieZoneOf = (ranked: readonly (RankEstimate & { id: number })[], line: number | null) =>
  line === null
    ? []
    : byExpectedRank(ranked)
        .filter(({ low, high }) => low <= line && high > line)
        .map(({ id }) => id)

/** The best expected rank first. */
export const byExpectedRank = <R extends Pick<RankEstimate, 'expected'> & { id: number }>(
  ranked: readonly R[],
): R[] => ranked.toSorted((a, b) => a.expected - b.expected || a.id - b.id)

/** What the tie zone means, and what it does not. */
export const zoneSentence = (line: number, line_from: 'material' | 'set') =>
  `Their 90 % intervals cross the line after rank ${line}, ${
    line_from === 'material' ? 'where the material at hand ends' : 'which the office has set'
  }. The reviews alone cannot order them; merit is for the panel to judge.`
