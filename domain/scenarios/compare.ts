import type { GridProposal } from '../allocation/contract.ts'
import { distanceToRequest, fulfilmentOf, requestedCount } from '../allocation/matching.ts'
import { CONFIRMED } from '../allocation/status.ts'
import { benefitOf, THOUSANDTHS } from '../allocation/suggest/policy.ts'
import { groupBy } from '../group_by.ts'
import { totalMg } from '../samples/exact_sum.ts'
import { BANDS_BEST_FIRST, bandOf, type ScoreBand } from '../staff/status.ts'
import type { Figures } from './contract.ts'

type Assigned = GridProposal['assigned_samples'][number]
/** A sample assigned to a proposal, in a scenario or in a grid. */
export type ScenarioAssignment = Omit<Assigned, 'status' | 'pressure' | 'volume'> & { proposal_id: number }
export type Row = Pick<GridProposal, 'id' | 'global_score' | 'requested_samples' | 'assigned_samples'>
export type AssignmentsByProposal = ReadonlyMap<number, readonly ScenarioAssignment[]>

const assignmentsWhere = (
  rows: readonly Row[],
  wanted: (assigned: Assigned) => boolean,
): ScenarioAssignment[] =>
  rows.flatMap(({ id: proposal_id, assigned_samples }) =>
    assigned_samples.filter(wanted).map((assigned) => ({ ...assigned, proposal_id })),
  )

/** The present assignments of all grids, confirmed or not. */
export const currentAssignments = (rows: readonly Row[]): AssignmentsByProposal =>
  groupBy(
    assignmentsWhere(rows, () => true),
    (assignment) => assignment.proposal_id,
  )

const key = ({ sample_id, proposal_id }: Pick<ScenarioAssignment, 'sample_id' | 'proposal_id'>) =>
  `${sample_id} ${proposal_id}`

/** The assignments under a scenario: its own and the confirmed ones, which no scenario removes. */
export function withConfirmed(
  rows: readonly Row[],
  assignments: readonly ScenarioAssignment[],
): AssignmentsByProposal {
  const confirmed = assignmentsWhere(rows, (one) => one.status === CONFIRMED)
  const all = new Map([...assignments, ...confirmed].map((assignment) => [key(assignment), assignment]))
  return groupBy([...all.values()], (assignment) => assignment.proposal_id)
}

/** How many of a row's requests are fully served, and how many of its assignments no request asks for. */
function countServed(row: Row, assignments: readonly ScenarioAssignment[]) {
  const { byRequest, over } = fulfilmentOf(row.requested_samples, assignments)
  const full = byRequest.filter(({ request, given }) => given.length >= requestedCount(request))
  return { served: full.length, over: over.length }
}

/** The benefit of a row's assignments in thousandths. A sample that a person chose although it does not fit counts nothing. */
function benefitIn(row: Row, assignments: readonly ScenarioAssignment[]): number {
  const { byRequest } = fulfilmentOf(row.requested_samples, assignments)
  return sum(
    byRequest.flatMap(({ request, given }) =>
      given.slice(0, requestedCount(request)).map((sample) => {
        const far = sample.sample_id === request.sample_id ? 0 : distanceToRequest(sample, request)
        return far === null ? 0 : benefitOf({ row, request }, far)
      }),
    ),
  )
}

/** The benefit of each proposal that has one, in thousandths. */
export const benefitsOf = (rows: readonly Row[], side: AssignmentsByProposal): Record<string, number> =>
  Object.fromEntries(
    rows.map((row) => [row.id, benefitIn(row, side.get(row.id) ?? [])]).filter(([, benefit]) => benefit! > 0),
  )

/** A sum of benefits in thousandths as it is shown. */
export const totalBenefit = (benefits: readonly number[]) => sum(benefits) / THOUSANDTHS

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

export function figuresOf(rows: readonly Row[], side: AssignmentsByProposal): Figures {
  const assignments = [...side.values()].flat()
  const claims = groupBy(assignments, ({ sample_id }) => sample_id)
  const all = rows.map((row) => countServed(row, side.get(row.id) ?? []))
  return {
    pieces: assignments.length,
    mg: totalMg(assignments),
    served: sum(all.map(({ served }) => served)),
    asked: sum(rows.map(({ requested_samples }) => requested_samples.length)),
    over: sum(all.map(({ over }) => over)),
    clashes: [...claims.values()].filter(({ length }) => length > 1).length,
    benefit: totalBenefit(Object.values(benefitsOf(rows, side))),
  }
}

/** The assignments of a proposal on side A only, on side B only and on both, and how many requests each side serves. */
export interface Difference<R> {
  row: R
  onlyA: readonly ScenarioAssignment[]
  onlyB: readonly ScenarioAssignment[]
  same: readonly ScenarioAssignment[]
  asked: number
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
  rows: readonly R[],
  a: AssignmentsByProposal,
  b: AssignmentsByProposal,
): Comparison<R> {
  const differences = rows.map((row): Difference<R> => {
    const [ofA, ofB] = [a.get(row.id) ?? [], b.get(row.id) ?? []]
    const [inA, inB] = [new Set(ofA.map(key)), new Set(ofB.map(key))]
    return {
      row,
      onlyA: ofA.filter((assignment) => !inB.has(key(assignment))),
      onlyB: ofB.filter((assignment) => !inA.has(key(assignment))),
      same: ofA.filter((assignment) => inB.has(key(assignment))),
      asked: row.requested_samples.length,
      servedA: countServed(row, ofA).served,
      servedB: countServed(row, ofB).served,
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
    a: figuresOf(rows, a),
    b: figuresOf(rows, b),
    bands: bands.filter(({ proposals }) => proposals > 0),
    differences: differences.filter(
      ({ onlyA, onlyB, same }) => onlyA.length + onlyB.length + same.length > 0,
    ),
  }
}
