import { useEffect, useRef, useState } from 'react'
import { type DraftState, useDraft } from '#web/lib/drafts/draft.ts'
import type { Change, Fallen } from './change.ts'
import type { Loaded } from './load.ts'
import { GridModel } from './model.ts'

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
    held: () => ({}),
    values: () => byPair([...lost.current.map(({ why: _, ...change }) => change), ...model.changes()]),
    put: (ticks) => {
      model.revert()
      setFallen(model.apply(Object.values(ticks)))
    },
    // What the other tab saved stays ticked, so that a click before it is read again does what the person sees.
    saved: (_, left) => {
      model.settle(model.changes().filter((change) => !(pairOf(change) in left)))
      reload()
    },
  })
  const note = useRef(draft.note)
  note.current = draft.note
  useEffect(() => model.subscribe(() => note.current()), [model])
  return {
    model,
    draft,
    fallen,
    forgetFallen() {
      setFallen([])
      draft.note()
    },
    settle(changes) {
      setFallen([])
      model.settle(changes)
      draft.drop()
      // What another tab ticked while they were on their way is not saved yet.
      if (model.unsaved > 0) draft.note()
    },
  }
}
