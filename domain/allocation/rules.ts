import { type Asteroid, type SampleType, termLabel } from '../masters/values.ts'
import { isSubmitted, type ProposalStatus } from '../proposals/status.ts'
import { type AssignmentStatus, CONFIRMED, UNCONFIRMED } from './status.ts'

export interface Pair {
  sample_id: number
  proposal_id: number
}
/** A stored assignment with its term; `disabled` is that of the term. */
export interface StoredAssignment extends Pair {
  status: AssignmentStatus
  term_id: number
  disabled: boolean
  /** Who proposed its confirmation, where two people are required. */
  proposed_by_id: number | null
}
interface AssignableSample {
  name: string
  db_type: Asteroid
  sample_type: SampleType
}
interface Item extends Pair {
  db_type?: number | undefined
  sample_type?: number | undefined
  /** The request that a person chose for the sample. */
  priority?: number | null | undefined
}
export interface AssignmentContext {
  /** Sample types of the grid. */
  types: readonly SampleType[]
  term_id: number
  sample: AssignableSample | undefined
  proposal: { term_id: number; status: ProposalStatus; priorities: readonly number[] } | undefined
  /** The confirmed assignment of the sample in any term. */
  promised: StoredAssignment | undefined
  /** Its piece is written off, and it was not assigned to the proposal before. */
  written_off?: boolean
}

const proposalName = ({ proposal_id, term_id }: StoredAssignment) =>
  `proposal ${proposal_id} of ${termLabel(term_id)}`

/** The invalid field and the reason why an item may not be assigned, or null. The proposal need not have requested it. */
export function whyNotAssign(
  item: Item,
  context: AssignmentContext,
): [field: keyof Item, why: string] | null {
  const { types, term_id, sample, proposal, promised, written_off } = context
  if (!sample) return ['sample_id', 'This sample does not exist.']
  if (!types.includes(sample.sample_type))
    return ['sample_id', `${sample.name} is not of a type that is assigned here.`]
  if (item.sample_type !== undefined && item.sample_type !== sample.sample_type)
    return ['sample_type', `${sample.name} is of another type.`]
  if (item.db_type !== undefined && item.db_type !== sample.db_type)
    return ['db_type', `${sample.name} is of the other asteroid.`]
  if (!proposal) return ['proposal_id', 'This proposal does not exist.']
  if (proposal.term_id !== term_id)
    return ['proposal_id', `Proposal ${item.proposal_id} is not one of ${termLabel(term_id)}.`]
  if (!isSubmitted(proposal.status)) return ['proposal_id', `Proposal ${item.proposal_id} is not submitted.`]
  if (item.priority && !proposal.priorities.includes(item.priority))
    return ['priority', `Proposal ${item.proposal_id} has no request of priority ${item.priority}.`]
  if (promised && promised.proposal_id !== item.proposal_id)
    return ['sample_id', `${sample.name} is confirmed for ${proposalName(promised)}.`]
  if (written_off) return ['sample_id', `${sample.name} is written off: it cannot be assigned.`]
  return null
}

export const pairKey = ({ sample_id, proposal_id }: Pair) => `${sample_id} ${proposal_id}`

export const distinctPairs = <P extends Pair>(pairs: readonly P[]): P[] => [
  ...new Map(pairs.map((pair) => [pairKey(pair), pair])).values(),
]

/**
 * The changes when `wanted` replaces the unconfirmed assignments of `stored`; confirmed ones stay. `moved` are those that
 * now answer another request of their proposal, with its priority.
 */
export function diffAssignments<
  S extends Pair & { status: AssignmentStatus; priority: number | null },
  P extends Pair & { priority?: number | null | undefined },
>(
  stored: readonly S[],
  wanted: readonly P[],
): { added: P[]; removed: S[]; moved: (S & { priority: number | null })[] } {
  const storedKeys = new Set(stored.map(pairKey))
  const wantedPriorities = new Map(wanted.map((pair) => [pairKey(pair), pair.priority]))
  const unconfirmed = stored.filter(({ status }) => status === UNCONFIRMED)
  return {
    added: distinctPairs(wanted).filter((pair) => !storedKeys.has(pairKey(pair))),
    removed: unconfirmed.filter((pair) => !wantedPriorities.has(pairKey(pair))),
    moved: unconfirmed.flatMap((pair) => {
      const priority = wantedPriorities.get(pairKey(pair))
      return priority === undefined || priority === pair.priority ? [] : [{ ...pair, priority }]
    }),
  }
}

/** 'a, b and c'. */
export const joinWithAnd = (parts: string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** 'proposal 3', 'proposals 3 and 5'. */
export const proposalsText = (ids: readonly number[]) =>
  `${ids.length === 1 ? 'proposal' : 'proposals'} ${joinWithAnd(ids.map(String))}`

/** Confirming takes one step, or two where the office requires two people: one proposes, another confirms. */
export const STEPS = ['propose', 'confirm'] as const
export type Step = (typeof STEPS)[number]
type Proposed = Pick<StoredAssignment, 'proposed_by_id'>

/** What Confirm does with these pairs. Where two people are required, pairs that nobody has proposed are proposed first. */
export const stepOf = (pairs: readonly Proposed[], two: boolean): Step =>
  two && pairs.every(({ proposed_by_id }) => proposed_by_id === null) ? 'propose' : 'confirm'

/** Why the actor may not confirm these pairs as the second person, or null: all must be proposed by someone else. */
export function whyNotSecond(
  pairs: readonly (Proposed & Pick<Pair, 'proposal_id'> & { name: string })[],
  actor: { id: number },
): string | null {
  const own = pairs.filter(({ proposed_by_id }) => proposed_by_id === actor.id)
  if (own.length > 0) {
    const named = own.map(({ name, proposal_id }) => `${name} for proposal ${proposal_id}`)
    return `You have proposed ${joinWithAnd(named)}; another member of the office must confirm what you proposed.`
  }
  const unproposed = pairs.filter(({ proposed_by_id }) => proposed_by_id === null).length
  if (unproposed === 0) return null
  return `Of these ${pairs.length} assignments ${unproposed} ${unproposed === 1 ? 'is' : 'are'} not proposed for confirmation yet. Select only those to propose them, or only the others to confirm them.`
}

/** A sample that prevents Confirm, the proposals concerned, and the reason. */
export interface Obstacle {
  sample_id: number
  proposal_ids: number[]
  why: string
}

/**
 * Everything that prevents confirming (or proposing) these pairs together. `assignments` are all stored assignments of
 * their samples, in any term.
 */
export function obstaclesTo(
  pairs: readonly Pair[],
  assignments: readonly StoredAssignment[],
  nameOf: (sample_id: number) => string,
  step: Step,
  written_off: ReadonlySet<number> = new Set(),
): Obstacle[] {
  const stored = new Map(assignments.map((assignment) => [pairKey(assignment), assignment]))
  const confirmed = new Map(
    assignments
      .filter(({ status }) => status === CONFIRMED)
      .map((assignment) => [assignment.sample_id, assignment]),
  )
  const obstacles: Obstacle[] = []
  const claims = new Map<number, number[]>()
  for (const pair of distinctPairs(pairs)) {
    const { sample_id, proposal_id } = pair
    const name = nameOf(sample_id)
    const assignment = stored.get(pairKey(pair))
    const other = confirmed.get(sample_id)
    const addObstacle = (why: string, rival?: StoredAssignment) =>
      obstacles.push({ sample_id, proposal_ids: [proposal_id, ...(rival ? [rival.proposal_id] : [])], why })
    if (!assignment) addObstacle(`${name} is not assigned to proposal ${proposal_id}.`)
    else if (assignment.status === CONFIRMED)
      addObstacle(`${name} is already confirmed for proposal ${proposal_id}.`)
    else if (other) addObstacle(`${name} is confirmed for ${proposalName(other)}.`, other)
    else if (written_off.has(sample_id)) addObstacle(`${name} is written off.`)
    else if (step === 'propose')
      for (const rival of assignments.filter((a) => a.sample_id === sample_id && isProposed(a)))
        addObstacle(`${name} is proposed for ${proposalName(rival)}.`, rival)
    claims.set(sample_id, [...(claims.get(sample_id) ?? []), proposal_id])
  }
  for (const [sample_id, proposal_ids] of claims)
    if (proposal_ids.length > 1) {
      const why = `${nameOf(sample_id)} is assigned to the proposals ${joinWithAnd(proposal_ids.map(String))}.`
      obstacles.push({ sample_id, proposal_ids, why })
    }
  return obstacles
}

/** Why these pairs may not be confirmed (or proposed) together, with every obstacle, or null. */
export function whyNotConfirm(...about: Parameters<typeof obstaclesTo>): string | null {
  const [pairs, , , step] = about
  if (pairs.length === 0) return 'There is nothing to confirm.'
  const reasons = obstaclesTo(...about).map(({ why }) => why)
  const done = step === 'propose' ? 'proposed' : 'confirmed'
  return reasons.length === 0 ? null : `Nothing was ${done}. ${reasons.join(' ')}`
}

/** Its confirmation is proposed, in a term where someone can still confirm it. */
const isProposed = ({ status, disabled, proposed_by_id }: StoredAssignment) =>
  status === UNCONFIRMED && !disabled && proposed_by_id !== null

type Returnable = Pick<StoredAssignment, 'status' | 'proposed_by_id'>

/** Why a confirmation (or, where two people are required, its proposal) may not be cancelled, or null. */
export const whyNotReturn = ({ status, proposed_by_id }: Returnable, two: boolean) =>
  status === CONFIRMED || (two && proposed_by_id !== null) ? null : 'This assignment is not confirmed.'

/** Why the actor may not change the assignments of proposals with which they have a conflict of interest, or null. */
export const whyConflicted = (proposal_ids: readonly number[]) =>
  proposal_ids.length === 0
    ? null
    : `You have a conflict of interest with ${proposalsText(proposal_ids)}; another member of the office must assign the samples. Nothing was saved.`
