import { ActionIcon, Group } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { isTextEntry } from '#web/lib/screen/shortcuts.ts'
import type { GoTo } from './navigation/go_to.ts'
import classes from './screen.module.css'
import type { GridModel } from './state/model.ts'
import type { Step } from './state/undo_history.ts'

interface ActionsProps {
  model: GridModel
  editable: boolean
  discard: () => void
  /** What else can be done: suggest, fetch it, keep it, save it. */
  children: ReactNode
}

/** What can be done with a grid: see how much of it is not saved, discard that, and the rest. */
export function Actions({ model, editable, discard, children }: ActionsProps) {
  useSyncExternalStore(model.subscribe, model.state)
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
          title="Discard what is not saved"
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
  say: (text: string) => void
}

/** Somebody types, or answers a dialog: the keys are not the grid's. */
const busy = ({ target }: KeyboardEvent) =>
  isTextEntry(target) || document.querySelector('[role=dialog]') !== null

/** Takes the last step back, or makes it again: buttons and Ctrl+Z, Shift+Ctrl+Z, Ctrl+Y. */
export function UndoRedo({ model, goTo, say }: UndoRedoProps) {
  const { last, next } = model.steps
  const undo = () => {
    if (last) tell('Taken back', stepText(model, last), model.undo())
  }
  const redo = () => {
    if (next) tell('Made again', stepText(model, next), model.redo())
  }
  function tell(did: string, what: string, [place]: ReturnType<GridModel['undo']>) {
    say(place ? `${did}: ${what}` : `${what} can not be changed any more.`)
    if (place) goTo(place, false)
  }
  const unlessBusy = (work: () => void) => (event: KeyboardEvent) => {
    if (busy(event)) return
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
        title={last ? `Undo ${stepText(model, last)} (Ctrl+Z)` : 'Nothing was ticked here yet.'}
        data-disabled={!last || undefined}
        aria-disabled={!last}
        onClick={undo}
      >
        <IconArrowBackUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={32}
        aria-label="Redo the last step"
        title={next ? `Redo ${stepText(model, next)} (Shift+Ctrl+Z)` : 'Nothing was taken back.'}
        data-disabled={!next || undefined}
        aria-disabled={!next}
        onClick={redo}
      >
        <IconArrowForwardUp size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

/** What a step was about: 'A0042 for 63', 'A0042 for 63 and 2 more'. */
export function stepText({ ticks, columns }: GridModel, step: Step): string {
  const [{ sample_id, proposal_id }, ...more] = step as [Step[number], ...Step]
  const column = ticks.columnOfSample(sample_id)
  const name = column === undefined ? `sample ${sample_id}` : columns[column]!.name
  return `${name} for ${proposal_id}${more.length > 0 ? ` and ${more.length} more` : ''}`
}
