import { type MouseEvent, useState } from 'react'
import classes from './panel.module.css'

export const FIRST = 5
const STEP = 10

export interface Most {
  value: number
  set: (value: number) => void
}

/** How many lines of a list are to be seen: five at first. */
export function useMost(least = FIRST): Most {
  const [value, set] = useState(least)
  return { value: Math.max(value, least), set }
}

interface MoreLinesProps {
  /** The list, for the ear: 'request 2'. */
  of: string
  shown: number
  all: number
  most: Most
}

/** More of a list, step by step or all at once. */
export function MoreLines({ of, shown, all, most }: MoreLinesProps) {
  if (shown >= all) return null
  const show = (value: number) => (event: MouseEvent<HTMLElement>) => {
    // These buttons go with the last line: one goes on from what was the last.
    if (value >= all)
      event.currentTarget
        .closest('section')
        ?.querySelector<HTMLElement>('li:last-child :is(input, button)')
        ?.focus()
    most.set(value)
  }
  return (
    <p className={classes.more}>
      <button type="button" aria-label={`Show more for ${of}`} onClick={show(most.value + STEP)}>
        Show more
      </button>
      <button type="button" aria-label={`All ${all} for ${of}`} onClick={show(all)}>
        All {all}
      </button>
    </p>
  )
}
