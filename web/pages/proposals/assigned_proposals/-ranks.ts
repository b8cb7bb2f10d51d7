import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { useCall } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.tsx'

/** A reviewer's ranks as they stand on the screen, saved or not. */
export interface RankEditing {
  range: readonly number[]
  /** The report can be ranked now. */
  has: (id: number) => boolean
  /** The chosen rank as the dropdown holds it. */
  of: (id: number) => string
  set: (id: number, rank: string) => void
  /** Another report has the same rank. */
  clashes: (id: number) => boolean
  /** What was chosen and is not saved, for the server. */
  changed: Record<string, number | null>
}

/** The ranks that the server keeps with those chosen since over them, on whichever page. */
export function useRanks(): RankEditing {
  const user = useUser()
  const kept = useCall(api.reports.ranks, { params: { userId: user.id } }).data
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const saved = (id: string) => String(kept?.ranks[id] ?? '')
  const shown = (id: string) => chosen[id] ?? saved(id)
  const ids = Object.keys(kept?.ranks ?? {})
  const changed = ids.filter((id) => shown(id) !== saved(id))
  return {
    range: kept?.rankRange ?? [],
    has: (id) => ids.includes(String(id)),
    of: (id) => shown(String(id)),
    set: (id, rank) => setChosen({ ...chosen, [id]: rank }),
    clashes: (id) =>
      shown(String(id)) !== '' &&
      ids.some((other) => other !== String(id) && shown(other) === shown(String(id))),
    changed: Object.fromEntries(changed.map((id) => [id, shown(id) === '' ? null : Number(shown(id))])),
  }
}
