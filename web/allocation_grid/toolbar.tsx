import { type ReactNode, useSyncExternalStore } from 'react'
import { UndoRedo } from '#web/ui/grid/undo_redo.tsx'
import { Unsaved } from '#web/ui/grid/unsaved.tsx'
import type { GoTo } from './navigation/go_to.ts'
import type { CellChange, GridModel } from './state/model.ts'

interface ToolbarProps {
  model: GridModel
  editable: boolean
  discard: () => void
  /** More buttons: suggest, CSV, scenarios, save. */
  children: ReactNode
}

/** The buttons beside the heading: unsaved changes, Discard, and `children`. */
export function Toolbar({ model, editable, discard, children }: ToolbarProps) {
  useSyncExternalStore(model.subscribe, model.getVersion)
  return (
    <>
      {editable && <Unsaved count={model.unsaved} discard={discard} />}
      {children}
    </>
  )
}

interface GridUndoRedoProps {
  model: GridModel
  goTo: GoTo
  showMessage: (text: string) => void
}

/** Undo and redo of assignments. */
export const GridUndoRedo = ({ model, goTo, showMessage }: GridUndoRedoProps) => (
  <UndoRedo model={model} stepText={(step) => stepText(model, step)} goTo={goTo} showMessage={showMessage} />
)

/** A step in words: 'A0042 for 63', 'A0042 for 63 and 2 more'. */
export function stepText({ assignments, columns }: GridModel, step: readonly CellChange[]): string {
  const [{ sample_id, proposal_id }, ...more] = step as [CellChange, ...CellChange[]]
  const column = assignments.columnOfSample(sample_id)
  const name = column === undefined ? `sample ${sample_id}` : columns[column]!.name
  return `${name} for ${proposal_id}${more.length > 0 ? ` and ${more.length} more` : ''}`
}
