import type { GridProposal } from '#domain/allocation/contract.ts'
import {
  distanceToRequest,
  fulfilmentOf,
  type GivenSample,
  requestedCount,
  requestedMg,
} from '#domain/allocation/matching.ts'
import type { Ticks } from './assignments.ts'

export type GridRequest = GridProposal['requested_samples'][number]

/** A sample that a proposal has or is to have, ticked in this grid (`column`) or given in another (null). */
export interface RowGiven extends GivenSample {
  name: string
  column: number | null
}

/** A request, and what answers it. */
export interface RequestGiven {
  request: GridRequest
  given: readonly RowGiven[]
}

/** What a row is given, set against what it asks of this grid. */
export interface RowAnswers {
  /** Each request that this grid is for, by priority, with all that answers it, also from another grid; beyond its number what is over. */
  byRequest: readonly RequestGiven[]
  /** The requests that other grids are for. */
  ofOthers: readonly RequestGiven[]
  /** Ticks of this grid that answer no request, or more than a request asks for. */
  over: readonly RowGiven[]
  missing: number
  pieces: { asked: number; given: number }
  /** Known weights in mg. */
  mg: { asked: number; given: number }
}

/** What each row is given and asks for; reckoned when it is looked at, and again after a tick. */
export class Answers {
  private readonly known: (RowAnswers | undefined)[] = []
  private readonly ticks: Ticks

  constructor(ticks: Ticks) {
    this.ticks = ticks
  }

  forget(row: number) {
    this.known[row] = undefined
  }

  row(row: number): RowAnswers {
    this.known[row] ??= this.reckon(row)
    return this.known[row]
  }

  /** What a proposal is given: the ticks of this grid, and what other grids gave it. */
  private givenTo(row: number): RowGiven[] {
    const here = this.ticks.ofRow(row).map(({ column, priority }) => {
      const { id: sample_id, ...sample } = this.ticks.columns[column]!
      return { ...sample, sample_id, priority, column }
    })
    const elsewhere = this.ticks.rows[row]!.assigned_samples.filter(
      ({ sample_id }) => this.ticks.columnOfSample(sample_id) === undefined,
    )
    return [...here, ...elsewhere.map((given) => ({ ...given, column: null }))]
  }

  private reckon(row: number): RowAnswers {
    const served = fulfilmentOf(this.ticks.rows[row]!.requested_samples, this.givenTo(row))
    const byRequest = served.byRequest.filter(({ request }) => request.target)
    const over = served.over.filter(({ column }) => column !== null)
    const answering = byRequest.flatMap(({ request, given }) => given.slice(0, requestedCount(request)))
    const asked = byRequest.reduce((sum, { request }) => sum + requestedCount(request), 0)
    return {
      byRequest,
      ofOthers: served.byRequest.filter(({ request }) => !request.target),
      over,
      missing: asked - answering.length,
      pieces: { asked, given: answering.length + over.length },
      mg: {
        asked: byRequest.reduce((sum, { request }) => sum + (requestedMg(request) ?? 0), 0),
        given: [...answering, ...over].reduce((sum, { weight }) => sum + (weight ?? 0), 0),
      },
    }
  }
}

/** So many of the nearest samples are marked strongest for a request for any. */
export const NEAREST = 5
const MOST = 255

/** What a row asks of each column, a byte each: by name, by a request for any that it could answer, and as one of the nearest. */
interface RowMarks {
  /** The priority of a request for this sample by name; 0 when it is not asked for so. */
  named: Uint8Array
  /** The priority of a request for any that this sample could answer: one whose nearest it is among, else the first; 0 without one. */
  hope: Uint8Array
  /** 1 where the sample is among the nearest to that request. */
  near: Uint8Array
}

/** Which samples answer what the rows ask for; each row is reckoned when it is first looked at. */
export class Marks {
  private readonly rows: (RowMarks | undefined)[] = []
  private readonly ticks: Pick<Ticks, 'rows' | 'columns' | 'columnOfSample'>
  /** The proposal that each column's sample is confirmed for, 0 for none. */
  private readonly promised: Int32Array

  constructor(ticks: Pick<Ticks, 'rows' | 'columns' | 'columnOfSample'>, promised: Int32Array) {
    this.ticks = ticks
    this.promised = promised
  }

  row(row: number): RowMarks {
    this.rows[row] ??= this.reckon(this.ticks.rows[row]!)
    return this.rows[row]
  }

  private reckon({ id, requested_samples }: GridProposal): RowMarks {
    const size = this.ticks.columns.length
    const marks = { named: new Uint8Array(size), hope: new Uint8Array(size), near: new Uint8Array(size) }
    // The first request is written last.
    for (const request of requested_samples.toSorted((a, b) => b.priority - a.priority)) {
      const priority = Math.min(request.priority, MOST)
      const column = this.ticks.columnOfSample(request.sample_id ?? 0)
      if (column !== undefined) marks.named[column] = priority
      if (!request.target || request.sample_id !== null) continue
      const fitting = this.fitting(id, request)
      for (const [n, { column }] of fitting.entries()) {
        const near = n < NEAREST
        if (!near && marks.near[column] === 1) continue
        marks.hope[column] = priority
        marks.near[column] = near ? 1 : 0
      }
    }
    return marks
  }

  /** The columns that could answer a request for any and are not promised to others, the nearest first. */
  private fitting(proposal_id: number, request: GridProposal['requested_samples'][number]) {
    const found: { column: number; far: number }[] = []
    for (const [column, sample] of this.ticks.columns.entries()) {
      const to = this.promised[column]!
      if (to !== 0 && to !== proposal_id) continue
      const far = distanceToRequest(sample, request)
      if (far !== null) found.push({ column, far })
    }
    return found.sort((a, b) => a.far - b.far)
  }
}
