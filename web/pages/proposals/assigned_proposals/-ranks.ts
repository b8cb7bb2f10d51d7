import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Ranks } from '#domain/reports/ranks.ts'
import type { DraftState } from '#web/lib/drafts/draft.ts'
import { useRowDrafts } from '#web/lib/drafts/row_drafts.ts'
import { api } from '#web/lib/http/api.ts'
import { keyOf } from '#web/lib/http/call.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useUser } from '#web/lib/session/session.ts'
import { changedRanks, sievedRanks } from './-typed_ranks.ts'

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
    kept ? sievedRanks(ranks, kept.ranks) : null,
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
      const sieved = sievedRanks(chosen.values, now.ranks)
      chosen.put(sieved.values)
      setFell(sieved.lost)
    },
    fell,
    draft: chosen.draft,
  }
}
