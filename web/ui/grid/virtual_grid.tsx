// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualized; these are the roles of a grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and points at its active cell
import { VisuallyHidden } from '@mantine/core'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Axes, Place } from './axes.ts'
import { ACTIVE_CELL_ID, type CellPosition } from './cell_frame.tsx'
import { Corner, moveInHead } from './corner.tsx'
import { moveByKey } from './keyboard.ts'
import type { GridSizes } from './sizes.ts'
import classes from './virtual_grid.module.css'
import { columnEdges, scrollOffset, TILE_COLUMNS, useOffsetTop, useVisibleTiles } from './virtualization.ts'

/** Scrolls to a place, makes it active and, unless `focus` is false, focuses the grid. */
export interface GridHandle {
  show(place: Place, focus?: boolean): void
}

/** What a grid shows. All functions must keep their identity until what they show changes otherwise than by `version`. */
export interface GridContent {
  /** Counts the changes of what the cells and heads show. */
  version: number
  /** The head of a row or column of the screen: plain elements, because a fast scroll renders hundreds of them. */
  head: (of: 'row' | 'column', place: number) => ReactNode
  /** A cell, as a `CellFrame` inside a memo component. */
  cell: (cell: CellPosition) => ReactNode
  /** The width of a column of the screen; without it all have the usual width. */
  widthOf?: (j: number) => number
  /** 'A0042, proposal 63' */
  nameOf: (place: Place) => string
}

interface VirtualGridProps {
  ref: Ref<GridHandle>
  label: string
  /** What the rows and columns are: 'Proposals by samples'. */
  corner: ReactNode
  content: GridContent
  axes: Axes
  sizes: GridSizes
  /** The active cell. */
  active: Place
  onActive: (place: Place) => void
  /** A cell was clicked; it is active already. */
  onPick?: () => void
  editable: boolean
  /** Lines along the active row and column instead of a coloured row. */
  crosshair?: boolean
  /** The keys, for screen readers, in a sentence. */
  keys: string
  /** Space, or a click on a check box, on a cell that may be changed; returns what to announce. */
  onToggle: (place: Place) => string
  /** A key that the grid does not know; returns whether it did something. */
  onKey: (key: string, place: Place) => boolean
  onZoom: (step: 1 | -1) => void
  /** Shows a message above the grid. */
  showMessage: (text: string) => void
}

/** Pixels for a scroll bar, so that a grid just as high as its rows needs none. */
const BAR = 18

/** A grid of cells with fixed heads: only the visible tiles are rendered, whatever the number of rows and columns. */
export function VirtualGrid({
  ref,
  label,
  corner,
  content,
  axes,
  sizes,
  active: place,
  onActive,
  onPick,
  editable,
  crosshair = false,
  keys,
  onToggle,
  onKey,
  onZoom,
  showMessage,
}: VirtualGridProps) {
  const element = useRef<HTMLDivElement>(null)
  const { widthOf, version, head, cell } = content
  const edges = useMemo(
    () => columnEdges(axes.columnCount, widthOf ?? (() => sizes.cellWidth)),
    [axes, widthOf, sizes],
  )
  const { rows, columnTiles, contains, update } = useVisibleTiles(element, sizes, axes.rowCount, edges)
  const offsetTop = useOffsetTop(element)
  const active = axes.positionOf(place)
  // The cell the user chose last: Space does not change a cell that a search or a link has led to.
  const lastChosen = useRef(place)
  const [announcement, announce] = useState('')
  const keysId = useId()

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

  const toggle = (place: Place) => {
    if (editable) announce(onToggle(place))
  }

  /** Space changes the cell that the user chose and sees; any other active cell is first shown and named. */
  function space() {
    const there = reveal(active.i, active.j)
    const chosen = place.row === lastChosen.current.row && place.column === lastChosen.current.column
    if (there && chosen) return toggle(place)
    lastChosen.current = place
    if (editable) showMessage(`${content.nameOf(place)}: press Space again to change it`)
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

  /** Space toggles the cell, + and - zoom; other keys are the content's. */
  function command({ key, ctrlKey, metaKey }: KeyboardEvent) {
    if (ctrlKey || metaKey) return false
    if (key === ' ') space()
    else if (key === '+' || key === '=') onZoom(1)
    else if (key === '-') onZoom(-1)
    else return onKey(key, place)
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
    onPick?.()
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
  return (
    <>
      <div
        ref={element}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-describedby={keysId}
        aria-rowcount={axes.rowCount + 1}
        aria-colcount={axes.columnCount + 1}
        aria-readonly={!editable}
        aria-activedescendant={contains(active.i, active.j) ? ACTIVE_CELL_ID : undefined}
        className={crosshair ? `${classes.grid} ${classes.crosshair}` : classes.grid}
        style={scrollSize}
        onScroll={update}
        onKeyDown={press}
        onClick={click}
      >
        <div role="presentation" className={classes.canvas} style={size}>
          <HeadRow
            columnTiles={columnTiles}
            columnCount={axes.columnCount}
            edges={edges}
            rowHead={sizes.rowHead}
            head={head}
            version={version}
            active={active.j}
            corner={
              <Corner zoom={sizes.zoom} onZoom={onZoom}>
                {corner}
              </Corner>
            }
          />
          {crosshair && (
            <div
              role="presentation"
              className={classes.columnLine}
              style={{
                left: sizes.rowHead + edges[active.j]! - 1,
                width: edges[active.j + 1]! - edges[active.j]! + 1,
              }}
            />
          )}
          {rows.map((i) => (
            <div
              key={i}
              role="row"
              aria-rowindex={i + 2}
              className={i === active.i ? `${classes.row} ${classes.hand}` : classes.row}
              style={{ top: sizes.columnHead + i * sizes.cellHeight }}
            >
              <div role="rowheader" aria-colindex={1} className={classes.rowHead}>
                <Head head={head} version={version} of="row" place={i} />
              </div>
              {columnTiles.map((from) => (
                <CellTile
                  key={from}
                  cell={cell}
                  axes={axes}
                  i={i}
                  from={from}
                  active={
                    active.i === i && active.j >= from && active.j < from + TILE_COLUMNS ? active.j : -1
                  }
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
      <VisuallyHidden id={keysId} data-keys={keys} data-keys-of={label}>
        {keys}
      </VisuallyHidden>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  )
}

interface CellTileProps {
  cell: GridContent['cell']
  axes: Axes
  i: number
  /** The first column of the tile. */
  from: number
  /** The column of the active cell if it is in this tile, else -1. */
  active: number
  left: number
  /** The left edges of the columns, and the usual width of one. */
  edges: Float64Array
  usualWidth: number
  /** Changes with every change of the content, to render again. */
  version: number
}

/** The cells of one row in a tile. */
const CellTile = memo(function CellTile({
  cell,
  axes,
  i,
  from,
  active,
  left,
  edges,
  usualWidth,
}: CellTileProps) {
  const count = Math.min(TILE_COLUMNS, axes.columnCount - from)
  return (
    <div role="presentation" className={classes.chunk} style={{ left }}>
      {Array.from({ length: count }, (_, n) => {
        const j = from + n
        const width = edges[j + 1]! - edges[j]!
        return cell({
          ...axes.placeAt(i, j),
          j,
          width: width === usualWidth ? undefined : width,
          active: j === active,
        })
      })}
    </div>
  )
})

interface HeadRowProps {
  columnTiles: readonly number[]
  columnCount: number
  edges: Float64Array
  rowHead: number
  head: GridContent['head']
  version: number
  /** The column of the active cell. */
  active: number
  corner: ReactNode
}

/** The sticky row of column heads, with the corner above the row heads. */
const HeadRow = ({ columnTiles, columnCount, edges, rowHead, active, corner, ...head }: HeadRowProps) => (
  <div role="row" aria-rowindex={1} className={classes.headRow} onKeyDown={moveInHead}>
    <div role="columnheader" aria-colindex={1} className={classes.corner}>
      {corner}
    </div>
    {columnTiles.map((from) => (
      <div key={from} role="presentation" className={classes.chunk} style={{ left: rowHead + edges[from]! }}>
        {Array.from({ length: Math.min(TILE_COLUMNS, columnCount - from) }, (_, n) => {
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
  head: GridContent['head']
  of: 'row' | 'column'
  place: number
  /** Changes with every change of the content, to render again. */
  version: number
}

const Head = memo(function Head({ head, of, place }: HeadProps) {
  return head(of, place)
})
