import { VisuallyHidden } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './reorder.module.css'
import { moved } from './reorder_order.ts'

interface Reordering<Key extends string | number> {
  /** The order as it stands. */
  keys: readonly Key[]
  /** What a row is called, spoken: '58: Shock features'. */
  nameOf: (key: Key) => string
  /** Where a row stands, spoken, when not '2 of 6'. */
  placeOf?: (key: Key, order: readonly Key[]) => string
  /** It was dropped elsewhere. */
  onDrop: (keys: readonly Key[]) => void
}

interface Lifted<Key> {
  key: Key
  order: readonly Key[]
}

interface Reorder<Key> {
  /** The order to show: while a row is lifted, as it would be. */
  order: readonly Key[]
  lifted: Key | null
  /** Spread on the element of a row. */
  row: (key: Key) => { 'data-reorder': string; 'data-lifted': true | undefined }
  /** The button that a row is moved by. */
  grip: (key: Key) => ReactNode
  /** Stands once beside the rows: what happens, for who does not see it. */
  spoken: ReactNode
}

const counted = <Key,>(key: Key, order: readonly Key[]) => `${order.indexOf(key) + 1} of ${order.length}`

/**
 * Rows that are put into another order by dragging their grip, or by its keys: Space lifts and drops, the arrows,
 * Home and End move, Escape puts back.
 */
export function useReorder<Key extends string | number>(asked: Reordering<Key>): Reorder<Key> {
  const { keys, nameOf, onDrop, placeOf: place = counted } = asked
  const [lifted, setLifted] = useState<Lifted<Key> | null>(null)
  const [said, say] = useState('')
  const order = lifted?.order ?? keys

  const lift = (key: Key) => {
    setLifted({ key, order: keys })
    say(`${nameOf(key)} is lifted, ${place(key, keys)}. Arrows move it, Space drops it, Escape puts it back.`)
  }
  const move = (key: Key, to: number) => {
    const next = moved(order, key, to)
    setLifted({ key, order: next })
    say(`${nameOf(key)}: ${place(key, next)}.`)
  }
  const drop = (key: Key) => {
    setLifted(null)
    say(`${nameOf(key)} is dropped, ${place(key, order)}.`)
    if (order.some((one, position) => one !== keys[position])) onDrop(order)
  }
  const putBack = (key: Key) => {
    setLifted(null)
    say(`${nameOf(key)} is put back, ${place(key, keys)}.`)
  }
  const drag = useDrag({ order, move, drop, putBack })

  const onKeyDown = (key: Key) => (event: KeyboardEvent) => {
    const held = lifted?.key === key
    const at = order.indexOf(key)
    const steps: Record<string, () => void> = {
      ' ': () => (held ? drop(key) : lift(key)),
      Enter: () => (held ? drop(key) : lift(key)),
      ...(held && {
        ArrowUp: () => move(key, at - 1),
        ArrowDown: () => move(key, at + 1),
        Home: () => move(key, 0),
        End: () => move(key, order.length - 1),
        Escape: () => putBack(key),
      }),
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    step()
  }

  return {
    order,
    lifted: lifted?.key ?? null,
    row: (key) => ({ 'data-reorder': String(key), 'data-lifted': lifted?.key === key || undefined }),
    grip: (key) => (
      <button
        type="button"
        className={classes.grip}
        aria-label={`Move ${nameOf(key)}`}
        aria-pressed={lifted?.key === key}
        title="Drag, or Space and the arrow keys"
        onKeyDown={onKeyDown(key)}
        onBlur={() => lifted?.key === key && !drag.busy() && putBack(key)}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          lift(key)
          drag.start(key, event)
        }}
      >
        <IconGripVertical size={16} aria-hidden />
      </button>
    ),
    spoken: (
      <VisuallyHidden role="status" aria-live="assertive">
        {said}
      </VisuallyHidden>
    ),
  }
}

interface Drag<Key> {
  order: readonly Key[]
  move: (key: Key, to: number) => void
  drop: (key: Key) => void
  putBack: (key: Key) => void
}

/** Follows the pointer over the rows until it is let go; the window hears it, for the grip itself moves. */
function useDrag<Key extends string | number>(now: Drag<Key>) {
  const latest = useRef(now)
  latest.current = now
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])

  const start = (key: Key, { pointerId }: PointerEvent) => {
    const heard = new AbortController()
    const end = (finish: 'drop' | 'putBack') => {
      heard.abort()
      stop.current = null
      latest.current[finish](key)
    }
    stop.current = () => heard.abort()
    const { signal } = heard
    const of = (act: (event: globalThis.PointerEvent) => void) => (event: globalThis.PointerEvent) =>
      event.pointerId === pointerId && act(event)
    window.addEventListener(
      'pointermove',
      of(({ clientX, clientY }) => {
        const { order, move } = latest.current
        const to = rowUnder(clientX, clientY, order, order.indexOf(key))
        if (to !== null) move(key, to)
      }),
      { signal },
    )
    window.addEventListener(
      'pointerup',
      of(() => end('drop')),
      { signal },
    )
    window.addEventListener(
      'pointercancel',
      of(() => end('putBack')),
      { signal },
    )
    window.addEventListener('keydown', ({ key: pressed }) => pressed === 'Escape' && end('putBack'), {
      signal,
    })
  }
  return { start, busy: () => stop.current !== null }
}

/** The place of the row under the pointer once its middle is passed; null while the lifted one stays. */
function rowUnder(x: number, y: number, order: readonly (string | number)[], from: number): number | null {
  const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-reorder]')
  const to = order.findIndex((key) => String(key) === row?.dataset.reorder)
  if (!row || to < 0 || to === from) return null
  const { top, height } = row.getBoundingClientRect()
  const middle = top + height / 2
  return (to > from ? y > middle : y < middle) ? to : null
}
