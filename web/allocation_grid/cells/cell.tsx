// biome-ignore-all lint/a11y/useSemanticElements: a table can not be windowed; these are the roles of a grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and points at its active cell
import { IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import { BENNU } from '#domain/masters/values.ts'
import { priorityColour } from '#domain/state_machine.ts'
import { shade } from '#web/tokens.ts'
import type { Axes } from '../geometry/axes.ts'
import { BLOCK_COLUMNS } from '../geometry/virtualization.ts'
import type { Cell, GridModel } from '../state/model.ts'
import classes from './cell.module.css'
import grid from './grid_view.module.css'

/** The id of the cell in hand, to which the grid points. */
export const IN_HAND = 'cell-in-hand'

interface ChunkProps {
  model: GridModel
  axes: Axes
  i: number
  /** The first column of the chunk. */
  from: number
  /** The column of the active cell, when it is in this chunk; else -1. */
  active: number
  editable: boolean
  left: number
  /** Changes when any tick does. */
  version: number
}

/** A few cells of a row. */
export const Chunk = memo(function Chunk({ model, axes, i, from, active, editable, left }: ChunkProps) {
  const count = Math.min(BLOCK_COLUMNS, axes.across - from)
  return (
    <div role="presentation" className={grid.chunk} style={{ left }}>
      {Array.from({ length: count }, (_, n) => {
        const j = from + n
        const { row, column } = axes.place(i, j)
        const cell = model.cell(row, column)
        const sample = model.columns[column]!
        return (
          <GridCell
            key={j}
            {...cell}
            why={editable ? model.whyFixed(row, column) : null}
            j={j}
            sample={sample.name}
            wide={sample.db_type === BENNU && !axes.transposed}
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
  /** The column is one of the wider ones. */
  wide: boolean
  proposal: number
  active: boolean
  editable: boolean
  /** Why it can not be changed, or null. */
  why: string | null
}

/** The grid hears every press itself. */
const nothing = () => {}

/** A cell; made anew only when something in it is another. */
const GridCell = memo(function GridCell(cell: CellProps) {
  const { j, sample, proposal, editable, why } = cell
  return (
    <div
      role="gridcell"
      id={cell.active ? IN_HAND : undefined}
      aria-colindex={j + 2}
      aria-label={spoken(cell)}
      aria-readonly={editable && why !== null ? true : undefined}
      className={classesOf(cell)}
      title={cellTitle(cell)}
    >
      <Asked {...cell} />
      {editable ? (
        <input
          type="checkbox"
          tabIndex={-1}
          className={classes.tick}
          checked={cell.ticked}
          disabled={why !== null}
          onChange={nothing}
          aria-label={`Assign ${sample} to proposal ${proposal}`}
        />
      ) : (
        cell.ticked && <span aria-hidden className={classes.tick} />
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

/** What a cell is, as its style sheet names it. A quiet one asks for nothing and has nothing: its box is a dot until it is pointed at. */
function classesOf({
  ticked,
  named,
  hope,
  near,
  changed,
  clash,
  suggested,
  confirmed,
  why,
  ...cell
}: CellProps) {
  const marked = named > 0 || (hope > 0 && near)
  const shut = why !== null && !ticked
  const all = [
    classes.cell,
    cell.wide && classes.wide,
    ticked && classes.on,
    confirmed && classes.confirmed,
    clash && classes.clash,
    changed && classes.changed,
    suggested && classes.suggested,
    shut && classes.shut,
    !(ticked || changed || suggested || marked || shut) && (hope > 0 ? classes.hope : classes.quiet),
    cell.active && classes.active,
  ]
  return all.filter(Boolean).join(' ')
}

/** The priority with which the sample is asked for by name, filled; a ring where it is among the nearest to a request for any. */
function Asked({ named, hope, near, why, ticked }: CellProps) {
  if (named === 1) return <span className={classes.first}>1</span>
  if (named > 1)
    return (
      <span className={classes.priority} style={shade(priorityColour(named))}>
        {named}
      </span>
    )
  if (hope === 0 || !(near || ticked) || (why !== null && !ticked)) return null
  return (
    <span className={classes.any} style={{ color: shade(priorityColour(hope)).color }}>
      {hope}
    </span>
  )
}

interface Spoken extends Cell {
  sample: string
  proposal: number
  /** Why it can not be changed, or null. */
  why: string | null
}

/** 'may answer priority 2, among the nearest'. */
const hoped = ({ hope, near }: Cell) => `may answer priority ${hope}${near ? ', among the nearest' : ''}`

/** How a cell is spoken: 'A0042, proposal 12: priority 1, assigned, clash'; a request for any only may get the sample. */
export function spoken(cell: Spoken) {
  const states = [
    cell.named > 0 ? `priority ${cell.named}` : cell.hope > 0 && hoped(cell),
    cell.confirmed ? 'confirmed' : cell.ticked ? 'assigned' : 'not assigned',
    cell.changed && 'not saved',
    cell.clash && 'clash',
    cell.suggested && `suggested: ${cell.suggested.reason}`,
  ]
  return `${cell.sample}, proposal ${cell.proposal}: ${states.filter(Boolean).join(', ')}`
}

/** What a pointer is told over a cell, or nothing: why it can not be changed, why it is suggested, what it may answer. */
export function cellTitle(cell: Spoken): string | undefined {
  const { why, suggested, named, hope, ticked } = cell
  if (why !== null) return why
  if (suggested) return `Suggested: ${suggested.reason}`
  if (ticked || named > 0 || hope === 0) return undefined
  return `${cell.sample} ${hoped(cell)} of proposal ${cell.proposal}`
}
