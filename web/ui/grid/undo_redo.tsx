import { ActionIcon, Group } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isTextEntry } from '#web/lib/screen/shortcuts.ts'
import type { Place } from './axes.ts'
import type { UndoableChange, UndoHistory } from './undo_history.ts'

interface UndoRedoProps<Change extends UndoableChange> {
  model: {
    history: UndoHistory<Change>
    /** Undoes or redoes a step, as far as still possible; returns the changed places. */
    undo: () => Place[]
    redo: () => Place[]
  }
  /** A step in words: 'A0042 for 63'. */
  stepText: (step: readonly Change[]) => string
  goTo: (place: Place, focus?: boolean) => void
  showMessage: (text: string) => void
}

/** Undo keys belong to a text field or a dialog. */
const isTypingOrInDialog = ({ target }: KeyboardEvent) =>
  isTextEntry(target) || document.querySelector('[role=dialog]') !== null

/** Undo and redo: buttons and Ctrl+Z, Shift+Ctrl+Z, Ctrl+Y. */
export function UndoRedo<Change extends UndoableChange>({
  model,
  stepText,
  goTo,
  showMessage,
}: UndoRedoProps<Change>) {
  const { lastStep, nextStep } = model.history
  const undo = () => {
    if (lastStep) tell('Undone', stepText(lastStep), model.undo())
  }
  const redo = () => {
    if (nextStep) tell('Redone', stepText(nextStep), model.redo())
  }
  function tell(did: string, what: string, [place]: Place[]) {
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
      <StepButton
        label="Undo the last step"
        keys="Control+Z Meta+Z"
        title={lastStep ? `Undo ${stepText(lastStep)} (Ctrl+Z)` : 'Nothing to undo.'}
        enabled={lastStep !== null}
        onClick={undo}
      >
        <IconArrowBackUp size={16} aria-hidden />
      </StepButton>
      <StepButton
        label="Redo the last step"
        keys="Control+Y Meta+Y Control+Shift+Z Meta+Shift+Z"
        title={nextStep ? `Redo ${stepText(nextStep)} (Shift+Ctrl+Z)` : 'Nothing to redo.'}
        enabled={nextStep !== null}
        onClick={redo}
      >
        <IconArrowForwardUp size={16} aria-hidden />
      </StepButton>
    </Group>
  )
}

interface StepButtonProps {
  label: string
  keys: string
  title: string
  enabled: boolean
  onClick: () => void
  children: ReactNode
}

const StepButton = ({ label, keys, title, enabled, onClick, children }: StepButtonProps) => (
  <ActionIcon
    variant="default"
    size={32}
    aria-label={label}
    title={title}
    aria-keyshortcuts={keys}
    data-disabled={!enabled || undefined}
    aria-disabled={!enabled}
    onClick={onClick}
  >
    {children}
  </ActionIcon>
)
