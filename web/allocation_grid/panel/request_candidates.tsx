import { IconLock, IconPlus } from '@tabler/icons-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { requestedCount } from '#domain/allocation/matching.ts'
import type { Place } from '#web/ui/grid/axes.ts'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import type { GridModel } from '../state/model.ts'
import type { AnsweredRequest, GridRequest, RowSample } from '../state/requests.ts'
import { answeredPriority, type Candidate, candidatesOf, listedCandidates, TAKEN } from './candidates.ts'
import classes from './panel.module.css'
import { AssignBox, MoreLines, PriorityMark, RequestMenu, useLineLimit } from './panel_parts.tsx'
import {
  answersText,
  askedByAll,
  askedByText,
  askText,
  type ComparedFigure,
  comparedFigure,
  inGrid,
  moreThanRequested,
  offBy,
  otherClaimsText,
} from './texts.ts'

interface RequestPartProps extends LineProps, AnsweredRequest {
  /** Changes with every change of the model, to render again. */
  version: number
  /** The number of samples shown at least. */
  least: number
}

/** A request and its candidates; assigned and suggested samples come first. */
export function RequestPart({ version, least, request, given, ...line }: RequestPartProps) {
  const { model, row } = line
  const heading = useId()
  const here = columnsOf(given)
  const suggested = model.suggestionLayer
    .of(model.rows[row]!.id)
    .filter(({ priority }) => priority === request.priority)
    .flatMap(({ sample_id }) => model.assignments.columnOfSample(sample_id) ?? [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the availability changes with the assignments
  const candidates = useMemo(
    () => candidatesOf(model, row, request, here),
    [model, row, request, version, here.join()],
  )
  // Nothing moves under the pointer: a newly assigned sample comes first only when the panel is opened again.
  const [seen, setSeen] = useState({ model, first: [...here, ...suggested], layered: suggested.length > 0 })
  if (seen.model !== model || seen.layered !== suggested.length > 0)
    setSeen({ model, first: [...here, ...suggested], layered: suggested.length > 0 })
  const most = useLineLimit(least)
  const always = new Set([...here, ...suggested])
  const lines = listedCandidates(candidates, new Set(seen.first), always, most.value)
  const measure = comparedFigure(request)
  const over = given.length - requestedCount(request)
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <h3 id={heading}>
        <PriorityMark priority={request.priority} />
        <SampleName asteroid={request.db_type} name={askText(request)} />
        <small data-over={over > 0 || undefined}>
          {over > 0 ? moreThanRequested(over) : `${given.length} of ${requestedCount(request)}`}
        </small>
      </h3>
      {lines.length > 0 && (
        <div className={classes.heads} aria-hidden>
          <span>{request.sample_id === null ? 'Nearest' : 'Asked for'}</span>
          <span>{measure.head}</span>
          <span>off by</span>
          <span>asked by</span>
        </div>
      )}
      <ul className={classes.lines}>
        {given.map((one) => one.column === null && <GivenElsewhere key={one.sample_id} of={one} />)}
        {lines.map((candidate) => (
          <CandidateLine
            key={candidate.column}
            {...line}
            request={request}
            candidate={candidate}
            measure={measure}
          />
        ))}
      </ul>
      {candidates.length === 0 && given.length === 0 && (
        <p className={classes.none}>
          {request.sample_id === null
            ? 'No sample of this grid matches it.'
            : `${request.sample_name} is not in this grid.`}
        </p>
      )}
      <MoreLines
        of={`request ${request.priority}`}
        shown={lines.length}
        all={candidates.length}
        most={most}
      />
    </section>
  )
}

const columnsOf = (given: readonly RowSample[]) => given.flatMap(({ column }) => column ?? [])

/** A sample assigned in another grid for a request of this one. */
const GivenElsewhere = ({ of }: { of: RowSample }) => (
  <li className={classes.note}>
    <SampleName asteroid={of.db_type} name={of.name} />, {inGrid(of)}
  </li>
)

export interface LineProps {
  model: GridModel
  row: number
  editable: boolean
  /** Makes a function that goes to a place in the grid; null if the place is not shown there. */
  show: (place: Place) => (() => void) | null
}

interface CandidateLineProps extends LineProps {
  request: GridRequest
  candidate: Candidate
  measure: ComparedFigure
}

/** A candidate: its checkbox, its figure, who else requests it, and who has it. */
function CandidateLine({ model, row, editable, show, request, candidate, measure }: CandidateLineProps) {
  const { column, distance, availability } = candidate
  const place = { row, column }
  const sample = model.columns[column]!
  const { id } = model.rows[row]!
  const { assigned, suggested, clash } = model.cell(row, column)
  const suggestion = suggested?.priority === request.priority ? suggested : null
  const others = otherClaimsText(model, place)
  const below = useId()
  const line = useRef<HTMLLIElement>(null)
  const took = useRef(false)
  const layered = suggestion !== null
  useEffect(() => {
    // The checkbox has replaced the suggestion button: move the focus to it.
    if (took.current && !layered) line.current?.querySelector('input')?.focus()
    took.current = false
  }, [layered])
  const answers = assigned ? answeredPriority(model, place) : null
  const given = answers === request.priority
  const strange = !Number.isFinite(distance) && 'not as requested'
  const says = [others, strange, assigned && !given && answersText(answers), suggestion?.reason].filter(
    Boolean,
  )
  return (
    <li
      ref={line}
      className={classes.line}
      data-clash={clash || undefined}
      data-gone={availability === TAKEN || undefined}
    >
      {suggestion && editable ? (
        <button
          type="button"
          className={classes.hit}
          aria-label={`Accept the suggestion ${sample.name} for proposal ${id}, request ${request.priority}`}
          aria-describedby={below}
          onClick={() => {
            took.current = model.takeSuggestions([suggestion]) === 1
          }}
        >
          <span className={classes.plus}>
            <IconPlus size={12} stroke={2.6} aria-hidden />
          </span>
        </button>
      ) : (
        <AssignBox
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
          {availability === TAKEN && <IconLock size={12} aria-hidden />} {says.join(', ')}
        </span>
      )}
      {given && <RequestMenu model={model} place={place} editable={editable} />}
    </li>
  )
}

interface ToColumnProps {
  model: GridModel
  place: Place
  show: LineProps['show']
}

/** The name of a sample, a button that goes to its column in the grid. */
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
