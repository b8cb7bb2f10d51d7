interface Ordered {
  id: number
  rank: number | null
  /** The average total of the reports; null without any. */
  total: number | null
}

const nullsLast = (a: number | null, b: number | null) =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a - b

/** The order of the ranking: by rank; those without one after them, the highest average total first; then by id. */
export const inRankingOrder = <P extends Ordered>(proposals: readonly P[]): P[] =>
  [...proposals].sort(
    (a, b) =>
      nullsLast(a.rank, b.rank) ||
      nullsLast(a.total === null ? null : -a.total, b.total === null ? null : -b.total) ||
      a.id - b.id,
  )
