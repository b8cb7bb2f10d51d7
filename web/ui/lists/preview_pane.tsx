import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type Key, type ReactNode, type RefObject, useEffect, useId, useReducer, useRef } from 'react'
import type { Address } from '#domain/address.ts'
import classes from './preview_pane.module.css'
import { DetailButton } from './row_parts.tsx'
import type { PreviewToggleProps } from './table_props.ts'

interface PreviewPaneProps {
  id: string
  /** What the row is called: '63 Soluble organic compounds'. */
  name: string
  heading: ReactNode
  below: ReactNode
  /** The row's position on all pages, from 1. */
  place: number
  total: number
  detail: Address | undefined
  step: (step: 1 | -1) => void
  close: () => void
  children: ReactNode
}

/** The pane beside the list with details of the open row. */
export const PreviewPane = ({
  id,
  name,
  heading,
  below,
  place,
  total,
  detail,
  step: walk,
  close,
  children,
}: PreviewPaneProps) => (
  <section id={id} className={classes.peek} aria-label={`Peek: ${name}`} tabIndex={-1}>
    <header>
      <span aria-live="polite">{`${place} of ${total}`}</span>
      <ActionIcon
        aria-label="Previous row"
        title="Previous row (k)"
        disabled={place <= 1}
        onClick={() => walk(-1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label="Next row"
        title="Next row (j)"
        disabled={place >= total}
        onClick={() => walk(1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      {detail && <DetailButton to={detail} name={name} />}
      <ActionIcon aria-label="Close" title="Close (Esc)" onClick={close}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </header>
    <div className={classes.part}>
      <h2>{heading}</h2>
      {below && <div className={classes.below}>{below}</div>}
    </div>
    {children}
  </section>
)

/** A section of the preview pane. */
export const PreviewPart = ({ title, children }: { title?: string; children: ReactNode }) => (
  <div className={classes.part}>
    {title && <h3>{title}</h3>}
    {children}
  </div>
)

/** Labelled values in the preview pane. */
export const PreviewFacts = ({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <dl className={classes.facts}>
    {rows.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** The open row by history entry, so that going back opens it again. */
const openRows = new Map<string, string>()

interface Shown<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  busy: boolean
  page: number
  pages: number
  turn: (page: number) => void
}

interface PreviewPaneState<Row> {
  /** The element around rows and pane, where keys are handled. */
  area: RefObject<HTMLDivElement | null>
  /** The open row and its index on the page. */
  row: Row | undefined
  index: number
  toggle: PreviewToggleProps
  /** Goes to the next or previous row, across pages. */
  step: (step: 1 | -1) => void
  close: () => void
}

/**
 * The preview pane of a list. Space on a row's title toggles it, arrows or j and k change the row, Esc closes it and
 * returns to the row; a click on a row opens it.
 */
export function usePreviewPane<Row>(
  { rows, rowKey, busy, page, pages, turn }: Shown<Row>,
  on: boolean,
): PreviewPaneState<Row> {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  const [, show] = useReducer((count: number) => count + 1, 0)
  const region = useId()
  const area = useRef<HTMLDivElement>(null)
  const arriving = useRef<{ last: boolean; open: boolean; focus: boolean }>(null)

  const keys = rows.map((row) => String(rowKey(row)))
  const open = openRows.get(entry) ?? null
  const at = open === null ? -1 : keys.indexOf(open)
  const put = (key: string | null) => {
    if (key === null) openRows.delete(entry)
    else openRows.set(entry, key)
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
    index: at,
    toggle: { region, open: at < 0 ? null : open, press },
    step: (step) => walkFrom(at, step, false),
    close,
  }
}

const STEPS: Record<string, 1 | -1 | undefined> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }
