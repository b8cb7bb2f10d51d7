import { ActionIcon, Group } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { isTextEntry } from '#web/lib/screen/shortcuts.ts'
import type { GridModel } from '../model.ts'
import { stepText } from './steps_text.ts'
import type { GoTo } from './use_go_to.ts'

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
