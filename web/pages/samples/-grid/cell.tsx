// biome-ignore-all lint/a11y/useSemanticElements: a table can not be windowed; these are the roles of a grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and points at its active cell
import { IconCheck, IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import { priorityColour } from '#domain/colours.ts'
import { shade } from '#web/tokens.ts'
import type { Axes } from './axes.ts'
import classes from './grid.module.css'
import { BLOCK_COLUMNS } from './measures.ts'
import type { Cell, GridModel } from './model.ts'

export const cellId = (i: number, j: number) => `cell-${i}-${j}`

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

/** Up to eight cells of a row. */
export const Chunk = memo(function Chunk({ model, axes, i, from, active, editable, left }: ChunkProps) {
  const count = Math.min(BLOCK_COLUMNS, axes.across - from)
  return (
    <div role="presentation" className={classes.chunk} style={{ left }}>
      {Array.from({ length: count }, (_, n) => {
        const j = from + n
        return (
          <GridCell key={j} model={model} axes={axes} i={i} j={j} active={j === active} editable={editable} />
        )
      })}
    </div>
  )
})

interface CellProps extends Omit<ChunkProps, 'from' | 'left' | 'version' | 'active'> {
  j: number
  active: boolean
}

/** How a cell is spoken: 'A0042, proposal 12: priority 1, assigned, clash'; a request for any only may get the sample. */
function spoken(cell: Cell, sample: string, proposal: number) {
  const states = [
    cell.named > 0 ? `priority ${cell.named}` : cell.hope > 0 && `may answer priority ${cell.hope}`,
    cell.confirmed ? 'confirmed' : cell.ticked ? 'assigned' : 'not assigned',
    cell.changed && 'not saved',
    cell.clash && 'clash',
  ]
  return `${sample}, proposal ${proposal}: ${states.filter(Boolean).join(', ')}`
}

function GridCell({ model, axes, i, j, active, editable }: CellProps) {
  const { row, column } = axes.place(i, j)
  const cell = model.cell(row, column)
  const sample = model.columns[column]!.name
  const proposal = model.rows[row]!.id
  const why = editable ? model.whyFixed(row, column) : null
  const marks = [
    classes.cell,
    cell.clash && classes.clash,
    cell.changed && classes.changed,
    cell.hope > 0 && classes.hope,
    active && classes.active,
  ]
  return (
    <div
      role="gridcell"
      id={cellId(i, j)}
      aria-colindex={j + 2}
      aria-label={spoken(cell, sample, proposal)}
      aria-readonly={!editable || why !== null}
      className={marks.filter(Boolean).join(' ')}
      title={why ?? undefined}
      data-i={i}
      data-j={j}
    >
      <Asked {...cell} />
      {editable ? (
        <input
          type="checkbox"
          tabIndex={-1}
          className={classes.tick}
          checked={cell.ticked}
          disabled={why !== null}
          readOnly
          aria-label={`Assign ${sample} to proposal ${proposal}`}
        />
      ) : (
        cell.ticked && <IconCheck size={20} aria-hidden className={classes.check} />
      )}
      {cell.confirmed && <IconLock size={12} aria-hidden className={classes.lock} />}
      {cell.clash && (
        <span aria-hidden className={classes.mark}>
          !
        </span>
      )}
    </div>
  )
}

/** The priority with which the sample is asked for by name; a small ring where any such sample is. */
function Asked({ named, hope }: Cell) {
  if (named > 0)
    return (
      <span className={named === 1 ? classes.first : classes.priority} style={shade(priorityColour(named))}>
        {named}
      </span>
    )
  return hope > 0 ? (
    <span className={classes.any} style={shade(priorityColour(hope))}>
      {hope}
    </span>
  ) : null
}
