import type { Given } from '#domain/allocation/answered.ts'
import { numberOf } from '#domain/allocation/asked.ts'
import type { GridProposal } from '#domain/allocation/contract.ts'
import { mgAsked, servedOf } from '#domain/allocation/served.ts'
import type { Ticks } from './ticks.ts'

export type GridRequest = GridProposal['requested_samples'][number]

/** A sample that a proposal has or is to have, ticked in this grid (`column`) or given in another (null). */
export interface RowGiven extends Given {
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
    const served = servedOf(this.ticks.rows[row]!.requested_samples, this.givenTo(row))
    const byRequest = served.byRequest.filter(({ request }) => request.target)
    const over = served.over.filter(({ column }) => column !== null)
    const answering = byRequest.flatMap(({ request, given }) => given.slice(0, numberOf(request)))
    const asked = byRequest.reduce((sum, { request }) => sum + numberOf(request), 0)
    return {
      byRequest,
      ofOthers: served.byRequest.filter(({ request }) => !request.target),
      over,
      missing: asked - answering.length,
      pieces: { asked, given: answering.length + over.length },
      mg: {
        asked: byRequest.reduce((sum, { request }) => sum + (mgAsked(request) ?? 0), 0),
        given: [...answering, ...over].reduce((sum, { weight }) => sum + (weight ?? 0), 0),
      },
    }
  }
}
