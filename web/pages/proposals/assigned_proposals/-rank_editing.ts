import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { closedUpRanks, type Ranks } from '#domain/reports/ranks.ts'
import type { DraftState, ReconciledDraft } from '#web/lib/drafts/draft.ts'
import { useRowDrafts } from '#web/lib/drafts/row_drafts.ts'
import { api } from '#web/lib/http/api.ts'
import { keyOf } from '#web/lib/http/endpoints.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useUser } from '#web/lib/session/session.ts'

/** A reviewer's ranks on the screen, saved or not. */
export interface RankEditing {
  range: readonly number[]
  /** Whether the report can be ranked. */
  has: (id: number) => boolean
  /** The ranks of all rankable reports, with unsaved changes. */
  all: Ranks
  set: (id: number, rank: number | null) => void
  setAll: (ranks: Ranks) => void
  /** Whether another report has the same rank. */
  clashes: (id: number) => boolean
  /** The unsaved changes. */
  changed: Ranks
  /** The saved ranks. */
  stored: Ranks
  /** Called after these ranks have been saved. */
  saved: (ranks: Ranks) => void
  /** Called when saving was refused: drops ranks of reports that can no longer be ranked. */
  refused: () => Promise<void>
  /** What was dropped then, and why. */
  dropped: readonly string[]
  /** The unsaved changes as a draft on this device. */
  draft: DraftState
}

/** The saved ranks with the user's unsaved changes from all pages. */
export function useRanks(): RankEditing {
  const user = useUser()
  const queries = useQueryClient()
  const input = { params: { userId: user.id } }
  const loaded = useCall(api.reports.ranks, input).data
  const drafts = useRowDrafts<number | null>('ranks', (ranks) =>
    loaded ? reconcileRanks(ranks, loaded.ranks) : null,
  )
  const [dropped, setDropped] = useState<readonly string[]>([])
  const saved = loaded?.ranks ?? {}
  const ids = Object.keys(saved)
  const all: Ranks = Object.fromEntries(
    ids.map((id) => [id, drafts.values[id] === undefined ? saved[id]! : drafts.values[id]]),
  )
  const rankOf = (id: number) => all[id] ?? null
  const change = (ranks: Ranks) => {
    drafts.setValues(changedRanks(ranks, saved))
    setDropped([])
  }
  return {
    range: loaded?.rankRange ?? [],
    has: (id) => ids.includes(String(id)),
    all,
    set: (id, rank) => change({ ...drafts.values, [id]: rank }),
    setAll: change,
    clashes: (id) =>
      rankOf(id) !== null && ids.some((other) => Number(other) !== id && all[other] === rankOf(id)),
    changed: changedRanks(all, saved),
    stored: saved,
    saved: (ranks) => {
      if (loaded)
        queries.setQueryData(keyOf(api.reports.ranks, input), { ...loaded, ranks: { ...saved, ...ranks } })
      drafts.markSaved(Object.keys(ranks))
    },
    refused: async () => {
      await queries.invalidateQueries()
      const now = queries.getQueryData<typeof loaded>(keyOf(api.reports.ranks, input))
      if (!now) return
      const reconciled = reconcileRanks(drafts.values, now.ranks)
      drafts.setValues(reconciled.values)
      setDropped(reconciled.lost)
    },
    dropped,
    draft: drafts.draft,
  }
}

/** The ranks that differ from the saved ones. */
export const changedRanks = (ranks: Ranks, saved: Ranks): Ranks =>
  Object.fromEntries(Object.entries(ranks).filter(([id, rank]) => rank !== saved[id]))

/** Unsaved ranks that are still possible after reports left: the ranks below them move up, as the saved ones do. */
export function reconcileRanks(ranks: Ranks, saved: Ranks): ReconciledDraft<Ranks> {
  const gone = Object.entries(ranks).filter(([id]) => !(id in saved))
  const remaining = Object.entries(ranks).filter(([id]) => id in saved)
  const above = (rank: number) => gone.filter(([, left]) => left !== null && left < rank).length
  const closed = remaining.map(([id, rank]) => [id, rank === null ? null : rank - above(rank)] as const)
  const values = changedRanks(closedUpRanks({ ...saved, ...Object.fromEntries(closed) }), saved)
  const moved = remaining.some(([id, rank]) => rank !== (id in values ? values[id] : saved[id]))
  return {
    values,
    lost: [
      gone.length === 1 && 'One rank was dropped: you can no longer rank that report.',
      gone.length > 1 && `${gone.length} ranks were dropped: you can no longer rank those reports.`,
      moved && `The ranks below have closed up: the last rank is now ${Object.keys(saved).length}.`,
    ].filter((sentence) => sentence !== false),
  }
}
