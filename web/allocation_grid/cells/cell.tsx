import { IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import { priorityColour } from '#domain/state_machine.ts'
import { shade } from '#web/tokens.ts'
import { CellFrame, type CellPosition } from '#web/ui/grid/cell_frame.tsx'
import type { Cell } from '../state/model.ts'
import classes from './cell.module.css'

interface CellProps extends Cell, Pick<CellPosition, 'j' | 'width' | 'active'> {
  sample: string
  proposal: number
  editable: boolean
  /** The reason why it cannot be changed, or null. */
  why: string | null
}

/** The grid handles clicks itself; React wants a handler on a controlled checkbox. */
const ignoreChange = () => {}

/** A cell; renders again only when one of its values changes. */
export const GridCell = memo(function GridCell(cell: CellProps) {
  const { j, width, active, sample, proposal, editable, why } = cell
  return (
    <CellFrame
      j={j}
      width={width}
      active={active}
      label={cellLabel(cell)}
      action={editable ? cellAction(cell) : undefined}
      readOnly={editable && why !== null}
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
    </CellFrame>
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
}: CellProps) {
  const marked = namedPriority > 0 || (anyPriority > 0 && nearest)
  const shut = why !== null && !assigned
  const all = [
    assigned && classes.on,
    confirmed && classes.confirmed,
    clash && classes.clash,
    changed && classes.changed,
    suggested && classes.suggested,
    shut && classes.shut,
    !(assigned || changed || suggested || marked || shut) && (anyPriority > 0 ? classes.hope : classes.quiet),
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
