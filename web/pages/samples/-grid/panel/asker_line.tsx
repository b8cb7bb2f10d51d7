import { useId } from 'react'
import { figure } from '#web/lib/format/format.ts'
import type { Place } from '../change.ts'
import type { GridModel } from '../model.ts'
import type { Asker } from './claims.ts'
import { PriorityMark, ScoreChip } from './marks.tsx'
import classes from './panel.module.css'
import { TickBox } from './tick_box.tsx'
import { answeredText, askText, measureOf, offBy } from './words.ts'

interface AskerLineProps extends Asker {
  model: GridModel
  column: number
  editable: boolean
  show: (place: Place) => (() => void) | null
}

/** A proposal that asks for a sample: its score and rank, what it asks for, and what it has already. */
export function AskerLine({ model, row, column, request, editable, show }: AskerLineProps) {
  const proposal = model.rows[row]!
  const place = { row, column }
  const measure = measureOf(request)
  const off = offBy(measure.asked, measure.of(model.columns[column]!))
  const below = useId()
  return (
    <li className={classes.asker}>
      <TickBox
        model={model}
        place={place}
        priority={request.priority}
        editable={editable}
        describedBy={below}
      />
      <span className={classes.who}>
        <ScoreChip score={proposal.global_score} />
        <ToRow model={model} place={place} show={show} />
        <span className={classes.rank}>Rank {figure(proposal.rank)}</span>
      </span>
      <span id={below} className={classes.below}>
        <PriorityMark priority={request.priority} />{' '}
        {request.sample_id === null && `${askText(request)}${off === '-' ? '' : `, off by ${off}`}; `}
        has {answeredText(model.answers.row(row))}
        {proposal.conflict &&
          '; you have a conflict of interest with it: someone else must assign its samples'}
      </span>
    </li>
  )
}

interface ToRowProps {
  model: GridModel
  place: Place
  show: AskerLineProps['show']
}

/** A proposal by its number and proposer, which leads to its row in the grid. */
export function ToRow({ model, place, show }: ToRowProps) {
  const { id, name } = model.rows[place.row]!
  const go = show(place)
  const says = (
    <>
      <b>{id}</b> {name}
    </>
  )
  if (!go) return <span title="Not among the proposals that the grid shows">{says}</span>
  return (
    <button type="button" className={classes.name} onClick={go} title={`Show proposal ${id} in the grid`}>
      {says}
    </button>
  )
}
