import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import { requestedCount } from '#domain/allocation/matching.ts'
import { groupBy } from '#domain/group_by.ts'
import type { Place } from '#web/ui/grid/axes.ts'
import { Assignments, type CellValue, type Change, type Claim } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import { Answers, type GridRequest, type RowAnswers, type RowSample } from '../state/requests.ts'

export interface SavedChange extends Change {
  sample: GridSample
  /** The request that the sample answers after the save, or answered before its removal; null for none. */
  request: GridRequest | null
  /** For a move: the request that it answered before. */
  before: GridRequest | null
  /** The filters hide it. */
  hidden: boolean
}

export interface SavedProposal {
  proposal: GridProposal
  changes: readonly SavedChange[]
}

/** A claim on a sample after the save. */
export interface SavedClaim extends Claim {
  /** Null for a proposal of another term. */
  proposal: GridProposal | null
  request: GridRequest | null
}

/** Totals of a grid: samples and their known mg, each counted once, and the fully answered requests. */
export interface SaveTotals {
  samples: number
  mg: number
  served: number
  requests: number
}

/** Everything a save will do, and the problems that remain after it. */
export interface SavePlan {
  clashes: readonly { sample: GridSample; claimants: readonly SavedClaim[] }[]
  /** Proposals with more samples than they request. */
  over: readonly {
    proposal: GridProposal
    assignments: readonly { given: RowSample; request: GridRequest | null }[]
  }[]
  /** Assignments removed by a confirmation for another proposal. */
  lost: readonly { change: Change; sample: GridSample; has: SavedClaim }[]
  proposals: readonly SavedProposal[]
  before: SaveTotals
  after: SaveTotals
}

interface State {
  assignments: Assignments
  answers: Answers
}

/** What a save of this grid will do; `hidden` says whether filters hide a place. */
export function planSave(model: GridModel, hidden: (place: Place) => boolean = () => false): SavePlan {
  const lost = model.lostAssignments()
  const gone = new Set(lost.map(({ sample_id, proposal_id }) => `${sample_id} ${proposal_id}`))
  const keyOf = ({ row, column }: Place) => `${model.columns[column]!.id} ${model.rows[row]!.id}`
  const before = stateOf(model, model.assignments.savedValueAt)
  const after = stateOf(model, (place) =>
    gone.has(keyOf(place)) ? { assigned: false, priority: null } : model.assignments.valueAt(place),
  )
  const touched = new Set(
    [...model.changes(), ...lost].map((change) => model.assignments.placeOf(change)!.row),
  )
  const claimants = (column: number) => claimantsOf(model, after, column)
  return {
    clashes: [...model.columns.keys()]
      .filter((column) => clashes(after, column))
      .map((column) => ({ sample: model.columns[column]!, claimants: claimants(column) })),
    over: [...model.rows.entries()].flatMap(([row, proposal]) => {
      const answers = after.answers.row(row)
      const assignments = answers.surplus.map((given) => ({
        given,
        request: requestOf(answers, given.sample_id),
      }))
      return assignments.length === 0 ? [] : [{ proposal, assignments }]
    }),
    lost: lost.map((change) => {
      const { column } = model.assignments.placeOf(change)!
      return {
        change,
        sample: model.columns[column]!,
        has: claimants(column).find(({ confirmed }) => confirmed)!,
      }
    }),
    proposals: [...groupBy(model.changes(), ({ proposal_id }) => proposal_id)].map(([id, changes]) => ({
      proposal: model.rows[model.assignments.rowOfProposal(id)!]!,
      changes: changes.map((change) => savedChange(model, { before, after, change, hidden })),
    })),
    before: totalsOf(before.assignments, (row) => (touched.has(row) ? before : model).answers.row(row)),
    after: totalsOf(after.assignments, (row) => (touched.has(row) ? after : model).answers.row(row)),
  }
}

/** The grid's assignments with other values. */
function stateOf(model: GridModel, held: (place: Place) => CellValue): State {
  const assignments = new Assignments(model.rows, model.columns)
  for (const place of [
    ...assignments.all(),
    ...model.assignments.all(),
    ...model.assignments.changedPlaces(),
  ])
    assignments.markSaved(place, held(place))
  return { assignments, answers: new Answers(assignments) }
}

function clashes({ assignments }: State, column: number) {
  const assignmentCounts = assignments.assignmentCounts[column]!
  return assignmentCounts > 1 || (assignmentCounts > 0 && assignments.columns[column]!.elsewhere.length > 0)
}

function claimantsOf(model: GridModel, { assignments, answers }: State, column: number): SavedClaim[] {
  const { id } = model.columns[column]!
  return model.claims(column).flatMap((claim): SavedClaim[] => {
    const row = claim.term_id === null ? model.assignments.rowOfProposal(claim.proposal_id)! : null
    if (row === null) return [{ ...claim, proposal: null, request: null }]
    if (!assignments.assigned({ row, column })) return []
    return [{ ...claim, proposal: model.rows[row]!, request: requestOf(answers.row(row), id) }]
  })
}

interface Changing {
  before: State
  after: State
  change: Change
  hidden: (place: Place) => boolean
}

function savedChange(model: GridModel, { before, after, change, hidden }: Changing): SavedChange {
  const place = model.assignments.placeOf(change)!
  const request = ({ answers }: State) => requestOf(answers.row(place.row), change.sample_id)
  return {
    ...change,
    sample: model.columns[place.column]!,
    request: request(change.assigned ? after : before),
    before: change.moved ? request(before) : null,
    hidden: hidden(place),
  }
}

/** The request that a sample of a row answers or exceeds; null for none. */
const requestOf = ({ byRequest }: RowAnswers, sample_id: number): GridRequest | null =>
  byRequest.find(({ given }) => given.some((one) => one.sample_id === sample_id))?.request ?? null

function totalsOf(
  { assignmentCounts, columns, rows }: Assignments,
  answers: (row: number) => RowAnswers,
): SaveTotals {
  const sum: SaveTotals = { samples: 0, mg: 0, served: 0, requests: 0 }
  for (const [column, { weight }] of columns.entries()) {
    if (assignmentCounts[column] === 0) continue
    sum.samples += 1
    sum.mg += weight ?? 0
  }
  for (const row of rows.keys()) {
    const { byRequest } = answers(row)
    sum.requests += byRequest.length
    sum.served += byRequest.filter(({ request, given }) => given.length >= requestedCount(request)).length
  }
  return sum
}
