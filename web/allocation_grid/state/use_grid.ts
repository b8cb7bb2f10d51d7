import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import {
  CONTACT_PAD_GRID,
  GAS_GRID,
  type Grid,
  PARTICLE_GRID,
  PROCESSED_GRID,
} from '#domain/allocation/grid.ts'
import { type DraftState, useDraft } from '#web/lib/drafts/draft.ts'
import { api } from '#web/lib/http/api.ts'
import { exchange } from '#web/lib/http/calls.ts'
import { useCall } from '#web/lib/http/query.ts'
import type { Change, RejectedChange } from './assignments.ts'
import { GridModel } from './model.ts'
import { useRemoteChanges } from './remote_changes.tsx'

export interface LoadedGrid {
  rows: readonly GridProposal[]
  columns: readonly GridSample[]
  /** Version of the loaded assignments; a save sends it as If-Match. */
  etag: string
}

interface GridQuery {
  grid: Exclude<Grid, 0>
  term_id: string
}

/** Loads a grid; `data` keeps its identity until something in it changes. */
export function useLoadedGrid({ grid, term_id }: GridQuery) {
  const code = String(grid)
  const proposals = useCall(api.allocation.proposalsOf, { params: { grid: code }, query: { term_id } })
  // All previously allocated samples, also those not on offer: the screen filters them.
  const input = { params: { grid: code }, query: { term_id, all: '1' as const } }
  const key = [...api.allocation.samplesOf.key(input), 'with its state']
  const samples = useQuery({
    queryKey: key,
    queryFn: () => exchange(api.allocation.samplesOf, input),
  })
  const data = useMemo<LoadedGrid | null>(
    () =>
      proposals.data && samples.data
        ? { rows: proposals.data, columns: samples.data.reply, etag: samples.data.etag }
        : null,
    [proposals.data, samples.data],
  )
  const remote = useRemoteChanges({ grid: code, term_id, etag: data?.etag ?? null, key })
  return {
    ...remote,
    data,
    error: proposals.error ?? samples.error,
    fetching: proposals.isFetching || samples.isFetching,
    reload: () => Promise.all([proposals.refetch(), samples.refetch()]),
  }
}

/** A change as it is stored on this device; `ticked` is the older name of `assigned`, kept for drafts of earlier versions. */
type StoredChange = Omit<Change, 'assigned'> & { ticked: boolean }

const toStored = ({ sample_id, name, proposal_id, assigned, priority, moved }: Change): StoredChange => ({
  sample_id,
  name,
  proposal_id,
  ticked: assigned,
  priority,
  moved,
})
const fromStored = ({ ticked, ...change }: StoredChange): Change => ({ ...change, assigned: ticked })

/** Unsaved changes by sample and proposal, so that two tabs share each of them on its own. */
export type DraftChanges = Record<string, StoredChange>

export const GRID_DRAFTS = [PARTICLE_GRID, GAS_GRID, PROCESSED_GRID, CONTACT_PAD_GRID] as const

/** The draft key of a grid, or of a scenario in it; `of` is the prefix. */
export const gridDraftKey = (of: string, grid: Grid, term_id: string) => `${of}/${grid}/${term_id}`

const pairKey = ({ sample_id, proposal_id }: { sample_id: number; proposal_id: number }) =>
  `${sample_id} ${proposal_id}`

const byPair = <C extends { sample_id: number; proposal_id: number }>(changes: readonly C[]) =>
  Object.fromEntries(
    changes.map((change): [string, C] => [pairKey(change), change]).sort(([a], [b]) => (a < b ? -1 : 1)),
  )

interface GridDraft {
  model: GridModel
  draft: DraftState
  /** Changes that no longer apply, with the reason; part of the draft until they are dismissed. */
  rejected: readonly RejectedChange[]
  dismissRejected: () => void
  /** These changes are saved. */
  markSaved: (changes: readonly Change[]) => void
}

/**
 * The model of a loaded grid with its unsaved changes: they survive a reload of the grid, are stored on this device
 * under `key`, and are shared with the user's other tabs.
 */
export function useGridDraft(loaded: LoadedGrid, key: string | undefined, reload: () => void): GridDraft {
  const [lastLoaded, setLastLoaded] = useState(loaded)
  const [lastModel, setModel] = useState(() => new GridModel(loaded.rows, loaded.columns))
  const [rejected, showRejected] = useState<readonly RejectedChange[]>([])
  const latestRejected = useRef(rejected)
  const setRejected = (next: readonly RejectedChange[]) => {
    latestRejected.current = next
    showRejected(next)
  }
  let model = lastModel
  if (lastLoaded !== loaded) {
    model = new GridModel(loaded.rows, loaded.columns, lastModel)
    setLastLoaded(loaded)
    setModel(model)
    if (model.rejected.length > 0)
      setRejected(Object.values(byPair([...latestRejected.current, ...model.rejected])))
  }
  const draft = useDraft<DraftChanges>(key, {
    serverValues: () => ({}),
    values: () => byPair([...latestRejected.current, ...model.changes()].map(toStored)),
    setValues: (changes) => {
      model.revert()
      setRejected(model.applyChanges(Object.values(changes).map(fromStored)))
    },
    // What another tab saved stays assigned, so that a click before the reload does what the user sees.
    onSavedElsewhere: (_, left) => {
      model.markSaved(model.changes().filter((change) => !(pairKey(change) in left)))
      reload()
    },
  })
  const scheduleSave = useRef(draft.scheduleSave)
  scheduleSave.current = draft.scheduleSave
  useEffect(() => model.subscribe(() => scheduleSave.current()), [model])
  return {
    model,
    draft,
    rejected,
    dismissRejected() {
      setRejected([])
      draft.scheduleSave()
    },
    markSaved(changes) {
      setRejected([])
      model.markSaved(changes)
      draft.clear()
      // What another tab changed during the save is not saved yet.
      if (model.unsaved > 0) draft.scheduleSave()
    },
  }
}
