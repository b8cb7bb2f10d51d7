import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import { requestedCount } from '#domain/allocation/matching.ts'
import { groupBy } from '#domain/group_by.ts'
import { type Change, type Claim, type Held, type Place, Ticks } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import { Answers, type GridRequest, type RowAnswers, type RowGiven } from '../state/requests.ts'

/** A change that a save makes. */
export interface SavedChange extends Change {
  sample: GridSample
  /** The request that the sample answers then, or answered where it is taken away; null for none. */
  request: GridRequest | null
  /** Only where it is moved: the request that it answered before. */
  before: GridRequest | null
  /** It stands where the grid's filters do not show it. */
  hidden: boolean
}

/** What a save does for one proposal. */
export interface SavedProposal {
  proposal: GridProposal
  changes: readonly SavedChange[]
}

/** Somebody who has a sample, or is to have it, when it is saved. */
export interface Claimant extends Claim {
  /** Null for a proposal of another term. */
  proposal: GridProposal | null
  request: GridRequest | null
}

/** What all ticks come to: samples and their known mg, each once, and how many requests have as many as they ask for. */
export interface Sum {
  samples: number
  mg: number
  served: number
  requests: number
}

/** All that a save will do, and what stands wrong after it. */
export interface Saved {
  clashes: readonly { sample: GridSample; claimants: readonly Claimant[] }[]
  /** Proposals that have more than they ask for. */
  over: readonly {
    proposal: GridProposal
    ticks: readonly { given: RowGiven; request: GridRequest | null }[]
  }[]
  /** Ticks that a confirmation for somebody else took away. */
  lost: readonly { change: Change; sample: GridSample; has: Claimant }[]
  proposals: readonly SavedProposal[]
  before: Sum
  after: Sum
}

interface State {
  ticks: Ticks
  answers: Answers
}

/** What a save of this grid will do; `hidden` tells what the person does not see of it. */
export function savedOf(model: GridModel, hidden: (place: Place) => boolean = () => false): Saved {
  const lost = model.lost()
  const gone = new Set(lost.map(({ sample_id, proposal_id }) => `${sample_id} ${proposal_id}`))
  const keyOf = ({ row, column }: Place) => `${model.columns[column]!.id} ${model.rows[row]!.id}`
  const before = stateOf(model, model.ticks.stored)
  const after = stateOf(model, (place) =>
    gone.has(keyOf(place)) ? { ticked: false, priority: null } : model.ticks.held(place),
  )
  const touched = new Set([...model.changes(), ...lost].map((change) => model.ticks.placeOf(change)!.row))
  const claimants = (column: number) => claimantsOf(model, after, column)
  return {
    clashes: [...model.columns.keys()]
      .filter((column) => clashes(after, column))
      .map((column) => ({ sample: model.columns[column]!, claimants: claimants(column) })),
    over: [...model.rows.entries()].flatMap(([row, proposal]) => {
      const answers = after.answers.row(row)
      const ticks = answers.over.map((given) => ({ given, request: requestOf(answers, given.sample_id) }))
      return ticks.length === 0 ? [] : [{ proposal, ticks }]
    }),
    lost: lost.map((change) => {
      const { column } = model.ticks.placeOf(change)!
      return {
        change,
        sample: model.columns[column]!,
        has: claimants(column).find(({ confirmed }) => confirmed)!,
      }
    }),
    proposals: [...groupBy(model.changes(), ({ proposal_id }) => proposal_id)].map(([id, changes]) => ({
      proposal: model.rows[model.ticks.rowOfProposal(id)!]!,
      changes: changes.map((change) => savedChange(model, { before, after, change, hidden })),
    })),
    before: sumOf(before.ticks, (row) => (touched.has(row) ? before : model).answers.row(row)),
    after: sumOf(after.ticks, (row) => (touched.has(row) ? after : model).answers.row(row)),
  }
}

/** The grid's ticks as they stand at another time. */
function stateOf(model: GridModel, held: (place: Place) => Held): State {
  const ticks = new Ticks(model.rows, model.columns)
  for (const place of [...ticks.all(), ...model.ticks.all(), ...model.ticks.changedPlaces()])
    ticks.settle(place, held(place))
  return { ticks, answers: new Answers(ticks) }
}

function clashes({ ticks }: State, column: number) {
  const takers = ticks.takers[column]!
  return takers > 1 || (takers > 0 && ticks.columns[column]!.elsewhere.length > 0)
}

function claimantsOf(model: GridModel, { ticks, answers }: State, column: number): Claimant[] {
  const { id } = model.columns[column]!
  return model.claims(column).flatMap((claim): Claimant[] => {
    const row = claim.term_id === null ? model.ticks.rowOfProposal(claim.proposal_id)! : null
    if (row === null) return [{ ...claim, proposal: null, request: null }]
    if (!ticks.ticked({ row, column })) return []
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
  const place = model.ticks.placeOf(change)!
  const request = ({ answers }: State) => requestOf(answers.row(place.row), change.sample_id)
  return {
    ...change,
    sample: model.columns[place.column]!,
    request: request(change.ticked ? after : before),
    before: change.moved ? request(before) : null,
    hidden: hidden(place),
  }
}

/** The request that a sample of a row answers, or that has enough without it; null for none. */
const requestOf = ({ byRequest }: RowAnswers, sample_id: number): GridRequest | null =>
  byRequest.find(({ given }) => given.some((one) => one.sample_id === sample_id))?.request ?? null

function sumOf({ takers, columns, rows }: Ticks, answers: (row: number) => RowAnswers): Sum {
  const sum: Sum = { samples: 0, mg: 0, served: 0, requests: 0 }
  for (const [column, { weight }] of columns.entries()) {
    if (takers[column] === 0) continue
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
