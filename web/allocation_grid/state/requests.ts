import type { GridProposal } from '#domain/allocation/contract.ts'
import type { Fulfilment, GivenSample } from '#domain/allocation/matching.ts'
import { comparedMg, distanceToRequest, fulfilmentOf, requestedCount } from '#domain/allocation/matching.ts'
import { type Served, servedOf } from '#domain/allocation/served.ts'
import { totalMg } from '#domain/samples/exact_sum.ts'
import type { Assignments } from './assignments.ts'

export type GridRequest = GridProposal['requested_samples'][number]

/** A sample assigned to a proposal in this grid (`column`) or in another one (null). */
export interface RowSample extends GivenSample {
  name: string
  column: number | null
}

/** A request and the samples that answer it. */
export interface AnsweredRequest {
  request: GridRequest
  given: readonly RowSample[]
}

/** The requests of a row compared with its assignments. */
export interface RowAnswers {
  /** Each request of this grid by priority, with the samples that answer it, also from other grids; those beyond the requested number are surplus. */
  byRequest: readonly AnsweredRequest[]
  /** The requests of other grids. */
  ofOtherGrids: readonly AnsweredRequest[]
  /** Assignments of this grid that answer no request or exceed one. */
  surplus: readonly RowSample[]
  /** Of the requests that a sample of this grid can answer or does answer: how many samples are missing, requested and assigned, and how far that serves them. */
  missing: number
  pieces: { asked: number; given: number }
  served: Served | null
  mg: Fulfilment<GridRequest, RowSample>['mg']
  /** All its samples, of this grid and of others. */
  assigned: readonly RowSample[]
}

/** A sample that a proposal requests by name, or has. */
export interface NamedSample extends Pick<RowSample, 'sample_id' | 'db_type' | 'name'> {
  requested: boolean
  assigned: boolean
}

/** The samples that a proposal requests by name, those of this grid first and by priority, then the others that it has. */
export function namedSamples(
  { requested_samples }: Pick<GridProposal, 'requested_samples'>,
  { assigned }: Pick<RowAnswers, 'assigned'>,
): NamedSample[] {
  const ids = new Set(assigned.map(({ sample_id }) => sample_id))
  const requested = requested_samples
    .toSorted((a, b) => Number(b.target) - Number(a.target) || a.priority - b.priority)
    .flatMap(({ sample_id, db_type, sample_name }): NamedSample[] =>
      sample_id === null
        ? []
        : [{ sample_id, db_type, name: sample_name ?? '', requested: true, assigned: ids.has(sample_id) }],
    )
  const others = assigned.map(
    ({ sample_id, db_type, name }): NamedSample => ({
      sample_id,
      db_type,
      name,
      requested: false,
      assigned: true,
    }),
  )
  const found = new Map<number, NamedSample>()
  for (const one of [...requested, ...others]) if (!found.has(one.sample_id)) found.set(one.sample_id, one)
  return [...found.values()]
}

/** RowAnswers of each row, computed on demand and again after a change of the row. */
export class Answers {
  private readonly known: (RowAnswers | undefined)[] = []
  private readonly assignments: Assignments

  constructor(assignments: Assignments) {
    this.assignments = assignments
  }

  forget(row: number) {
    this.known[row] = undefined
  }

  row(row: number): RowAnswers {
    this.known[row] ??= this.compute(row)
    return this.known[row]
  }

  /** The samples assigned to a proposal in this grid and in others. */
  private givenTo(row: number): RowSample[] {
    const here = this.assignments.inRow(row).map(({ column, priority }) => {
      const { id: sample_id, ...sample } = this.assignments.columns[column]!
      return { ...sample, sample_id, priority, column }
    })
    const elsewhere = this.assignments.rows[row]!.assigned_samples.filter(
      ({ sample_id }) => this.assignments.columnOfSample(sample_id) === undefined,
    )
    return [...here, ...elsewhere.map((given) => ({ ...given, column: null }))]
  }

  private compute(row: number): RowAnswers {
    const assigned = this.givenTo(row)
    const served = fulfilmentOf(this.assignments.rows[row]!.requested_samples, assigned)
    const byRequest = served.byRequest.filter(({ request }) => request.target)
    const counted = byRequest.filter(
      ({ request, given }) => request.answerable || given.some(({ column }) => column !== null),
    )
    const over = served.over.filter(({ column }) => column !== null)
    const answering = counted.flatMap(({ request, given }) => given.slice(0, requestedCount(request)))
    const asked = counted.reduce((sum, { request }) => sum + requestedCount(request), 0)
    const missing = asked - answering.length
    return {
      byRequest,
      ofOtherGrids: served.byRequest.filter(({ request }) => !request.target),
      surplus: over,
      missing,
      pieces: { asked, given: answering.length + over.length },
      served: servedOf({ asked, missing }),
      mg: { ...comparedMg(counted), total: totalMg([...answering, ...over]) },
      assigned,
    }
  }
}

/** How many of the nearest samples are highlighted for a request for any. */
export const NEAREST = 5
const MAX_PRIORITY = 255

/** How the requests of a row match each column, one byte each. */
interface RowMatches {
  /** The priority of the request that names this sample; 0 without one. */
  namedPriority: Uint8Array
  /** The priority of a request for any that this sample could answer: one that it is among the nearest to, else the first; 0 without one. */
  anyPriority: Uint8Array
  /** 1 if the sample is among the nearest to that request. */
  nearest: Uint8Array
}

/** RowMatches of each row, computed on demand. */
export class RequestMatches {
  private readonly rows: (RowMatches | undefined)[] = []
  private readonly assignments: Pick<Assignments, 'rows' | 'columns' | 'columnOfSample'>
  /** For each column the proposal that its sample is confirmed for, 0 for none. */
  private readonly confirmedFor: Int32Array

  constructor(
    assignments: Pick<Assignments, 'rows' | 'columns' | 'columnOfSample'>,
    confirmedFor: Int32Array,
  ) {
    this.assignments = assignments
    this.confirmedFor = confirmedFor
  }

  row(row: number): RowMatches {
    this.rows[row] ??= this.compute(this.assignments.rows[row]!)
    return this.rows[row]
  }

  private compute({ id, requested_samples }: GridProposal): RowMatches {
    const size = this.assignments.columns.length
    const matches = {
      namedPriority: new Uint8Array(size),
      anyPriority: new Uint8Array(size),
      nearest: new Uint8Array(size),
    }
    // In descending priority, so that the first request overwrites the others.
    for (const request of requested_samples.toSorted((a, b) => b.priority - a.priority)) {
      const priority = Math.min(request.priority, MAX_PRIORITY)
      const column = this.assignments.columnOfSample(request.sample_id ?? 0)
      if (column !== undefined) matches.namedPriority[column] = priority
      if (!request.target || request.sample_id !== null) continue
      const answering = this.columnsAnswering(id, request)
      for (const [n, { column }] of answering.entries()) {
        const nearest = n < NEAREST
        if (!nearest && matches.nearest[column] === 1) continue
        matches.anyPriority[column] = priority
        matches.nearest[column] = nearest ? 1 : 0
      }
    }
    return matches
  }

  /** The columns that could answer a request for any and are not confirmed for others, nearest first. */
  private columnsAnswering(proposal_id: number, request: GridProposal['requested_samples'][number]) {
    const found: { column: number; distance: number }[] = []
    for (const [column, sample] of this.assignments.columns.entries()) {
      const confirmedFor = this.confirmedFor[column]!
      if (confirmedFor !== 0 && confirmedFor !== proposal_id) continue
      const distance = distanceToRequest(sample, request)
      if (distance !== null) found.push({ column, distance })
    }
    return found.sort((a, b) => a.distance - b.distance)
  }
}
