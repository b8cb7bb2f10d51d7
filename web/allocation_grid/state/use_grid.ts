import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import type { Grid } from '#domain/allocation/grid.ts'
import { type DraftState, useDraft } from '#web/lib/drafts/draft.ts'
import { api, exchange } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import type { Change, Fallen } from './assignments.ts'
import { GridModel } from './model.ts'
import { useNews } from './remote_changes.tsx'

export interface Loaded {
  rows: readonly GridProposal[]
  columns: readonly GridSample[]
  /** The state of the assignments that was loaded; a save hands it back. */
  etag: string
}

interface Wanted {
  grid: Exclude<Grid, 0>
  term_id: string
}

/** A grid as it stands on the server; `data` changes only when something in it did. */
export function useGrid({ grid, term_id }: Wanted) {
  const code = String(grid)
  const proposals = useCall(api.allocation.proposalsOf, { params: { grid: code }, query: { term_id } })
  // Previously allocated samples come whether they are on offer or not; the screen chooses which it shows.
  const input = { params: { grid: code }, query: { term_id, all: '1' as const } }
  const key = [...api.allocation.samplesOf.key(input), 'with its state']
  const samples = useQuery({
    queryKey: key,
    queryFn: () => exchange(api.allocation.samplesOf, input),
  })
  const data = useMemo<Loaded | null>(
    () =>
      proposals.data && samples.data
        ? { rows: proposals.data, columns: samples.data.reply, etag: samples.data.etag }
        : null,
    [proposals.data, samples.data],
  )
  const told = useNews({ grid: code, term_id, etag: data?.etag ?? null, key })
  return {
    ...told,
    data,
    error: proposals.error ?? samples.error,
    fetching: proposals.isFetching || samples.isFetching,
    reload: () => Promise.all([proposals.refetch(), samples.refetch()]),
  }
}

/** Ticks that are not saved, by sample and proposal: two tabs share each on its own. */
type Ticks = Record<string, Change>

const pairOf = ({ sample_id, proposal_id }: Change) => `${sample_id} ${proposal_id}`

const byPair = <C extends Change>(changes: readonly C[]): Record<string, C> =>
  Object.fromEntries(
    changes.map((change): [string, C] => [pairOf(change), change]).sort(([a], [b]) => (a < b ? -1 : 1)),
  )

interface Kept {
  model: GridModel
  draft: DraftState
  /** Ticks that could not be made again, and why; part of the draft until they were read. */
  fallen: readonly Fallen[]
  forgetFallen: () => void
  /** These changes are saved. */
  settle: (changes: readonly Change[]) => void
}

/**
 * A loaded grid and the ticks in it that are not saved: they stay when it is loaded again, are kept on this device
 * under `key`, and shared with the other tabs of the same user.
 */
export function useTicks(loaded: Loaded, key: string | undefined, reload: () => void): Kept {
  const [seen, setSeen] = useState(loaded)
  const [shown, setShown] = useState(() => new GridModel(loaded.rows, loaded.columns))
  const [fallen, tellFallen] = useState<readonly Fallen[]>([])
  const lost = useRef(fallen)
  const setFallen = (next: readonly Fallen[]) => {
    lost.current = next
    tellFallen(next)
  }
  let model = shown
  if (seen !== loaded) {
    model = new GridModel(loaded.rows, loaded.columns, shown)
    setSeen(loaded)
    setShown(model)
    if (model.fallen.length > 0) setFallen(Object.values(byPair([...lost.current, ...model.fallen])))
  }
  const draft = useDraft<Ticks>(key, {
    serverValues: () => ({}),
    values: () => byPair([...lost.current.map(({ why: _, ...change }) => change), ...model.changes()]),
    setValues: (ticks) => {
      model.revert()
      setFallen(model.apply(Object.values(ticks)))
    },
    // What the other tab saved stays ticked, so that a click before it is read again does what the person sees.
    onSavedElsewhere: (_, left) => {
      model.settle(model.changes().filter((change) => !(pairOf(change) in left)))
      reload()
    },
  })
  const note = useRef(draft.scheduleSave)
  note.current = draft.scheduleSave
  useEffect(() => model.subscribe(() => note.current()), [model])
  return {
    model,
    draft,
    fallen,
    forgetFallen() {
      setFallen([])
      draft.scheduleSave()
    },
    settle(changes) {
      setFallen([])
      model.settle(changes)
      draft.clear()
      // What another tab ticked while they were on their way is not saved yet.
      if (model.unsaved > 0) draft.scheduleSave()
    },
  }
}
