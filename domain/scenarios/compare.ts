import type { GridProposal } from '../allocation/contract.ts'
import { typesOf } from '../allocation/grid.ts'
import { fulfilmentOf, requestedCount, totalRequested } from '../allocation/matching.ts'
import { CONFIRMED } from '../allocation/status.ts'
import { groupBy } from '../group_by.ts'
import { BANDS_BEST_FIRST, bandOf, type ScoreBand } from '../staff/status.ts'
import type { Figures } from './contract.ts'
import type { AssignmentGrid } from './input.ts'

type Assigned = GridProposal['assigned_samples'][number]
/** A sample assigned to a proposal, in a scenario or in the grid. */
export type ScenarioAssignment = Omit<Assigned, 'status' | 'pressure' | 'volume'> & { proposal_id: number }
export type Row = Pick<GridProposal, 'id' | 'global_score' | 'requested_samples' | 'assigned_samples'>
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

/** The present assignments of a grid, confirmed or not. */
export const currentAssignments = (grid: AssignmentGrid, rows: readonly Row[]): AssignmentsByProposal =>
  groupBy(
    assignmentsWhere(rows, (one) => inGrid(grid, one)),
    (assignment) => assignment.proposal_id,
  )

const key = ({ sample_id, proposal_id }: Pick<ScenarioAssignment, 'sample_id' | 'proposal_id'>) =>
  `${sample_id} ${proposal_id}`

/** The assignments of a grid under a scenario: its own and the confirmed ones, which no scenario removes. */
export function withConfirmed(
  grid: AssignmentGrid,
  rows: readonly Row[],
  assignments: readonly ScenarioAssignment[],
): AssignmentsByProposal {
  const confirmed = assignmentsWhere(rows, (one) => one.status === CONFIRMED && inGrid(grid, one))
  const all = new Map([...assignments, ...confirmed].map((assignment) => [key(assignment), assignment]))
  return groupBy([...all.values()], (assignment) => assignment.proposal_id)
}

/**
 * How many of a row's requests in the grid are fully served, and how many of its assignments no request asks for.
 * Assignments of other grids count towards the requests.
 */
function countServed(grid: AssignmentGrid, row: Row, assignments: readonly ScenarioAssignment[]) {
  const elsewhere = row.assigned_samples.filter((one) => !inGrid(grid, one))
  const { byRequest, over } = fulfilmentOf(row.requested_samples, [...assignments, ...elsewhere])
  const full = byRequest.filter(
    ({ request, given }) => request.target && given.length >= requestedCount(request),
  )
  return { served: full.length, over: over.filter((one) => inGrid(grid, one)).length }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const WEIGHT_PRECISION = 1e6
/** Total weight in mg, rounded to remove floating-point noise. */
const milligrams = (assignments: readonly ScenarioAssignment[]) =>
  Math.round(sum(assignments.map(({ weight }) => weight ?? 0)) * WEIGHT_PRECISION) / WEIGHT_PRECISION

const targetRequests = ({ requested_samples }: Row) => requested_samples.filter(({ target }) => target)

export function figuresOf(grid: AssignmentGrid, rows: readonly Row[], side: AssignmentsByProposal): Figures {
  const assignments = [...side.values()].flat()
  const claims = groupBy(assignments, ({ sample_id }) => sample_id)
  const all = rows.map((row) => countServed(grid, row, side.get(row.id) ?? []))
  return {
    pieces: assignments.length,
    mg: milligrams(assignments),
    served: sum(all.map(({ served }) => served)),
    asked: sum(rows.map((row) => targetRequests(row).length)),
    over: sum(all.map(({ over }) => over)),
    clashes: [...claims.values()].filter(({ length }) => length > 1).length,
  }
}

/** The assignments of a proposal on side A only, on side B only and on both, and how many requests each side serves. */
export interface Difference<R> {
  row: R
  onlyA: readonly ScenarioAssignment[]
  onlyB: readonly ScenarioAssignment[]
  same: readonly ScenarioAssignment[]
  asked: number
  /** Number of samples that its requests in the grid ask for. */
  wanted: number
  servedA: number
  servedB: number
}
/** How many requests each side serves in a score band; `band` is null for proposals without a visible score. */
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
  /** For every row with a sample on either side, in row order. */
  differences: readonly Difference<R>[]
}

export function compare<R extends Row>(
  grid: AssignmentGrid,
  rows: readonly R[],
  a: AssignmentsByProposal,
  b: AssignmentsByProposal,
): Comparison<R> {
  const differences = rows.map((row): Difference<R> => {
    const [ofA, ofB] = [a.get(row.id) ?? [], b.get(row.id) ?? []]
    const [inA, inB] = [new Set(ofA.map(key)), new Set(ofB.map(key))]
    const requests = targetRequests(row)
    return {
      row,
      onlyA: ofA.filter((assignment) => !inB.has(key(assignment))),
      onlyB: ofB.filter((assignment) => !inA.has(key(assignment))),
      same: ofA.filter((assignment) => inB.has(key(assignment))),
      asked: requests.length,
      wanted: totalRequested(requests),
      servedA: countServed(grid, row, ofA).served,
      servedB: countServed(grid, row, ofB).served,
    }
  })
  const bands = [...BANDS_BEST_FIRST.map(({ code }) => code), null].map((band): BandFigures => {
    const within = differences.filter(({ row }) => bandOf(row.global_score) === band)
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
    differences: differences.filter(
      ({ onlyA, onlyB, same }) => onlyA.length + onlyB.length + same.length > 0,
    ),
  }
}
