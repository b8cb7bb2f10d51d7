import { useEffect, useRef, useState } from 'react'
import type { ReviewerGrid } from '#domain/assign_reviewers/contract.ts'
import { type DraftState, useDraft } from '#web/lib/drafts/draft.ts'
import { AssignModel, cellKey, type MarkChange } from './-model.ts'

/** Unsaved marks by cell, so that two tabs share each of them on its own. */
type DraftMarks = Record<string, MarkChange>

const byCell = (changes: readonly MarkChange[]): DraftMarks =>
  Object.fromEntries(
    changes
      .map((change): [string, MarkChange] => [cellKey(change), change])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/**
 * The model of a loaded grid with its unsaved marks: they survive a reload of the grid, are stored on this device under
 * `key`, and are shared with the user's other tabs.
 */
export function useAssignModel(
  grid: ReviewerGrid,
  key: string | undefined,
  reload: () => void,
): { model: AssignModel; draft: DraftState } {
  const [lastGrid, setLastGrid] = useState(grid)
  const [lastModel, setModel] = useState(() => new AssignModel(grid))
  let model = lastModel
  if (lastGrid !== grid) {
    model = new AssignModel(grid, lastModel)
    setLastGrid(grid)
    setModel(model)
  }
  const draft = useDraft<DraftMarks>(key, {
    serverValues: () => ({}),
    values: () => byCell(model.changes()),
    setValues: (changes) => {
      model.revert()
      model.applyChanges(Object.values(changes))
    },
    onSavedElsewhere: reload,
  })
  const scheduleSave = useRef(draft.scheduleSave)
  scheduleSave.current = draft.scheduleSave
  useEffect(() => model.subscribe(() => scheduleSave.current()), [model])
  return { model, draft }
}
