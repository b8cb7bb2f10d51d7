import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { GridModel } from './model.ts'
import classes from './screen.module.css'

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
