import { Button } from '@mantine/core'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { GridModel } from './model.ts'
import classes from './screen.module.css'

interface ActionsProps {
  model: GridModel
  editable: boolean
  discard: () => void
  save: { run: () => Promise<void>; pending: boolean }
  /** The button that fetches the grid as a file. */
  children: ReactNode
}

/** What can be done with a grid: see how much of it is not saved, discard that, fetch it, save it. */
export function Actions({ model, editable, discard, save, children }: ActionsProps) {
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
        <Button variant="subtle" onClick={discard}>
          Discard
        </Button>
      )}
      {children}
      {editable && (
        <Button onClick={() => void save.run()} disabled={save.pending}>
          Save
        </Button>
      )}
    </>
  )
}
