import { useLocation } from '@tanstack/react-router'
import { type Key, type RefObject, useEffect, useId, useReducer, useRef } from 'react'
import type { PeekButton } from './table_props.ts'

/** The row whose peek is open, by entry of the history: going back finds it open again. */
const kept = new Map<string, string>()

interface Shown<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  busy: boolean
  page: number
  pages: number
  turn: (page: number) => void
}

export interface Peek<Row> {
  /** Around rows and peek: the keys are heard in it. */
  area: RefObject<HTMLDivElement | null>
  /** The open row and its place on the page. */
  row: Row | undefined
  at: number
  button: PeekButton
  /** One row down or up, onto the next or previous page too. */
  walk: (step: 1 | -1) => void
  close: () => void
}

/**
 * The peek of a list. Space at a row's title opens and closes it, the arrows or j and k walk the rows, Esc closes it and
 * goes back to the row; a click into a row opens it.
 */
export function usePeek<Row>({ rows, rowKey, busy, page, pages, turn }: Shown<Row>, on: boolean): Peek<Row> {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  const [, show] = useReducer((count: number) => count + 1, 0)
  const region = useId()
  const area = useRef<HTMLDivElement>(null)
  const arriving = useRef<{ last: boolean; open: boolean; focus: boolean }>(null)

  const keys = rows.map((row) => String(rowKey(row)))
  const open = kept.get(entry) ?? null
  const at = open === null ? -1 : keys.indexOf(open)
  const put = (key: string | null) => {
    if (key === null) kept.delete(entry)
    else kept.set(entry, key)
    show()
  }
  const focusRow = (key: string) =>
    [...(area.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      .find(({ dataset }) => dataset.row === key)
      ?.querySelector<HTMLElement>('[data-leads], [data-peeks]')
      ?.focus()

  function walkFrom(place: number, step: 1 | -1, focus: boolean) {
    const key = keys[place + step]
    if (key !== undefined) {
      if (open !== null) put(key)
      if (focus) focusRow(key)
    } else if (page + step >= 1 && page + step <= pages) {
      arriving.current = { last: step < 0, open: open !== null, focus }
      turn(page + step)
    }
  }
  const close = () => {
    put(null)
    if (open !== null) focusRow(open)
  }
  const press = (key: string) => {
    put(key === open ? null : key)
    if (key !== open) requestAnimationFrame(() => document.getElementById(region)?.focus())
  }

  useEffect(() => {
    const to = arriving.current
    if (!to || busy || keys.length === 0) return
    arriving.current = null
    const key = keys.at(to.last ? -1 : 0) as string
    if (to.open) put(key)
    if (to.focus) focusRow(key)
  })

  useEffect(() => {
    const element = area.current
    if (!element || !on) return
    const keyed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.target as HTMLElement
      if (target.closest('input, select, textarea')) return
      if (event.key === 'Escape' && open !== null) return close()
      const inPeek = target.closest(`[id="${region}"]`) !== null
      if (!inPeek && !target.closest('[data-leads], [data-peeks]')) return
      const place = inPeek ? at : keys.indexOf(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? '')
      const step = STEPS[event.key]
      if (step) walkFrom(place, step, !inPeek)
      else if (event.key === ' ' && target.matches('[data-leads]') && !inPeek)
        put(keys[place] === open ? null : keys[place]!)
      else return
      event.preventDefault()
    }
    const clicked = ({ target }: MouseEvent) => {
      if ((target as HTMLElement).closest('a, button, input, select, textarea, label')) return
      const row = (target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row
      if (row !== undefined && !getSelection()?.toString()) put(row === open ? null : row)
    }
    element.addEventListener('keydown', keyed)
    element.addEventListener('click', clicked)
    return () => {
      element.removeEventListener('keydown', keyed)
      element.removeEventListener('click', clicked)
    }
  })

  return {
    area,
    row: rows[at],
    at,
    button: { region, open: at < 0 ? null : open, press },
    walk: (step) => walkFrom(at, step, false),
    close,
  }
}

const STEPS: Record<string, 1 | -1 | undefined> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }
