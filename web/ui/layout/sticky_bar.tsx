import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Selection } from '#web/lib/lists/selection.ts'
import classes from './sticky_bar.module.css'

/** The bar that stays at the bottom of the window while its page scrolls: what is the case at the left, what to do at the right. */
export const StickyBar = ({
  label,
  children,
  actions,
}: {
  label: string
  children: ReactNode
  actions: ReactNode
}) => (
  <section className={classes.bar} aria-label={label} data-bar>
    <div className={classes.said}>{children}</div>
    <div className={classes.actions}>{actions}</div>
  </section>
)

interface BulkBarProps<Row> {
  selection: Selection<Row>
  shown: readonly Row[]
  children: ReactNode
}

/** What can be done to the ticked rows: it comes up from below with the first tick. */
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
              // The bar goes with its button: the work goes on at the ticks.
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
