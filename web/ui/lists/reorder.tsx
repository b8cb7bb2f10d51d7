import type { DragLocationHistory } from '@atlaskit/pragmatic-drag-and-drop/types'
import { VisuallyHidden } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react'
import classes from './reorder.module.css'

interface Options {
  /** What a row is called, spoken: '58: Shock features'. */
  nameOf: (key: string) => string
  /** Where a row is, spoken; '2 of 6' when not given. */
  placeOf?: (key: string, order: readonly string[]) => string
  /** The label of a row's grip; 'Move 58: Shock features' when not given. */
  labelOf?: (key: string) => string
  /** The tooltip of every grip. */
  title?: string
  /** The rows stay in place while the target is marked, and the lifted row waits after the drop until `release`. */
  confirms?: boolean
  onDrop?: (order: readonly string[]) => void
}

/** A row on its way, by its key, with the order before and the order that a drop would make. */
export interface LiftedRow {
  key: string
  initial: readonly string[]
  order: readonly string[]
  dropped: boolean
}

/** The attributes of a row's element; spread on it. */
export interface ReorderRowProps {
  ref: (element: HTMLElement | null) => (() => void) | undefined
  'data-reorder': string
  'data-lifted': true | undefined
  'data-over': 'above' | 'below' | undefined
}

export interface Reorder {
  lifted: LiftedRow | null
  row: (key: string) => ReorderRowProps
  /** The button that a row is moved by. */
  grip: (key: string) => ReactNode
  /** The announcements of what happens; rendered once beside the rows. */
  spoken: ReactNode
  /** Puts the lifted or dropped row back, with the focus on its grip. */
  release: () => void
}

/** The key in whose place the lifted row is now. */
export const targetOf = ({ key, initial, order }: LiftedRow) => initial[order.indexOf(key)]!

const counted = (key: string, order: readonly string[]) => `${order.indexOf(key) + 1} of ${order.length}`

/**
 * Rows that are put into another order by dragging their grip, or by its keys: Space or Enter lifts and drops, the
 * arrows, Home and End move, Escape or leaving the grip puts back.
 */
export function useReorder(options: Options): Reorder {
  const { nameOf, labelOf, title, confirms = false, onDrop, placeOf = counted } = options
  const [lifted, showLifted] = useState<LiftedRow | null>(null)
  // A fast drag enters a row and drops there before the next render: its events read the row from here.
  const latest = useRef<LiftedRow | null>(null)
  const setLifted = (next: LiftedRow | null) => {
    latest.current = next
    showLifted(next)
  }
  const [announcement, announce] = useState('')
  const rows = useRows()

  const lift = (key: string) => {
    const initial = rows.keys()
    setLifted({ key, initial, order: initial, dropped: false })
    announce(
      `${nameOf(key)} is lifted, ${placeOf(key, initial)}. Arrows move it, Space drops it, Escape puts it back.`,
    )
  }
  const move = (to: number) => {
    const row = latest.current
    if (!row) return
    const next = { ...row, order: moved(row.order, row.key, to) }
    setLifted(next)
    rows.element(confirms ? targetOf(next) : next.key)?.scrollIntoView({ block: 'nearest' })
    announce(`${nameOf(next.key)}: ${placeOf(next.key, next.order)}.`)
  }
  const drop = () => {
    const row = latest.current
    if (!row) return
    const { key, initial, order } = row
    const isMoved = order.some((one, at) => one !== initial[at])
    setLifted(confirms && isMoved ? { ...row, dropped: true } : null)
    announce(`${nameOf(key)} is dropped, ${placeOf(key, order)}.`)
    if (isMoved) onDrop?.(order)
  }
  const putBack = () => {
    const row = latest.current
    if (!row) return
    setLifted(null)
    announce(`${nameOf(row.key)} is put back, ${placeOf(row.key, row.initial)}.`)
  }
  rows.handlers.current = {
    lift,
    drop,
    putBack,
    over(key, element, y) {
      const row = latest.current
      if (!row) return
      const from = row.order.indexOf(row.key)
      const to = (confirms ? row.initial : row.order).indexOf(key)
      const { top, height } = element.getBoundingClientRect()
      // Rows that make room do so past their middle, so that rows of different heights do not swap back and forth.
      const isPast = confirms || (to > from ? y > top + height / 2 : y < top + height / 2)
      if (to !== from && isPast) move(to)
    },
  }

  const onKeyDown = (key: string) => (event: KeyboardEvent) => {
    const isLifted = lifted?.key === key && !lifted.dropped
    const at = lifted?.order.indexOf(key) ?? 0
    const actions: Record<string, () => void> = {
      ' ': () => (isLifted ? drop() : lift(key)),
      Enter: () => (isLifted ? drop() : lift(key)),
      ...(isLifted && {
        ArrowUp: () => move(at - 1),
        ArrowDown: () => move(at + 1),
        Home: () => move(0),
        End: () => move(lifted.order.length - 1),
        Escape: putBack,
      }),
    }
    const act = actions[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  return {
    lifted,
    row: (key) => ({
      ref: rows.ref,
      'data-reorder': key,
      'data-lifted': lifted?.key === key || undefined,
      'data-over': confirms && lifted ? markOf(key, lifted) : undefined,
    }),
    grip: (key) => (
      <button
        ref={rows.gripRef}
        type="button"
        className={classes.grip}
        data-grip
        aria-label={labelOf?.(key) ?? `Move ${nameOf(key)}`}
        aria-pressed={lifted?.key === key}
        title={title ?? 'Drag, or Space and the arrow keys'}
        onKeyDown={onKeyDown(key)}
        onBlur={() => lifted?.key === key && !lifted.dropped && !rows.dragging.current && putBack()}
      >
        {/* Firefox drags a button by its content only: this fills it. */}
        <span className={classes.content}>
          <IconGripVertical size={confirms ? 14 : 16} aria-hidden />
        </span>
      </button>
    ),
    spoken: (
      <VisuallyHidden role="status" aria-live="assertive">
        {announcement}
      </VisuallyHidden>
    ),
    release: () => {
      if (!lifted) return
      setLifted(null)
      const grip = rows.element(lifted.key)?.querySelector<HTMLElement>('[data-grip]')
      requestAnimationFrame(() => grip?.focus())
    },
  }
}

/** The order with one of its keys at another place, kept within the ends. */
function moved(order: readonly string[], key: string, to: number): string[] {
  const others = order.filter((one) => one !== key)
  const place = Math.max(0, Math.min(to, others.length))
  return [...others.slice(0, place), key, ...others.slice(place)]
}

/** On which side of a row the lifted one would go. */
function markOf(key: string, lifted: LiftedRow): 'above' | 'below' | undefined {
  if (key === lifted.key || key !== targetOf(lifted)) return undefined
  return lifted.initial.indexOf(key) < lifted.initial.indexOf(lifted.key) ? 'above' : 'below'
}

interface DragHandlers {
  lift: (key: string) => void
  over: (key: string, element: Element, y: number) => void
  drop: () => void
  putBack: () => void
}

/** The elements of the rows and their grips, which the drag-and-drop library follows. */
function useRows() {
  const list = useId()
  const elements = useRef(new Map<string, HTMLElement>())
  const handlers = useRef<DragHandlers | null>(null)
  const dragging = useRef(false)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      const key = element.dataset.reorder!
      elements.current.set(key, element)
      const detach = attach(({ dropTargetForElements }) =>
        dropTargetForElements({
          element,
          getData: () => ({ key }),
          canDrop: ({ source }) => source.data.list === list,
          // A row stays the target while the pointer is beside the list.
          getIsSticky: () => true,
        }),
      )
      return () => {
        if (elements.current.get(key) === element) elements.current.delete(key)
        detach()
      }
    },
    [list],
  )
  const gripRef = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      const rowOf = () => element.closest<HTMLElement>('[data-reorder]')!
      const follow = ({ location: { current } }: { location: DragLocationHistory }) => {
        const [target] = current.dropTargets
        if (target) handlers.current?.over(String(target.data.key), target.element, current.input.clientY)
      }
      return attach(({ draggable }) =>
        draggable({
          element,
          getInitialData: () => ({ list }),
          onGenerateDragPreview: ({ nativeSetDragImage }) => nativeSetDragImage?.(rowOf(), 16, 16),
          onDragStart: () => {
            dragging.current = true
            handlers.current?.lift(rowOf().dataset.reorder!)
          },
          onDrag: follow,
          // The pointer may enter a row and let go without an `onDrag` between.
          onDropTargetChange: follow,
          onDrop: (event) => {
            dragging.current = false
            follow(event)
            // Without a target where Escape was pressed, or where no row was reached.
            if (event.location.current.dropTargets.length > 0) handlers.current?.drop()
            else handlers.current?.putBack()
          },
        }),
      )
    },
    [list],
  )
  return {
    ref,
    gripRef,
    handlers,
    dragging,
    element: (key: string) => elements.current.get(key),
    /** The keys in the order of the screen. */
    keys: () =>
      [...elements.current]
        .sort(([, a], [, b]) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
        .map(([key]) => key),
  }
}

type DragLibrary = typeof import('@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter')

/** Attaches an element once the library is loaded, which a list without grips never needs; returns how to detach it. */
function attach(begin: (library: DragLibrary) => () => void): () => void {
  let end: (() => void) | null = null
  let isGone = false
  void import('@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter').then((library) => {
    if (!isGone) end = begin(library)
  })
  return () => {
    isGone = true
    end?.()
  }
}
