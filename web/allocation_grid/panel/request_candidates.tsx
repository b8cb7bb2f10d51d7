import { IconLock, IconPlus } from '@tabler/icons-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { requestedCount } from '#domain/allocation/matching.ts'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import type { Place } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import type { GridRequest, RequestGiven, RowGiven } from '../state/requests.ts'
import { answeredBy, type Candidate, candidatesOf, GONE, seenOf } from './candidates.ts'
import classes from './panel.module.css'
import { MoreLines, MoveMenu, PriorityMark, TickBox, useMost } from './panel_parts.tsx'
import {
  answersText,
  askedByAll,
  askedByText,
  askText,
  heldText,
  inGrid,
  type Measure,
  measureOf,
  offBy,
} from './texts.ts'

interface RequestPartProps extends LineProps, RequestGiven {
  /** Changes when any tick does. */
  version: number
  /** At least so many samples are to be seen. */
  least: number
}

/** A request, and the samples that answer it; what it is given and what is suggested for it stands first. */
export function RequestPart({ version, least, request, given, ...line }: RequestPartProps) {
  const { model, row } = line
  const heading = useId()
  const here = columnsOf(given)
  const suggested = model.layer
    .of(model.rows[row]!.id)
    .filter(({ priority }) => priority === request.priority)
    .flatMap(({ sample_id }) => model.ticks.columnOfSample(sample_id) ?? [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: how free a sample is changes with the ticks
  const candidates = useMemo(
    () => candidatesOf(model, row, request, here),
    [model, row, request, version, here.join()],
  )
  // Nothing changes its place under the pointer: a tick stands first when one comes back.
  const [seen, setSeen] = useState({ model, first: [...here, ...suggested], layered: suggested.length > 0 })
  if (seen.model !== model || seen.layered !== suggested.length > 0)
    setSeen({ model, first: [...here, ...suggested], layered: suggested.length > 0 })
  const most = useMost(least)
  const always = new Set([...here, ...suggested])
  const lines = seenOf(candidates, new Set(seen.first), always, most.value)
  const measure = measureOf(request)
  const over = given.length - requestedCount(request)
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <h3 id={heading}>
        <PriorityMark priority={request.priority} />
        <SampleName asteroid={request.db_type} name={askText(request)} />
        <small data-over={over > 0 || undefined}>
          {over > 0 ? `${over} too many` : `${given.length} of ${requestedCount(request)}`}
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
            ? 'No sample of this grid answers it.'
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

const columnsOf = (given: readonly RowGiven[]) => given.flatMap(({ column }) => column ?? [])

/** What another grid gave for a request of this one. */
const GivenElsewhere = ({ of }: { of: RowGiven }) => (
  <li className={classes.note}>
    <SampleName asteroid={of.db_type} name={of.name} />, {inGrid(of)}
  </li>
)

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
function CandidateLine({ model, row, editable, show, request, candidate, measure }: CandidateLineProps) {
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
