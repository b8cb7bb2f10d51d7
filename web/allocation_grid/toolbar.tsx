import { ActionIcon, Group } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { isTextEntry } from '#web/lib/screen/shortcuts.ts'
import type { GoTo } from './navigation/go_to.ts'
import classes from './screen.module.css'
import type { GridModel } from './state/model.ts'
import type { UndoStep } from './state/undo_history.ts'

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
  const { unsaved } = model
  return (
    <>
      {editable && (
        <span role="status" className={classes.unsaved} data-some={unsaved > 0 || undefined}>
          {unsaved > 0 ? `${unsaved} not saved` : 'All saved'}
        </span>
      )}
      {unsaved > 0 && (
        <ActionIcon
          variant="subtle"
          size={32}
          aria-label="Discard"
          title="Discard unsaved changes"
          onClick={discard}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
      {children}
    </>
  )
}

interface UndoRedoProps {
  model: GridModel
  goTo: GoTo
  showMessage: (text: string) => void
}

/** Undo keys belong to a text field or a dialog. */
const isTypingOrInDialog = ({ target }: KeyboardEvent) =>
  isTextEntry(target) || document.querySelector('[role=dialog]') !== null

/** Undo and redo: buttons and Ctrl+Z, Shift+Ctrl+Z, Ctrl+Y. */
export function UndoRedo({ model, goTo, showMessage }: UndoRedoProps) {
  const { lastStep, nextStep } = model.history
  const undo = () => {
    if (lastStep) tell('Undone', stepText(model, lastStep), model.undo())
  }
  const redo = () => {
    if (nextStep) tell('Redone', stepText(model, nextStep), model.redo())
  }
  function tell(did: string, what: string, [place]: ReturnType<GridModel['undo']>) {
    showMessage(place ? `${did}: ${what}` : `${what} can no longer be changed.`)
    if (place) goTo(place, false)
  }
  const unlessBusy = (work: () => void) => (event: KeyboardEvent) => {
    if (isTypingOrInDialog(event)) return
    event.preventDefault()
    work()
  }
  useHotkeys(
    [
      ['mod+Z', unlessBusy(undo), { preventDefault: false }],
      ['mod+shift+Z', unlessBusy(redo), { preventDefault: false }],
      ['mod+Y', unlessBusy(redo), { preventDefault: false }],
    ],
    [],
  )
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={32}
        aria-label="Undo the last step"
        title={lastStep ? `Undo ${stepText(model, lastStep)} (Ctrl+Z)` : 'Nothing to undo.'}
        data-disabled={!lastStep || undefined}
        aria-disabled={!lastStep}
        onClick={undo}
      >
        <IconArrowBackUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={32}
        aria-label="Redo the last step"
        title={nextStep ? `Redo ${stepText(model, nextStep)} (Shift+Ctrl+Z)` : 'Nothing to redo.'}
        data-disabled={!nextStep || undefined}
        aria-disabled={!nextStep}
        onClick={redo}
      >
        <IconArrowForwardUp size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

/** A step in words: 'A0042 for 63', 'A0042 for 63 and 2 more'. */
export function stepText({ assignments, columns }: GridModel, step: UndoStep): string {
  const [{ sample_id, proposal_id }, ...more] = step as [UndoStep[number], ...UndoStep]
  const column = assignments.columnOfSample(sample_id)
  const name = column === undefined ? `sample ${sample_id}` : columns[column]!.name
  return `${name} for ${proposal_id}${more.length > 0 ? ` and ${more.length} more` : ''}`
}
