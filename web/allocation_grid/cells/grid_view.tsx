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
import type { Axes, Place } from '../geometry/axes.ts'
import { moveByKey } from '../geometry/keyboard.ts'
import type { GridSizes } from '../geometry/sizes.ts'
import {
  columnEdges,
  scrollOffset,
  TILE_COLUMNS,
  useOffsetTop,
  useVisibleTiles,
} from '../geometry/virtualization.ts'
import type { GridModel } from '../state/model.ts'
import { proposalSubject, type Subject, sampleSubject } from '../state/model.ts'
import { ACTIVE_CELL_ID, CellTile } from './cell.tsx'
import classes from './grid_view.module.css'
import { Corner, moveInHead } from './head_parts.tsx'
import { ProposalHead } from './proposal_head.tsx'
import { SampleHead, sampleHeadWidth } from './sample_head.tsx'

/** Scrolls to a place, makes it active and, unless `focus` is false, focuses the grid. */
export interface GridHandle {
  show(place: Place, focus?: boolean): void
}

interface GridViewProps {
  ref: Ref<GridHandle>
  label: string
  model: GridModel
  axes: Axes
  sizes: GridSizes
  /** The active cell. */
  active: Place
  onActive: (place: Place) => void
  editable: boolean
  onDetails: (subject: Subject) => void
  onZoom: (step: 1 | -1) => void
  /** Shows a message above the grid. */
  showMessage: (text: string) => void
}

/** Pixels for a scroll bar, so that a grid just as high as its rows needs none. */
const BAR = 18

/** The virtualized grid: only the visible tiles are rendered, whatever the number of rows and columns. */
export function GridView({
  ref,
  label,
  model,
  axes,
  sizes,
  active: place,
  onActive,
  editable,
  onDetails,
  onZoom,
  showMessage,
}: GridViewProps) {
  const version = useSyncExternalStore(model.subscribe, model.getVersion)
  const element = useRef<HTMLDivElement>(null)
  const edges = useMemo(() => {
    const widthOf = (j: number) =>
      axes.transposed ? sizes.cellWidth : sampleHeadWidth(model.columns[axes.placeAt(0, j).column]!, sizes)
    return columnEdges(axes.columnCount, widthOf)
  }, [axes, model, sizes])
  const { rows, columnTiles, contains, update } = useVisibleTiles(element, sizes, axes.rowCount, edges)
  const offsetTop = useOffsetTop(element)
  const active = axes.positionOf(place)
  // The cell the user chose last: Space does not change a cell that a search or a link has led to.
  const lastChosen = useRef(place)
  const [announcement, announce] = useState('')
  const keys = useId()
  const latest = useRef(onDetails)
  latest.current = onDetails
  const details = useCallback((subject: Subject) => latest.current(subject), [])

  /** The scroll position at which a cell is visible. */
  const scrollPositionFor = (i: number, j: number) => {
    const box = element.current!
    const { cellHeight, rowHead, columnHead } = sizes
    const [left, right] = [edges[j]!, edges[j + 1]!]
    const wide = Math.max(right - left, box.clientWidth - rowHead)
    const high = Math.max(cellHeight, box.clientHeight - columnHead)
    return {
      top: scrollOffset(i * cellHeight, (i + 1) * cellHeight, box.scrollTop, high),
      left: scrollOffset(left, right, box.scrollLeft, wide),
    }
  }
  /** Scrolls to a cell; returns whether it was visible already. */
  const reveal = (i: number, j: number) => {
    const box = element.current
    if (!box || i < 0 || j < 0) return false
    const { top, left } = scrollPositionFor(i, j)
    const there = top === box.scrollTop && left === box.scrollLeft
    box.scrollTop = top
    box.scrollLeft = left
    return there
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active cell stays visible when the zoom changes
  useLayoutEffect(() => void reveal(active.i, active.j), [sizes])

  const move = (i: number, j: number) => {
    lastChosen.current = axes.placeAt(i, j)
    onActive(lastChosen.current)
    reveal(i, j)
  }
  useImperativeHandle(ref, () => ({
    show(place, focus = true) {
      const { i, j } = axes.positionOf(place)
      if (i < 0 || j < 0) return
      onActive(place)
      reveal(i, j)
      if (focus) element.current?.focus({ preventScroll: true })
    },
  }))

  function toggle({ row, column }: Place) {
    if (!editable) return
    const { suggested, assigned } = model.cell(row, column)
    const done = suggested && !assigned ? model.takeSuggestions([suggested]) === 1 : model.toggle(row, column)
    const now = model.cell(row, column).assigned ? 'assigned' : 'not assigned'
    announce(done ? `${cellName({ row, column })}: ${now}` : (model.whyNotChange(row, column) ?? ''))
  }
  const cellName = ({ row, column }: Place) =>
    `${model.columns[column]!.name}, proposal ${model.rows[row]!.id}`

  /** Space changes the cell that the user chose and sees; any other active cell is first shown and named. */
  function space() {
    const there = reveal(active.i, active.j)
    const chosen = place.row === lastChosen.current.row && place.column === lastChosen.current.column
    if (there && chosen) return toggle(place)
    lastChosen.current = place
    if (editable) showMessage(`${cellName(place)}: press Space again to change it`)
  }

  function press(event: KeyboardEvent<HTMLDivElement>) {
    if (event.target !== element.current || event.altKey || axes.rowCount === 0 || axes.columnCount === 0)
      return
    const page = Math.max(1, Math.floor(element.current.clientHeight / sizes.cellHeight) - 2)
    const next = moveByKey(event, active, axes, page)
    if (next) move(next.i, next.j)
    else if (!command(event)) return
    event.preventDefault()
  }

  /** Space toggles the cell, P and S open its proposal and its sample, + and - zoom. */
  function command({ key, ctrlKey, metaKey }: KeyboardEvent) {
    if (ctrlKey || metaKey) return false
    if (key === ' ') space()
    else if (key.toLowerCase() === 'p') onDetails(proposalSubject(model, place.row))
    else if (key.toLowerCase() === 's') onDetails(sampleSubject(model, place.column))
    else if (key === '+' || key === '=') onZoom(1)
    else if (key === '-') onZoom(-1)
    else return false
    return true
  }

  function click({ target }: MouseEvent) {
    const cell = (target as HTMLElement).closest<HTMLElement>('[role=gridcell]')
    if (!cell) return
    const i = Number(cell.closest('[role=row]')!.getAttribute('aria-rowindex')) - 2
    lastChosen.current = axes.placeAt(i, Number(cell.getAttribute('aria-colindex')) - 2)
    onActive(lastChosen.current)
    // The grid keeps the focus: a focused cell would lose it when its tile is unmounted.
    element.current?.focus({ preventScroll: true })
    if (target instanceof HTMLInputElement && !target.disabled) toggle(lastChosen.current)
  }

  const size = {
    '--cell': `${sizes.cellWidth}px`,
    '--row': `${sizes.cellHeight}px`,
    '--row-head': `${sizes.rowHead}px`,
    '--column-head': `${sizes.columnHead}px`,
    width: sizes.rowHead + edges[axes.columnCount]!,
    height: sizes.columnHead + axes.rowCount * sizes.cellHeight,
  } as CSSProperties
  const scrollSize = {
    '--all': `${Number(size.height) + BAR}px`,
    '--above': `${offsetTop}px`,
  } as CSSProperties
  const head = { model, axes, sizes, onDetails: details, version }
  return (
    <>
      <div
        ref={element}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-describedby={keys}
        aria-rowcount={axes.rowCount + 1}
        aria-colcount={axes.columnCount + 1}
        aria-readonly={!editable}
        aria-activedescendant={contains(active.i, active.j) ? ACTIVE_CELL_ID : undefined}
        className={classes.grid}
        style={scrollSize}
        onScroll={update}
        onKeyDown={press}
        onClick={click}
      >
        <div role="presentation" className={classes.canvas} style={size}>
          <HeadRow
            columnTiles={columnTiles}
            edges={edges}
            head={head}
            active={active.j}
            corner={<Corner transposed={axes.transposed} zoom={sizes.zoom} onZoom={onZoom} />}
          />
          {rows.map((i) => (
            <div
              key={i}
              role="row"
              aria-rowindex={i + 2}
              className={i === active.i ? `${classes.row} ${classes.hand}` : classes.row}
              style={{ top: sizes.columnHead + i * sizes.cellHeight }}
            >
              <div role="rowheader" aria-colindex={1} className={classes.rowHead}>
                <Head {...head} of="row" place={i} />
              </div>
              {columnTiles.map((from) => (
                <CellTile
                  key={from}
                  model={model}
                  axes={axes}
                  i={i}
                  from={from}
                  active={
                    active.i === i && active.j >= from && active.j < from + TILE_COLUMNS ? active.j : -1
                  }
                  editable={editable}
                  left={sizes.rowHead + edges[from]!}
                  edges={edges}
                  usualWidth={sizes.cellWidth}
                  version={version}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
      <div className={classes.ring} />
      <VisuallyHidden id={keys}>
        Arrow keys move{editable && ', Space assigns or removes'}, P opens the proposal and S the sample of
        the cell, plus and minus zoom.
      </VisuallyHidden>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  )
}

interface HeadRowProps {
  columnTiles: readonly number[]
  edges: Float64Array
  head: Omit<ComponentProps<typeof Head>, 'of' | 'place'>
  /** The column of the active cell. */
  active: number
  corner: ReactNode
}

/** The sticky row of column heads, with the corner above the row heads. */
const HeadRow = ({ columnTiles, edges, head, active, corner }: HeadRowProps) => (
  <div role="row" aria-rowindex={1} className={classes.headRow} onKeyDown={moveInHead}>
    <div role="columnheader" aria-colindex={1} className={classes.corner}>
      {corner}
    </div>
    {columnTiles.map((from) => (
      <div
        key={from}
        role="presentation"
        className={classes.chunk}
        style={{ left: head.sizes.rowHead + edges[from]! }}
      >
        {Array.from({ length: Math.min(TILE_COLUMNS, head.axes.columnCount - from) }, (_, n) => {
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
  sizes: GridSizes
  /** Its row or column on the screen. */
  of: 'row' | 'column'
  place: number
  onDetails: (subject: Subject) => void
  /** Changes with every change of the model, to render again. */
  version: number
}

/** The head of a row or a column: a proposal or a sample. Plain elements, because a fast scroll renders hundreds of them. */
const Head = memo(function Head({ model, axes, place, ...head }: HeadProps) {
  const subject = (head.of === 'row' ? rowSubject : columnSubject)(model, axes, place)
  const { sizes, of, onDetails } = head
  const shared = { sizes, of, onDetails }
  return 'proposal' in subject ? (
    <ProposalHead {...subject} {...shared} answers={model.answers.row(subject.row)} />
  ) : (
    <SampleHead {...subject} {...shared} model={model} />
  )
})

/** The subject of row `i` on the screen, and of column `j`. */
const rowSubject = (model: GridModel, axes: Axes, i: number): Subject =>
  axes.transposed
    ? sampleSubject(model, axes.placeAt(i, 0).column)
    : proposalSubject(model, axes.placeAt(i, 0).row)
const columnSubject = (model: GridModel, axes: Axes, j: number): Subject =>
  axes.transposed
    ? proposalSubject(model, axes.placeAt(0, j).row)
    : sampleSubject(model, axes.placeAt(0, j).column)
