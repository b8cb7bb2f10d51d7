import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Selection } from '#web/lib/lists/selection.ts'
import classes from './sticky_bar.module.css'

/** A bar at the bottom of the window: text on the left, actions on the right. */
export const StickyBar = ({
  label,
  children,
  actions,
  long = false,
}: {
  label: string
  children: ReactNode
  actions: ReactNode
  /** The text is of several sentences: it wraps beside the actions. */
  long?: boolean
}) => (
  <section className={classes.bar} aria-label={label} data-bar>
    <div className={classes.said} data-long={long || undefined}>
      {children}
    </div>
    <div className={classes.actions}>{actions}</div>
  </section>
)

interface BulkBarProps<Row> {
  selection: Selection<Row>
  shown: readonly Row[]
  children: ReactNode
}

/** The actions on selected rows, at the bottom of the window. */
export function BulkBar<Row>({ selection, shown, children }: BulkBarProps<Row>) {
  const count = selection.rows.length
  if (count === 0) return null
  const elsewhere = count - shown.filter(selection.has).length
  return (
    <StickyBar
      label="Selected rows"
      actions={
        <>
          <Button
            variant="subtle"
            onClick={() => {
              // The bar disappears with its button, so the focus moves to the checkboxes.
              document.querySelector<HTMLElement>('[data-tick-all], [data-row] input[type=checkbox]')?.focus()
              selection.clear()
            }}
          >
            Clear selection
          </Button>
          {children}
        </>
      }
    >
      <b>{count} selected</b>
      {elsewhere > 0 && `, ${elsewhere} of them on other pages`}
    </StickyBar>
  )
}
