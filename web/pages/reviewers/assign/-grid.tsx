import { IconLock } from '@tabler/icons-react'
import { memo, type Ref, useMemo, useSyncExternalStore } from 'react'
import { reportStatus } from '#domain/reports/status.ts'
import type { Axes, Place } from '#web/ui/grid/axes.ts'
import { CellFrame, type CellPosition } from '#web/ui/grid/cell_frame.tsx'
import type { GridSizes } from '#web/ui/grid/sizes.ts'
import { type GridHandle, VirtualGrid } from '#web/ui/grid/virtual_grid.tsx'
import { ProposalHead, ReviewerHead } from './-heads.tsx'
import { MarkBox, markOf } from './-marks.tsx'
import { type AssignModel, type CellState, cellName } from './-model.ts'
import classes from './grid.module.css'

/** Below this fit a cell without a mark shows a dot; from the others on its ground is tinted. */
const QUIET_BELOW = 40
const GOOD = 60
const BEST = 75

interface AssignGridProps {
  ref: Ref<GridHandle>
  model: AssignModel
  axes: Axes
  sizes: GridSizes
  active: Place
  onActive: (place: Place) => void
  /** A cell was clicked. */
  onPick: () => void
  editable: boolean
  onZoom: (step: 1 | -1) => void
  showMessage: (text: string) => void
  commands: CellCommands
}

/** What can be done with a cell; each returns what to announce. */
export interface CellCommands {
  explain: (place: Place) => void
  take: (place: Place) => string
  fix: (place: Place) => string
  forbid: (place: Place) => string
}

export const KEYS = 'Arrow keys move, Enter explains'
export const WRITE_KEYS = 'T takes, F or Space fixes, X forbids'

/** The grid of reviewers and proposals. */
export function AssignGrid({ model, axes, sizes, editable, commands, ...view }: AssignGridProps) {
  const version = useSyncExternalStore(model.subscribe, model.getVersion)
  const content = useMemo(() => {
    const { zoom } = sizes
    const { limits } = model.grid
    const wanted = limits.per_proposal_on ? limits.per_proposal : null
    return {
      head: (of: 'row' | 'column', at: number) => {
        const { row, column } = of === 'row' ? axes.placeAt(at, 0) : axes.placeAt(0, at)
        return axes.transposed === (of === 'row') ? (
          <ProposalHead of={of} zoom={zoom} proposal={model.columns[column]!} wanted={wanted} />
        ) : (
          <ReviewerHead of={of} zoom={zoom} reviewer={model.rows[row]!} />
        )
      },
      cell: ({ row, column, ...position }: CellPosition) => (
        <AssignCell
          key={position.j}
          {...position}
          {...model.cell({ row, column })}
          name={cellName(model, { row, column })}
          why={editable ? model.whyNotTake({ row, column }) : null}
          editable={editable}
        />
      ),
      nameOf: (place: Place) => cellName(model, place),
    }
  }, [model, axes, sizes, editable])
  function press(key: string, place: Place) {
    const letter = key.toLowerCase()
    if (key === 'Enter') commands.explain(place)
    else if (!editable) return false
    else if (letter === 't') view.showMessage(commands.take(place))
    else if (letter === 'f') view.showMessage(commands.fix(place))
    else if (letter === 'x') view.showMessage(commands.forbid(place))
    else return false
    return true
  }
  return (
    <VirtualGrid
      {...view}
      label={axes.transposed ? 'Proposals by reviewers' : 'Reviewers by proposals'}
      corner={axes.transposed ? 'Proposal' : 'Reviewer, expertise'}
      content={{ ...content, version }}
      axes={axes}
      sizes={sizes}
      editable={editable}
      crosshair
      keys={`${KEYS}${editable ? `, ${WRITE_KEYS}` : ''}, plus and minus zoom.`}
      onToggle={commands.fix}
      onKey={press}
    />
  )
}

interface CellProps extends CellState, Pick<CellPosition, 'j' | 'width' | 'active'> {
  name: string
  /** Why no report can be added, or null. */
  why: string | null
  editable: boolean
}

/** A cell; renders again only when one of its values changes. */
const AssignCell = memo(function AssignCell(cell: CellProps) {
  const { j, width, active, fit, blocked, report, suggested, changed } = cell
  const kind = markOf(cell)
  const label = cellLabel(cell)
  const frame = { j, width, active, label, title: label, action: cellAction(cell) }
  if (blocked && !report)
    return (
      <CellFrame {...frame} className={classes.blocked!}>
        <IconLock size={14} aria-hidden />
      </CellFrame>
    )
  const quiet = kind === null && fit < QUIET_BELOW
  const ground =
    kind === 'unjudged' || quiet ? '' : fit >= BEST ? classes.best : fit >= GOOD ? classes.good : ''
  return (
    <CellFrame
      {...frame}
      className={[classes.cell, ground, suggested && !report && classes.suggested, quiet && classes.quiet]
        .filter(Boolean)
        .join(' ')}
    >
      {(!quiet || active) && (
        <span
          className={
            report && reportStatus.of(report.status).counted === false ? classes.struck : classes.fit
          }
        >
          {fit}
        </span>
      )}
      {kind === null ? <span className={classes.gap} /> : <MarkBox kind={kind} changed={changed} />}
    </CellFrame>
  )
})

/** The accessible name of a cell: 'Lars Østergård, proposal 60: fit 60, fixed, not saved'. */
export function cellLabel({
  name,
  fit,
  report,
  blocked,
  unjudged,
  mark,
  changed,
  suggested,
}: CellProps): string {
  const states = [
    blocked ? 'blocked by a conflict of interest' : `fit ${fit}`,
    report && `report ${reportStatus.label(report.status)}`,
    mark,
    changed && 'not saved',
    suggested && !report && 'suggested',
    unjudged && 'conflict to judge',
  ]
  return `${name}: ${states.filter(Boolean).join(', ')}`
}

const cellAction = ({ editable, why, report }: CellProps) =>
  !editable || report ? undefined : why === null ? 'T takes it' : why
