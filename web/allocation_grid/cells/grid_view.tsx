// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualized; these are the roles of a grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and points at its active cell
import { VisuallyHidden } from '@mantine/core'
import {
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Axes, columnSubject, ofProposal, ofSample, rowSubject, type Subject } from '../geometry/axes.ts'
import { moved } from '../geometry/keyboard.ts'
import type { Measures } from '../geometry/sizes.ts'
import { BLOCK_COLUMNS, edgesOf, scrollTo, useAbove, useWindow } from '../geometry/virtualization.ts'
import type { Place } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import { Chunk, IN_HAND } from './cell.tsx'
import classes from './grid_view.module.css'
import { Corner } from './head_parts.tsx'
import { ProposalHead } from './proposal_head.tsx'
import { SampleHead } from './sample_head.tsx'

/** Brings a place into sight, makes it the active one and, unless `focus` is false, gives the grid the focus. */
export interface GridHandle {
  show(place: Place, focus?: boolean): void
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
  onZoom: (step: 1 | -1) => void
  /** Says something where all see it. */
  tell: (text: string) => void
}

/** The room of a scroll bar, so that what is just as long as the rows needs none. */
const BAR = 18

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
  onZoom,
  tell,
}: GridViewProps) {
  const version = useSyncExternalStore(model.subscribe, model.state)
  const element = useRef<HTMLDivElement>(null)
  const edges = useMemo(() => edgesOf(axes, model, measures), [axes, model, measures])
  const { rows, chunks, holds, look } = useWindow(element, measures, axes.down, edges)
  const above = useAbove(element)
  const active = axes.where(place)
  // The cell that the person chose last: what a search or another leads to is not ticked by the next press of Space.
  const picked = useRef(place)
  const [said, say] = useState('')
  const keys = useId()
  const latest = useRef(onDetails)
  latest.current = onDetails
  const details = useCallback((subject: Subject) => latest.current(subject), [])

  /** Where the grid is to be scrolled to, so that a cell is in sight. */
  const seeing = (i: number, j: number) => {
    const box = element.current!
    const { cellHeight, rowHead, columnHead } = measures
    const [left, right] = [edges[j]!, edges[j + 1]!]
    const wide = Math.max(right - left, box.clientWidth - rowHead)
    const high = Math.max(cellHeight, box.clientHeight - columnHead)
    return {
      top: scrollTo(i * cellHeight, (i + 1) * cellHeight, box.scrollTop, high),
      left: scrollTo(left, right, box.scrollLeft, wide),
    }
  }
  /** Brings a cell into sight; answers whether it was there already. */
  const reveal = (i: number, j: number) => {
    const box = element.current
    if (!box || i < 0 || j < 0) return false
    const { top, left } = seeing(i, j)
    const there = top === box.scrollTop && left === box.scrollLeft
    box.scrollTop = top
    box.scrollLeft = left
    return there
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: at another zoom the cell in hand stays in sight
  useLayoutEffect(() => void reveal(active.i, active.j), [measures])

  const move = (i: number, j: number) => {
    picked.current = axes.place(i, j)
    onActive(picked.current)
    reveal(i, j)
  }
  useImperativeHandle(ref, () => ({
    show(place, focus = true) {
      const { i, j } = axes.where(place)
      if (i < 0 || j < 0) return
      onActive(place)
      reveal(i, j)
      if (focus) element.current?.focus({ preventScroll: true })
    },
  }))

  function toggle({ row, column }: Place) {
    if (!editable) return
    const { suggested, ticked } = model.cell(row, column)
    const done = suggested && !ticked ? model.take([suggested]) === 1 : model.toggle(row, column)
    const now = model.cell(row, column).ticked ? 'assigned' : 'not assigned'
    say(done ? `${named({ row, column })}: ${now}` : (model.whyFixed(row, column) ?? ''))
  }
  const named = ({ row, column }: Place) => `${model.columns[column]!.name}, proposal ${model.rows[row]!.id}`

  /** Space ticks what the person chose and sees; anything else it first shows and names. */
  function space() {
    const there = reveal(active.i, active.j)
    const chosen = place.row === picked.current.row && place.column === picked.current.column
    if (there && chosen) return toggle(place)
    picked.current = place
    if (editable) tell(`${named(place)}: press Space again to change it`)
  }

  function press(event: KeyboardEvent<HTMLDivElement>) {
    if (event.target !== element.current || event.altKey || axes.down === 0 || axes.across === 0) return
    const page = Math.max(1, Math.floor(element.current.clientHeight / measures.cellHeight) - 2)
    const next = moved(event, active, axes, page)
    if (next) move(next.i, next.j)
    else if (!command(event)) return
    event.preventDefault()
  }

  /** Space ticks, P and S open the proposal and the sample of the active cell, + and - show the grid larger and smaller. */
  function command({ key, ctrlKey, metaKey }: KeyboardEvent) {
    if (ctrlKey || metaKey) return false
    if (key === ' ') space()
    else if (key.toLowerCase() === 'p') onDetails(ofProposal(model, place.row))
    else if (key.toLowerCase() === 's') onDetails(ofSample(model, place.column))
    else if (key === '+' || key === '=') onZoom(1)
    else if (key === '-') onZoom(-1)
    else return false
    return true
  }

  function click({ target }: MouseEvent) {
    const cell = (target as HTMLElement).closest<HTMLElement>('[role=gridcell]')
    if (!cell) return
    const i = Number(cell.closest('[role=row]')!.getAttribute('aria-rowindex')) - 2
    picked.current = axes.place(i, Number(cell.getAttribute('aria-colindex')) - 2)
    onActive(picked.current)
    // A cell that scrolls out of sight would take the focus with it: the grid keeps it.
    element.current?.focus({ preventScroll: true })
    if (target instanceof HTMLInputElement && !target.disabled) toggle(picked.current)
  }

  const size = {
    '--cell': `${measures.cellWidth}px`,
    '--wide': `${measures.wideWidth}px`,
    '--row': `${measures.cellHeight}px`,
    '--row-head': `${measures.rowHead}px`,
    '--column-head': `${measures.columnHead}px`,
    width: measures.rowHead + edges[axes.across]!,
    height: measures.columnHead + axes.down * measures.cellHeight,
  } as CSSProperties
  const room = { '--all': `${Number(size.height) + BAR}px`, '--above': `${above}px` } as CSSProperties
  const head = { model, axes, measures, onDetails: details, version }
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
        aria-activedescendant={holds(active.i, active.j) ? IN_HAND : undefined}
        className={classes.grid}
        style={room}
        onScroll={look}
        onKeyDown={press}
        onClick={click}
      >
        <div role="presentation" className={classes.canvas} style={size}>
          <HeadRow
            chunks={chunks}
            edges={edges}
            head={head}
            active={active.j}
            corner={<Corner transposed={axes.transposed} zoom={measures.zoom} onZoom={onZoom} />}
          />
          {rows.map((i) => (
            <div
              key={i}
              role="row"
              aria-rowindex={i + 2}
              className={i === active.i ? `${classes.row} ${classes.hand}` : classes.row}
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
                  left={measures.rowHead + edges[from]!}
                  version={version}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
      <div className={classes.ring} />
      <VisuallyHidden id={keys}>
        Arrow keys move{editable && ', Space ticks'}, P opens the proposal and S the sample of the cell, plus
        and minus show the grid larger and smaller.
      </VisuallyHidden>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}

interface HeadRowProps {
  chunks: readonly number[]
  edges: Float64Array
  head: Omit<ComponentProps<typeof Head>, 'of' | 'place'>
  /** The column of the cell in hand. */
  active: number
  /** What stands in the corner above the row heads. */
  corner: ReactNode
}

/** The row of column heads, which stays in sight, with the corner above the row heads. */
const HeadRow = ({ chunks, edges, head, active, corner }: HeadRowProps) => (
  <div role="row" aria-rowindex={1} className={classes.headRow}>
    <div role="columnheader" aria-colindex={1} className={classes.corner}>
      {corner}
    </div>
    {chunks.map((from) => (
      <div
        key={from}
        role="presentation"
        className={classes.chunk}
        style={{ left: head.measures.rowHead + edges[from]! }}
      >
        {Array.from({ length: Math.min(BLOCK_COLUMNS, head.axes.across - from) }, (_, n) => {
          const j = from + n
          return (
            <div
              key={j}
              role="columnheader"
              aria-colindex={j + 2}
              className={j === active ? `${classes.columnHead} ${classes.under}` : classes.columnHead}
              style={{ width: edges[j + 1]! - edges[j]! }}
            >
              <Head {...head} of="column" place={j} />
            </div>
          )
        })}
      </div>
    ))}
  </div>
)

interface HeadProps {
  model: GridModel
  axes: Axes
  measures: Measures
  /** The head of the row, or of the column, of this place on the screen. */
  of: 'row' | 'column'
  place: number
  onDetails: (subject: Subject) => void
  /** Changes when any tick does. */
  version: number
}

/** The head of a row or a column: a proposal or a sample. Plain elements: a fast scroll makes them by the hundred. */
const Head = memo(function Head({ model, axes, place, ...head }: HeadProps) {
  const subject = (head.of === 'row' ? rowSubject : columnSubject)(model, axes, place)
  const { measures, of, onDetails } = head
  const shared = { measures, of, onDetails }
  return 'proposal' in subject ? (
    <ProposalHead {...subject} {...shared} answers={model.answers.row(subject.row)} />
  ) : (
    <SampleHead {...subject} {...shared} model={model} />
  )
})
