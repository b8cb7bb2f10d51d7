/** The highest possible rank. */
export const MAX_RANK = 20

/** A proposal with its rank: 1 is best, null is none; several may have the same. */
export interface Ranked {
  id: number
  rank: number | null
}
/** Why the viewer cannot change ranks, or null: with a conflict in the term they see places, not the ranks themselves. */
export const whyNotRank = ({ ranks_locked }: { ranks_locked: boolean }): string | null =>
  ranks_locked
    ? 'You have a conflict of interest in this call: you see ranks as places among the proposals open to you, and cannot change them.'
    : null

/** A rank that changes. */
export interface RankChange {
  id: number
  from: number | null
  to: number
}

/** The other proposals with this rank. */
export const othersAtRank = (rows: readonly Ranked[], rank: number | null, id: number) =>
  rank === null ? [] : rows.filter((row) => row.id !== id && row.rank === rank)

/**
 * The rank changes when a proposal gets a rank: its own first, then each that makes room, one step towards its previous
 * rank, or down when it had none, until there is a gap. Empty when it already has the rank alone.
 */
export function rankChanges(rows: readonly Ranked[], id: number, to: number): RankChange[] {
  const from = rows.find((row) => row.id === id)?.rank ?? null
  const moves: RankChange[] = from === to ? [] : [{ id, from, to }]
  const step = from !== null && from < to ? -1 : 1
  for (let at = to; ; at += step) {
    const there = othersAtRank(rows, at, id)
    if (there.length === 0 || at === from) return moves
    moves.push(...there.map((row) => ({ id: row.id, from: at, to: at + step })))
  }
}

/** Why these ranks cannot be changed, or null. */
export function whyNotChangeRanks(moves: readonly RankChange[]): string | null {
  const beyond = moves.find(({ to }) => to > MAX_RANK)
  if (!beyond) return null
  return `${MAX_RANK} is the last rank; ${beyond.id} would have none.`
}

/** The rank that a proposal gets when it is dropped on another row of the list, which is sorted by rank. */
export function rankWhenDropped(rows: readonly Ranked[], id: number, over: Ranked): number {
  if (over.rank !== null) return over.rank
  const others = rows.flatMap((row) => (row.id !== id && row.rank !== null ? [row.rank] : []))
  const own = rows.find((row) => row.id === id)?.rank ?? null
  const last = Math.max(0, ...others)
  return own === null ? Math.floor(last) + 1 : Math.max(own, Math.floor(last))
}

interface Figures {
  global_score: number | null
  rank: number | null
}

/** What a save did: '111: 4.50 saved', '111: rank 2 saved; 87 goes from 2 to 3'. */
export function scoreReceipt(
  id: number,
  before: Figures,
  after: Figures,
  others: readonly RankChange[] = [],
): string {
  const changed = (['global_score', 'rank'] as const).filter((name) => before[name] !== after[name])
  const figures = changed.flatMap((name) =>
    after[name] === null ? [] : [name === 'rank' ? `rank ${after[name]}` : after[name].toFixed(2)],
  )
  const cleared = changed
    .filter((name) => after[name] === null)
    .map((name) => (name === 'rank' ? 'rank' : 'global score'))
  const what = [
    ...(figures.length > 0 ? [`${figures.join(' and ')} saved`] : []),
    ...(cleared.length > 0 ? [`${cleared.join(' and ')} cleared`] : []),
  ]
  const moved = others.length > 0 ? `; ${rankChangesText(others)}` : ''
  return `${id}: ${what.join(', ') || 'saved as it was'}${moved}`
}

/** '87 goes from 3 to 4, 101 from 4 to 5'. */
export function rankChangesText(moves: readonly RankChange[]): string {
  const first = moves.find(({ from }) => from !== null)
  const words = moves.map((move) => {
    const { id, from, to } = move
    if (from === null) return `${id} gets rank ${to}`
    return `${id} ${move === first ? 'goes ' : ''}from ${from} to ${to}`
  })
  return words.join(', ')
}
