// biome-ignore-all lint/a11y/useSemanticElements: a table can not be windowed; these are the roles of a grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and points at its active cell
import { Text, VisuallyHidden } from '@mantine/core'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Axes, ofProposal, ofSample, type Subject } from './axes.ts'
import { Chunk, cellId } from './cell.tsx'
import type { Place } from './change.ts'
import classes from './grid.module.css'
import { HeadRow } from './head_row.tsx'
import { Head } from './heads.tsx'
import { moved } from './keys.ts'
import { BLOCK_COLUMNS, type Measures, scrollTo } from './measures.ts'
import type { GridModel } from './model.ts'
import { useWindow } from './window.ts'

/** Brings a place into sight, makes it the active one and gives the grid the focus. */
export interface GridHandle {
  show(place: Place): void
}

interface GridViewProps {
  ref: Ref<GridHandle>
  label: string
  model: GridModel
  axes: Axes
  measures: Measures
  /** The cell in hand. */
  active: Place
  onActive: (place: Place) => void
  editable: boolean
  onDetails: (subject: Subject) => void
}

/** The grid itself: only what is in sight is made, whatever the number of rows and columns. */
export function GridView({
  ref,
  label,
  model,
  axes,
  measures,
  active: place,
  onActive,
  editable,
  onDetails,
}: GridViewProps) {
  const version = useSyncExternalStore(model.subscribe, model.state)
  const element = useRef<HTMLDivElement>(null)
  const { rows, chunks, holds, look } = useWindow(element, measures, axes)
  const active = axes.where(place)
  const [said, say] = useState('')
  const keys = useId()

  const move = (i: number, j: number) => {
    const box = element.current
    if (!box) return
    onActive(axes.place(i, j))
    const room = { width: box.clientWidth - measures.rowHead, height: box.clientHeight - measures.columnHead }
    box.scrollTop = scrollTo(i, measures.cellHeight, box.scrollTop, room.height)
    box.scrollLeft = scrollTo(j, measures.cellWidth, box.scrollLeft, room.width)
  }
  useImperativeHandle(ref, () => ({
    show(place) {
      const { i, j } = axes.where(place)
      if (i < 0 || j < 0) return
      move(i, j)
      element.current?.focus({ preventScroll: true })
    },
  }))

  function toggle(i: number, j: number) {
    if (!editable || i < 0 || j < 0) return
    const { row, column } = axes.place(i, j)
    const pair = `${model.columns[column]!.name}, proposal ${model.rows[row]!.id}`
    const now = () => (model.cell(row, column).ticked ? 'assigned' : 'not assigned')
    say(model.toggle(row, column) ? `${pair}: ${now()}` : (model.whyFixed(row, column) ?? ''))
  }

  function press(event: KeyboardEvent<HTMLDivElement>) {
    if (event.target !== element.current) return
    const page = Math.max(1, Math.floor(element.current.clientHeight / measures.cellHeight) - 2)
    const next = moved(event, active, axes, page)
    if (next) move(next.i, next.j)
    else if (event.key === ' ') toggle(active.i, active.j)
    else if (!tell(event)) return
    event.preventDefault()
  }

  /** P opens the proposal of the active cell, S its sample. */
  function tell({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
    if (ctrlKey || metaKey || altKey || axes.down === 0 || axes.across === 0) return false
    const { row, column } = axes.place(active.i, active.j)
    if (key.toLowerCase() === 'p') onDetails(ofProposal(model, row))
    else if (key.toLowerCase() === 's') onDetails(ofSample(model, column))
    else return false
    return true
  }

  function click({ target }: MouseEvent) {
    const cell = (target as HTMLElement).closest<HTMLElement>('[role=gridcell]')
    if (!cell) return
    const [i, j] = [Number(cell.dataset.i), Number(cell.dataset.j)]
    onActive(axes.place(i, j))
    // A cell that scrolls out of sight would take the focus with it: the grid keeps it.
    element.current?.focus({ preventScroll: true })
    if (target instanceof HTMLInputElement && !target.disabled) toggle(i, j)
  }

  const size = {
    '--cell': `${measures.cellWidth}px`,
    '--row': `${measures.cellHeight}px`,
    '--row-head': `${measures.rowHead}px`,
    '--column-head': `${measures.columnHead}px`,
    width: measures.rowHead + axes.across * measures.cellWidth,
    height: measures.columnHead + axes.down * measures.cellHeight,
  } as CSSProperties
  const head = { model, axes, measures, onDetails, version }
  return (
    <>
      <div
        ref={element}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-describedby={keys}
        aria-rowcount={axes.down + 1}
        aria-colcount={axes.across + 1}
        aria-readonly={!editable}
        aria-activedescendant={holds(active.i, active.j) ? cellId(active.i, active.j) : undefined}
        className={classes.grid}
        onScroll={look}
        onKeyDown={press}
        onClick={click}
      >
        <div role="presentation" className={classes.canvas} style={size}>
          <HeadRow chunks={chunks} head={head} />
          {rows.map((i) => (
            <div
              key={i}
              role="row"
              aria-rowindex={i + 2}
              className={classes.row}
              style={{ top: measures.columnHead + i * measures.cellHeight }}
            >
              <div role="rowheader" aria-colindex={1} className={classes.rowHead}>
                <Head {...head} of="row" place={i} />
              </div>
              {chunks.map((from) => (
                <Chunk
                  key={from}
                  model={model}
                  axes={axes}
                  i={i}
                  from={from}
                  active={
                    active.i === i && active.j >= from && active.j < from + BLOCK_COLUMNS ? active.j : -1
                  }
                  editable={editable}
                  left={measures.rowHead + from * measures.cellWidth}
                  version={version}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
      <Text id={keys} size="xs" c="dimmed" visibleFrom="sm">
        Arrow keys move{editable && ', Space ticks'}, P opens the proposal and S the sample of the cell.
      </Text>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}
