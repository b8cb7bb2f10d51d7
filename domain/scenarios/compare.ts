import type { GridProposal } from '../allocation/contract.ts'
import { typesOf } from '../allocation/grid.ts'
import { fulfilmentOf, requestedCount, totalRequested } from '../allocation/matching.ts'
import { CONFIRMED } from '../allocation/status.ts'
import { groupBy } from '../group_by.ts'
import { BANDS_BEST_FIRST, bandOf, type ScoreBand } from '../staff/status.ts'
import type { Figures } from './contract.ts'
import type { AssignmentGrid } from './input.ts'

type Assigned = GridProposal['assigned_samples'][number]
/** A sample that is given to a proposal. */
export type ScenarioAssignment = Omit<Assigned, 'status' | 'pressure' | 'volume'> & { proposal_id: number }
/** A row of the grid, as far as a comparison needs it. */
export type Row = Pick<GridProposal, 'id' | 'global_score' | 'requested_samples' | 'assigned_samples'>
/** What each proposal is given, by its id. */
export type AssignmentsByProposal = ReadonlyMap<number, readonly ScenarioAssignment[]>

const inGrid = (grid: AssignmentGrid, { sample_type }: Pick<Assigned, 'sample_type'>) =>
  typesOf[grid].includes(sample_type)

const assignmentsWhere = (
  rows: readonly Row[],
  wanted: (assigned: Assigned) => boolean,
): ScenarioAssignment[] =>
  rows.flatMap(({ id: proposal_id, assigned_samples }) =>
    assigned_samples.filter(wanted).map((assigned) => ({ ...assigned, proposal_id })),
  )

/** What stands in a grid now, confirmed or not. */
export const currentAssignments = (grid: AssignmentGrid, rows: readonly Row[]): AssignmentsByProposal =>
  groupBy(
    assignmentsWhere(rows, (one) => inGrid(grid, one)),
    (tick) => tick.proposal_id,
  )

const key = ({ sample_id, proposal_id }: Pick<ScenarioAssignment, 'sample_id' | 'proposal_id'>) =>
  `${sample_id} ${proposal_id}`

/** What a grid would hold with these ticks: they, and what is confirmed, which no scenario takes away. */
export function withConfirmed(
  grid: AssignmentGrid,
  rows: readonly Row[],
  ticks: readonly ScenarioAssignment[],
): AssignmentsByProposal {
  const confirmed = assignmentsWhere(rows, (one) => one.status === CONFIRMED && inGrid(grid, one))
  const all = new Map([...ticks, ...confirmed].map((tick) => [key(tick), tick]))
  return groupBy([...all.values()], (tick) => tick.proposal_id)
}

/**
 * How many of a row's requests in the grid have all that they ask for, and how many of its ticks no request asks for; what
 * other grids give it counts.
 */
function countServed(grid: AssignmentGrid, row: Row, ticks: readonly ScenarioAssignment[]) {
  const elsewhere = row.assigned_samples.filter((one) => !inGrid(grid, one))
  const { byRequest, over } = fulfilmentOf(row.requested_samples, [...ticks, ...elsewhere])
  const full = byRequest.filter(
    ({ request, given }) => request.target && given.length >= requestedCount(request),
  )
  return { served: full.length, over: over.filter((one) => inGrid(grid, one)).length }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const PLACES = 1e6
/** Weights in mg, without the tails of their sums in binary. */
const milligrams = (ticks: readonly ScenarioAssignment[]) =>
  Math.round(sum(ticks.map(({ weight }) => weight ?? 0)) * PLACES) / PLACES

const targetRequests = ({ requested_samples }: Row) => requested_samples.filter(({ target }) => target)

/** What a side comes to. */
export function figuresOf(grid: AssignmentGrid, rows: readonly Row[], side: AssignmentsByProposal): Figures {
  const ticks = [...side.values()].flat()
  const claims = groupBy(ticks, ({ sample_id }) => sample_id)
  const all = rows.map((row) => countServed(grid, row, side.get(row.id) ?? []))
  return {
    pieces: ticks.length,
    mg: milligrams(ticks),
    served: sum(all.map(({ served }) => served)),
    asked: sum(rows.map((row) => targetRequests(row).length)),
    over: sum(all.map(({ over }) => over)),
    clashes: [...claims.values()].filter(({ length }) => length > 1).length,
  }
}

/** What a proposal is given on one side alone, on the other alone and on both, and how many of its requests that serves. */
export interface Difference<R> {
  row: R
  onlyA: readonly ScenarioAssignment[]
  onlyB: readonly ScenarioAssignment[]
  same: readonly ScenarioAssignment[]
  asked: number
  /** Pieces that its requests of the grid ask for. */
  wanted: number
  servedA: number
  servedB: number
}
/** How many requests of the proposals in a score band each side serves; `band` null: without a score that is shown. */
export interface BandFigures {
  band: ScoreBand | null
  proposals: number
  asked: number
  a: number
  b: number
}
export interface Comparison<R> {
  a: Figures
  b: Figures
  bands: readonly BandFigures[]
  /** Of every row that has a sample on either side, in the order of the rows. */
  differences: readonly Difference<R>[]
}

/** Two sides of a grid beside each other: who gains, who loses, and which requests are served. */
export function compare<R extends Row>(
  grid: AssignmentGrid,
  rows: readonly R[],
  a: AssignmentsByProposal,
  b: AssignmentsByProposal,
): Comparison<R> {
  const all = rows.map((row): Difference<R> => {
    const [ofA, ofB] = [a.get(row.id) ?? [], b.get(row.id) ?? []]
    const [inA, inB] = [new Set(ofA.map(key)), new Set(ofB.map(key))]
    const wishes = targetRequests(row)
    return {
      row,
      onlyA: ofA.filter((tick) => !inB.has(key(tick))),
      onlyB: ofB.filter((tick) => !inA.has(key(tick))),
      same: ofA.filter((tick) => inB.has(key(tick))),
      asked: wishes.length,
      wanted: totalRequested(wishes),
      servedA: countServed(grid, row, ofA).served,
      servedB: countServed(grid, row, ofB).served,
    }
  })
  const bands = [...BANDS_BEST_FIRST.map(({ code }) => code), null].map((band): BandFigures => {
    const within = all.filter(({ row }) => bandOf(row.global_score) === band)
    return {
      band,
      proposals: within.length,
      asked: sum(within.map(({ asked }) => asked)),
      a: sum(within.map(({ servedA }) => servedA)),
      b: sum(within.map(({ servedB }) => servedB)),
    }
  })
  return {
    a: figuresOf(grid, rows, a),
    b: figuresOf(grid, rows, b),
    bands: bands.filter(({ proposals }) => proposals > 0),
    differences: all.filter(({ onlyA, onlyB, same }) => onlyA.length + onlyB.length + same.length > 0),
  }
}
