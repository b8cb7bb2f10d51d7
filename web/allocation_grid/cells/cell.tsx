// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualized; these are the roles of a grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and points at its active cell
import { IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import { priorityColour } from '#domain/state_machine.ts'
import { shade } from '#web/tokens.ts'
import type { Axes } from '../geometry/axes.ts'
import { TILE_COLUMNS } from '../geometry/virtualization.ts'
import type { Cell, GridModel } from '../state/model.ts'
import classes from './cell.module.css'
import grid from './grid_view.module.css'

/** The DOM id of the active cell, for aria-activedescendant. */
export const ACTIVE_CELL_ID = 'cell-in-hand'

interface CellTileProps {
  model: GridModel
  axes: Axes
  i: number
  /** The first column of the tile. */
  from: number
  /** The column of the active cell if it is in this tile, else -1. */
  active: number
  editable: boolean
  left: number
  /** The left edges of the columns, and the usual width of one. */
  edges: Float64Array
  usualWidth: number
  /** Changes with every change of the model, to render again. */
  version: number
}

/** The cells of one row in a tile. */
export const CellTile = memo(function Chunk({
  model,
  axes,
  i,
  from,
  active,
  editable,
  left,
  edges,
  usualWidth,
}: CellTileProps) {
  const count = Math.min(TILE_COLUMNS, axes.columnCount - from)
  return (
    <div role="presentation" className={grid.chunk} style={{ left }}>
      {Array.from({ length: count }, (_, n) => {
        const j = from + n
        const { row, column } = axes.placeAt(i, j)
        const cell = model.cell(row, column)
        const width = edges[j + 1]! - edges[j]!
        return (
          <GridCell
            key={j}
            {...cell}
            why={editable ? model.whyNotChange(row, column) : null}
            j={j}
            sample={model.columns[column]!.name}
            width={width === usualWidth ? undefined : width}
            proposal={model.rows[row]!.id}
            active={j === active}
            editable={editable}
          />
        )
      })}
    </div>
  )
})

interface CellProps extends Cell {
  j: number
  sample: string
  /** Where it differs from the usual width. */
  width: number | undefined
  proposal: number
  active: boolean
  editable: boolean
  /** The reason why it cannot be changed, or null. */
  why: string | null
}

/** The grid handles clicks itself; React wants a handler on a controlled checkbox. */
const ignoreChange = () => {}

/** A cell; renders again only when one of its values changes. */
const GridCell = memo(function GridCell(cell: CellProps) {
  const { j, sample, proposal, editable, why, width } = cell
  return (
    <div
      role="gridcell"
      id={cell.active ? ACTIVE_CELL_ID : undefined}
      aria-colindex={j + 2}
      aria-label={cellLabel(cell)}
      aria-description={editable ? cellAction(cell) : undefined}
      style={width === undefined ? undefined : { width }}
      aria-readonly={editable && why !== null ? true : undefined}
      className={classesOf(cell)}
      title={cellTitle(cell)}
    >
      <RequestMark {...cell} />
      {editable ? (
        <input
          type="checkbox"
          tabIndex={-1}
          className={classes.tick}
          checked={cell.assigned}
          disabled={why !== null}
          onChange={ignoreChange}
          aria-label={`Assign ${sample} to proposal ${proposal}`}
        />
      ) : (
        cell.assigned && <span aria-hidden className={classes.tick} />
      )}
      {cell.confirmed && <IconLock size={11} stroke={2.2} aria-hidden className={classes.lock} />}
      {cell.clash && (
        <span aria-hidden className={classes.mark}>
          !
        </span>
      )}
    </div>
  )
})

/** The style classes of a cell. A quiet cell has no request and no assignment: its box is a dot until it is hovered. */
function classesOf({
  assigned,
  namedPriority,
  anyPriority,
  nearest,
  changed,
  clash,
  suggested,
  confirmed,
  why,
  ...cell
}: CellProps) {
  const marked = namedPriority > 0 || (anyPriority > 0 && nearest)
  const shut = why !== null && !assigned
  const all = [
    classes.cell,
    assigned && classes.on,
    confirmed && classes.confirmed,
    clash && classes.clash,
    changed && classes.changed,
    suggested && classes.suggested,
    shut && classes.shut,
    !(assigned || changed || suggested || marked || shut) && (anyPriority > 0 ? classes.hope : classes.quiet),
    cell.active && classes.active,
  ]
  return all.filter(Boolean).join(' ')
}

/** The priority of a request: filled if it names the sample, a ring if the sample is among the nearest to a request for any. */
function RequestMark({ namedPriority, anyPriority, nearest, why, assigned }: CellProps) {
  if (namedPriority === 1) return <span className={classes.first}>1</span>
  if (namedPriority > 1)
    return (
      <span className={classes.priority} style={shade(priorityColour(namedPriority))}>
        {namedPriority}
      </span>
    )
  if (anyPriority === 0 || !(nearest || assigned) || (why !== null && !assigned)) return null
  return (
    <span className={classes.any} style={{ color: shade(priorityColour(anyPriority)).color }}>
      {anyPriority}
    </span>
  )
}

interface LabelledCell extends Cell {
  sample: string
  proposal: number
  /** The reason why it cannot be changed, or null. */
  why: string | null
}

/** 'may answer priority 2, among the nearest'. */
const possibleText = ({ anyPriority, nearest }: Cell) =>
  `may answer priority ${anyPriority}${nearest ? ', among the nearest' : ''}`

/** The accessible name of a cell: 'A0042, proposal 12: priority 1, assigned, clash'. */
export function cellLabel(cell: LabelledCell) {
  const states = [
    cell.namedPriority > 0 ? `priority ${cell.namedPriority}` : cell.anyPriority > 0 && possibleText(cell),
    cell.confirmed ? 'confirmed' : cell.assigned ? 'assigned' : 'not assigned',
    cell.changed && 'not saved',
    cell.clash && 'clash',
    cell.suggested && `suggested: ${cell.suggested.reason}`,
  ]
  return `${cell.sample}, proposal ${cell.proposal}: ${states.filter(Boolean).join(', ')}`
}

/** What can be done with a cell, for a screen reader: 'Space assigns it'. */
export function cellAction({ why, suggested, assigned }: LabelledCell): string {
  if (why !== null) return `Cannot be changed: ${why}`
  if (assigned) return 'Space removes it'
  return suggested ? 'Space accepts the suggestion' : 'Space assigns it'
}

/** The tooltip of a cell: why it cannot be changed, why it is suggested, or which request it may answer. */
export function cellTitle(cell: LabelledCell): string | undefined {
  const { why, suggested, namedPriority, anyPriority, assigned } = cell
  if (why !== null) return why
  if (suggested) return `Suggested: ${suggested.reason}`
  if (assigned || namedPriority > 0 || anyPriority === 0) return undefined
  return `${cell.sample} ${possibleText(cell)} of proposal ${cell.proposal}`
}
