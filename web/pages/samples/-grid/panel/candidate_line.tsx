import { IconLock, IconPlus } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import type { GridRequest } from '../answers.ts'
import type { Place } from '../change.ts'
import type { GridModel } from '../model.ts'
import { type Candidate, GONE } from './candidates.ts'
import { MoveMenu } from './move_menu.tsx'
import { answeredBy } from './moves.ts'
import classes from './panel.module.css'
import { TickBox } from './tick_box.tsx'
import { answersText, askedByAll, askedByText, heldText, type Measure, offBy } from './words.ts'

export interface LineProps {
  model: GridModel
  row: number
  editable: boolean
  /** Goes to a place in the grid; null where it is not among those shown there. */
  show: (place: Place) => (() => void) | null
}

interface CandidateLineProps extends LineProps {
  request: GridRequest
  candidate: Candidate
  measure: Measure
}

/** A sample that could answer a request: its tick, its figure, who else asks for it, and who has it. */
export function CandidateLine({
  model,
  row,
  editable,
  show,
  request,
  candidate,
  measure,
}: CandidateLineProps) {
  const { column, far, standing } = candidate
  const place = { row, column }
  const sample = model.columns[column]!
  const { id } = model.rows[row]!
  const { ticked, suggested, clash } = model.cell(row, column)
  const suggestion = suggested?.priority === request.priority ? suggested : null
  const others = heldText(model, place)
  const below = useId()
  const line = useRef<HTMLLIElement>(null)
  const took = useRef(false)
  const layered = suggestion !== null
  useEffect(() => {
    // The tick stands where the suggestion stood.
    if (took.current && !layered) line.current?.querySelector('input')?.focus()
    took.current = false
  }, [layered])
  const answers = ticked ? answeredBy(model, place) : null
  const given = answers === request.priority
  const strange = !Number.isFinite(far) && 'not what was asked'
  const says = [others, strange, ticked && !given && answersText(answers), suggestion?.reason].filter(Boolean)
  return (
    <li
      ref={line}
      className={classes.line}
      data-clash={clash || undefined}
      data-gone={standing === GONE || undefined}
    >
      {suggestion && editable ? (
        <button
          type="button"
          className={classes.hit}
          aria-label={`Take the suggestion ${sample.name} for proposal ${id}, request ${request.priority}`}
          aria-describedby={below}
          onClick={() => {
            took.current = model.take([suggestion]) === 1
          }}
        >
          <span className={classes.plus}>
            <IconPlus size={12} stroke={2.6} aria-hidden />
          </span>
        </button>
      ) : (
        <TickBox
          model={model}
          place={place}
          priority={request.priority}
          editable={editable}
          describedBy={says.length > 0 ? below : undefined}
        />
      )}
      <span className={classes.sample}>
        <ToColumn model={model} place={place} show={show} />
      </span>
      <span className={classes.figure}>{measure.text(sample)}</span>
      <b className={classes.figure}>{offBy(measure.asked, measure.of(sample))}</b>
      <span className={classes.askedBy} title={askedByAll(sample, id) || undefined}>
        {askedByText(sample, id)}
      </span>
      {says.length > 0 && (
        <span id={below} className={classes.below}>
          {standing === GONE && <IconLock size={12} aria-hidden />} {says.join(', ')}
        </span>
      )}
      {given && <MoveMenu model={model} place={place} editable={editable} />}
    </li>
  )
}

interface ToColumnProps {
  model: GridModel
  place: Place
  show: LineProps['show']
}

/** The name of a sample, which leads to its column in the grid. */
export function ToColumn({ model, place, show }: ToColumnProps) {
  const { db_type, name } = model.columns[place.column]!
  const go = show(place)
  if (!go)
    return (
      <span title="Not among the samples that the grid shows">
        <SampleName asteroid={db_type} name={name} />
      </span>
    )
  return (
    <button type="button" className={classes.name} onClick={go} title={`Show ${name} in the grid`}>
      <SampleName asteroid={db_type} name={name} />
    </button>
  )
}
