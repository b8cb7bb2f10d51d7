import { useId, useMemo, useState } from 'react'
import { numberOf } from '#domain/allocation/asked.ts'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import type { RequestGiven, RowGiven } from '../answers.ts'
import { CandidateLine, type LineProps } from './candidate_line.tsx'
import { candidatesOf, seenOf } from './candidates.ts'
import { PriorityMark } from './marks.tsx'
import { MoreLines, useMost } from './more_lines.tsx'
import classes from './panel.module.css'
import { askText, inGrid, measureOf } from './words.ts'

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
  const over = given.length - numberOf(request)
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <h3 id={heading}>
        <PriorityMark priority={request.priority} />
        <SampleName asteroid={request.db_type} name={askText(request)} />
        <small data-over={over > 0 || undefined}>
          {over > 0 ? `${over} too many` : `${given.length} of ${numberOf(request)}`}
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
