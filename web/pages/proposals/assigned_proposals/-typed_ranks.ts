import { closedUpRanks, type Ranks } from '#domain/reports/ranks.ts'
import type { ReconciledDraft } from '#web/lib/drafts/draft.ts'

/** Of these ranks, those that are not as they are saved. */
export const changedRanks = (ranks: Ranks, saved: Ranks): Ranks =>
  Object.fromEntries(Object.entries(ranks).filter(([id, rank]) => rank !== saved[id]))

/** What of typed ranks can still be given: reports leave, and the ranks below them close up, as the saved ones do. */
export function sievedRanks(ranks: Ranks, saved: Ranks): ReconciledDraft<Ranks> {
  const gone = Object.entries(ranks).filter(([id]) => !(id in saved))
  const there = Object.entries(ranks).filter(([id]) => id in saved)
  const above = (rank: number) => gone.filter(([, left]) => left !== null && left < rank).length
  const closed = there.map(([id, rank]) => [id, rank === null ? null : rank - above(rank)] as const)
  const values = changedRanks(closedUpRanks({ ...saved, ...Object.fromEntries(closed) }), saved)
  const moved = there.some(([id, rank]) => rank !== (id in values ? values[id] : saved[id]))
  return {
    values,
    lost: [
      gone.length === 1 && 'One rank fell away: you can no longer rank that report.',
      gone.length > 1 && `${gone.length} ranks fell away: you can no longer rank those reports.`,
      moved && `The ranks below have closed up: the last rank is now ${Object.keys(saved).length}.`,
    ].filter((sentence) => sentence !== false),
  }
}
