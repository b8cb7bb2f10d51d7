import type { RefObject } from 'react'
import classes from './skip_to_list.module.css'

/** Leads past the controls of a list to its first row; shown while it has the focus. */
export const SkipToList = ({ area }: { area: RefObject<HTMLElement | null> }) => (
  <button
    type="button"
    className={classes.skip}
    onClick={() => area.current?.querySelector<HTMLElement>('[data-row] :is(a, button, input)')?.focus()}
  >
    Skip to the list
  </button>
)
