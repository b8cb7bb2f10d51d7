/** Ranks by report: 1 is best, null is not ranked. */
export type Ranks = Record<string, number | null>

/** The ranks that can be given among so many reports: 1 to their count. */
export const rankRange = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

/** Why ranks can not be saved, or null: the reviewer's own reports, different numbers in the range, blanks allowed. */
export function whyNotRanks(ranks: Ranks, own: readonly number[]): string | null {
  const ids = new Set(own.map(String))
  if (Object.keys(ranks).some((id) => !ids.has(id))) return 'One of these proposals can not be ranked by you.'
  const given = Object.values(ranks).filter((rank) => rank !== null)
  if (given.some((rank) => !Number.isInteger(rank) || rank < 1 || rank > own.length))
    return `A rank is a number from 1 to ${own.length}.`
  return new Set(given).size === given.length ? null : 'Give every proposal a different rank number.'
}

/**
 * Ranks as they stand among so many reports: as they are kept, or closed up in their order, equal ones as they came, when
 * one is beyond the last that can be given.
 */
export function closedUpRanks(ranks: Ranks): Ranks {
  const count = Object.keys(ranks).length
  const given = Object.entries(ranks).filter((one): one is [string, number] => one[1] !== null)
  if (given.every(([, rank]) => rank <= count)) return ranks
  const closed = given.sort(([, a], [, b]) => a - b).map(([id], i) => [id, i + 1])
  return { ...ranks, ...Object.fromEntries(closed) }
}

/** What is odd about ranks before they are saved: numbers left out below the largest given, and numbers given twice. */
export function findRankMistakes(ranks: Ranks): { gaps: number[]; doubles: number[] } {
  const given = Object.values(ranks).filter((rank) => rank !== null)
  const once = new Set(given)
  return {
    gaps: rankRange(Math.max(0, ...given)).filter((rank) => !once.has(rank)),
    doubles: [...once]
      .filter((rank) => given.indexOf(rank) !== given.lastIndexOf(rank))
      .sort((a, b) => a - b),
  }
}

/** Reports in the order of their ranks, equal ones as they came, and those without a rank. */
export function sortByRank(ids: readonly number[], ranks: Ranks): { ranked: number[]; unranked: number[] } {
  const rankOf = (id: number) => ranks[id] ?? null
  const ranked = ids.filter((id) => rankOf(id) !== null)
  return {
    ranked: ranked.sort((a, b) => rankOf(a)! - rankOf(b)!),
    unranked: ids.filter((id) => rankOf(id) === null),
  }
}
