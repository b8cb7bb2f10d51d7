import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { closedUpRanks, type Ranks } from '#domain/reports/ranks.ts'
import type { DraftState, ReconciledDraft } from '#web/lib/drafts/draft.ts'
import { useRowDrafts } from '#web/lib/drafts/row_drafts.ts'
import { api } from '#web/lib/http/api.ts'
import { keyOf } from '#web/lib/http/call.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useUser } from '#web/lib/session/session.ts'

/** A reviewer's ranks as they stand on the screen, saved or not. */
export interface RankEditing {
  range: readonly number[]
  /** The report can be ranked now. */
  has: (id: number) => boolean
  /** The ranks of all that can be ranked, as they are chosen. */
  all: Ranks
  set: (id: number, rank: number | null) => void
  setAll: (ranks: Ranks) => void
  /** Another report has the same rank. */
  clashes: (id: number) => boolean
  /** What was chosen and is not saved, for the server. */
  changed: Ranks
  /** These are saved. */
  saved: (ranks: Ranks) => void
  /** They were refused: what can no longer be given falls away. */
  refused: () => Promise<void>
  /** What fell away then, and why. */
  fell: readonly string[]
  /** What was chosen is kept on this device until it is saved. */
  draft: DraftState
}

/** The ranks that the server keeps with those chosen since over them, on whichever page. */
export function useRanks(): RankEditing {
  const user = useUser()
  const queries = useQueryClient()
  const input = { params: { userId: user.id } }
  const kept = useCall(api.reports.ranks, input).data
  const chosen = useRowDrafts<number | null>('ranks', (ranks) =>
    kept ? reconcileRanks(ranks, kept.ranks) : null,
  )
  const [fell, setFell] = useState<readonly string[]>([])
  const saved = kept?.ranks ?? {}
  const ids = Object.keys(saved)
  const all: Ranks = Object.fromEntries(
    ids.map((id) => [id, chosen.values[id] === undefined ? saved[id]! : chosen.values[id]]),
  )
  const rankOf = (id: number) => all[id] ?? null
  const choose = (ranks: Ranks) => {
    chosen.put(changedRanks(ranks, saved))
    setFell([])
  }
  return {
    range: kept?.rankRange ?? [],
    has: (id) => ids.includes(String(id)),
    all,
    set: (id, rank) => choose({ ...chosen.values, [id]: rank }),
    setAll: choose,
    clashes: (id) =>
      rankOf(id) !== null && ids.some((other) => Number(other) !== id && all[other] === rankOf(id)),
    changed: changedRanks(all, saved),
    saved: (ranks) => {
      if (kept)
        queries.setQueryData(keyOf(api.reports.ranks, input), { ...kept, ranks: { ...saved, ...ranks } })
      chosen.saved(Object.keys(ranks))
    },
    refused: async () => {
      await queries.invalidateQueries()
      const now = queries.getQueryData<typeof kept>(keyOf(api.reports.ranks, input))
      if (!now) return
      const sieved = reconcileRanks(chosen.values, now.ranks)
      chosen.put(sieved.values)
      setFell(sieved.lost)
    },
    fell,
    draft: chosen.draft,
  }
}

/** Of these ranks, those that are not as they are saved. */
export const changedRanks = (ranks: Ranks, saved: Ranks): Ranks =>
  Object.fromEntries(Object.entries(ranks).filter(([id, rank]) => rank !== saved[id]))

/** What of typed ranks can still be given: reports leave, and the ranks below them close up, as the saved ones do. */
export function reconcileRanks(ranks: Ranks, saved: Ranks): ReconciledDraft<Ranks> {
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
