import { useLocation } from '@tanstack/react-router'
import { type MouseEvent, type RefObject, useLayoutEffect } from 'react'

/** The row through whose link a list was left, by history entry. */
const leftThrough = new Map<string, { row: string; position: number }>()

/**
 * Going back to a list focuses the link of the row through which it was left. Returns the listener for clicks on the
 * rows.
 */
export function useReturnToRow(area: RefObject<HTMLElement | null>, shown: boolean) {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  useLayoutEffect(() => {
    const left = leftThrough.get(entry)
    if (!shown || !left) return
    leftThrough.delete(entry)
    linksOf(area, left.row)[left.position]?.focus()
  }, [entry, shown, area])
  return ({ target }: MouseEvent) => {
    const link = (target as Element).closest('a')
    const row = link?.closest<HTMLElement>('[data-row]')?.dataset.row
    if (link && row !== undefined) leftThrough.set(entry, { row, position: linksOf(area, row).indexOf(link) })
  }
}

const linksOf = (area: RefObject<HTMLElement | null>, row: string) =>
  [...(area.current?.querySelectorAll('a') ?? [])].filter(
    (link) => link.closest<HTMLElement>('[data-row]')?.dataset.row === row,
  )
