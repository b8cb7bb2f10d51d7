import { useState } from 'react'
import type { Ranks } from '#domain/reports/ranks.ts'
import { api } from '#web/lib/api.ts'
import { useCall } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.tsx'

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
}

/** The ranks that the server keeps with those chosen since over them, on whichever page. */
export function useRanks(): RankEditing {
  const user = useUser()
  const kept = useCall(api.reports.ranks, { params: { userId: user.id } }).data
  const [chosen, setChosen] = useState<Ranks>({})
  const saved = kept?.ranks ?? {}
  const ids = Object.keys(saved)
  const all: Ranks = Object.fromEntries(
    ids.map((id) => [id, chosen[id] === undefined ? saved[id]! : chosen[id]]),
  )
  const rankOf = (id: number) => all[id] ?? null
  return {
    range: kept?.rankRange ?? [],
    has: (id) => ids.includes(String(id)),
    all,
    set: (id, rank) => setChosen({ ...chosen, [id]: rank }),
    setAll: setChosen,
    clashes: (id) =>
      rankOf(id) !== null && ids.some((other) => Number(other) !== id && all[other] === rankOf(id)),
    changed: Object.fromEntries(ids.filter((id) => all[id] !== saved[id]).map((id) => [id, all[id]!])),
  }
}
