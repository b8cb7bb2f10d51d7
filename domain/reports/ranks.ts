/** Ranks by report: 1 is best, null is not ranked. */
export type Ranks = Record<string, number | null>

/** The ranks for so many reports: 1 to their count. */
export const rankRange = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

/** Why ranks cannot be saved, or null: only own reports, different numbers in range; null is allowed. */
export function whyNotRanks(ranks: Ranks, own: readonly number[]): string | null {
  const ids = new Set(own.map(String))
  if (Object.keys(ranks).some((id) => !ids.has(id))) return 'One of these proposals cannot be ranked by you.'
  const numbers = Object.values(ranks).filter((rank) => rank !== null)
  if (numbers.some((rank) => !Number.isInteger(rank) || rank < 1 || rank > own.length))
    return `A rank is a number from 1 to ${own.length}.`
  return new Set(numbers).size === numbers.length ? null : 'Give every proposal a different rank number.'
}

/**
 * Saved ranks, or when one is beyond the last possible rank, all renumbered from 1 in their order. Equal ranks keep the
 * order of the reports.
 */
export function closedUpRanks(ranks: Ranks): Ranks {
  const count = Object.keys(ranks).length
  const ranked = Object.entries(ranks).filter((entry): entry is [string, number] => entry[1] !== null)
  if (ranked.every(([, rank]) => rank <= count)) return ranks
  const closed = ranked.sort(([, a], [, b]) => a - b).map(([id], i) => [id, i + 1])
  return { ...ranks, ...Object.fromEntries(closed) }
}

/** Mistakes in unsaved ranks: numbers missing below the largest, and numbers used twice. */
export function findRankMistakes(ranks: Ranks): { gaps: number[]; doubles: number[] } {
  const numbers = Object.values(ranks).filter((rank) => rank !== null)
  const distinct = new Set(numbers)
  return {
    gaps: rankRange(Math.max(0, ...numbers)).filter((rank) => !distinct.has(rank)),
    doubles: [...distinct]
      .filter((rank) => numbers.indexOf(rank) !== numbers.lastIndexOf(rank))
      .sort((a, b) => a - b),
  }
}

/** Reports sorted by rank, equal ranks in their original order, and reports without a rank. */
export function sortByRank(ids: readonly number[], ranks: Ranks): { ranked: number[]; unranked: number[] } {
  const rankOf = (id: number) => ranks[id] ?? null
  const ranked = ids.filter((id) => rankOf(id) !== null)
  return {
    ranked: ranked.sort((a, b) => rankOf(a)! - rankOf(b)!),
    unranked: ids.filter((id) => rankOf(id) === null),
  }
}
