import { type Asteroid, type SampleType, termLabel } from '../masters/values.ts'
import { isSubmitted, type ProposalStatus } from '../proposals/status.ts'
import { type AssignmentStatus, CONFIRMED, UNCONFIRMED } from './status.ts'

export interface Pair {
  sample_id: number
  proposal_id: number
}
/** A pair that is stored, and its term; disabled where that is. */
export interface StoredAssignment extends Pair {
  status: AssignmentStatus
  term_id: number
  disabled: boolean
  /** Who proposes to confirm it, where the office asks for two. */
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
  /** The request that a person chose for it to answer. */
  priority?: number | null | undefined
}
interface Facts {
  /** The sample types of the grid, and its term. */
  types: readonly SampleType[]
  term_id: number
  sample: AssignableSample | undefined
  proposal: { term_id: number; status: ProposalStatus; priorities: readonly number[] } | undefined
  /** The pair that the sample is confirmed for, if any, in whatever term. */
  promised: StoredAssignment | undefined
}

const proposalName = ({ proposal_id, term_id }: StoredAssignment) =>
  `proposal ${proposal_id} of ${termLabel(term_id)}`

/** Why an item may not be assigned, as the field that is wrong and a sentence, or null. The proposal need not have asked. */
export function whyNotAssign(item: Item, facts: Facts): [field: keyof Item, why: string] | null {
  const { types, term_id, sample, proposal, promised } = facts
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
  return null
}

const pairKey = ({ sample_id, proposal_id }: Pair) => `${sample_id} ${proposal_id}`

/** The pairs, each once, in their order. */
export const distinctPairs = <P extends Pair>(pairs: readonly P[]): P[] => [
  ...new Map(pairs.map((pair) => [pairKey(pair), pair])).values(),
]

/**
 * What replacing the unconfirmed ones of `standing` by `wanted` adds and removes, and which of them then answer another
 * request; confirmed ones stay.
 */
export function changesOf<
  S extends Pair & { status: AssignmentStatus; priority: number | null },
  P extends Pair & { priority?: number | null | undefined },
>(
  standing: readonly S[],
  wanted: readonly P[],
): { added: P[]; removed: S[]; moved: (S & { priority: number | null })[] } {
  const stand = new Set(standing.map(pairKey))
  const want = new Map(wanted.map((pair) => [pairKey(pair), pair.priority]))
  const open = standing.filter(({ status }) => status === UNCONFIRMED)
  return {
    added: distinctPairs(wanted).filter((pair) => !stand.has(pairKey(pair))),
    removed: open.filter((pair) => !want.has(pairKey(pair))),
    moved: open.flatMap((pair) => {
      const priority = want.get(pairKey(pair))
      return priority === undefined || priority === pair.priority ? [] : [{ ...pair, priority }]
    }),
  }
}

/** 'a, b and c'. */
export const joinWithAnd = (parts: string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** What Confirm can do. */
export const STEPS = ['propose', 'confirm'] as const
export type Step = (typeof STEPS)[number]
type Proposed = Pick<StoredAssignment, 'proposed_by_id'>

/** What Confirm does with these pairs: where the office asks for two, it proposes those that nobody has proposed. */
export const stepOf = (pairs: readonly Proposed[], two: boolean): Step =>
  two && pairs.every(({ proposed_by_id }) => proposed_by_id === null) ? 'propose' : 'confirm'

/** Why this member of the office may not be the second who confirms these pairs, or null: each proposed, and by another. */
export function whyNotSecond(
  pairs: readonly (Proposed & Pick<Pair, 'proposal_id'> & { name: string })[],
  actor: { id: number },
): string | null {
  const own = pairs.filter(({ proposed_by_id }) => proposed_by_id === actor.id)
  if (own.length > 0) {
    const named = own.map(({ name, proposal_id }) => `${name} for proposal ${proposal_id}`)
    return `You have proposed ${joinWithAnd(named)}; any other member of the office may confirm what you proposed.`
  }
  const left = pairs.filter(({ proposed_by_id }) => proposed_by_id === null).length
  if (left === 0) return null
  return `Of these ${pairs.length} assignments ${left} ${left === 1 ? 'is' : 'are'} not proposed for confirmation yet. Choose those alone to propose them, or the others alone to confirm them.`
}

/** What stands in the way of Confirm: a sample, the proposals that it is about, and a sentence. */
export interface Obstacle {
  sample_id: number
  proposal_ids: number[]
  why: string
}

/**
 * Everything that stands in the way of confirming these pairs, or of proposing them for it, together. `standing` is all
 * that is stored of their samples.
 */
export function obstaclesTo(
  pairs: readonly Pair[],
  standing: readonly StoredAssignment[],
  nameOf: (sample_id: number) => string,
  step: Step,
): Obstacle[] {
  const stored = new Map(standing.map((one) => [pairKey(one), one]))
  const promised = new Map(
    standing.filter(({ status }) => status === CONFIRMED).map((one) => [one.sample_id, one]),
  )
  const obstacles: Obstacle[] = []
  const claims = new Map<number, number[]>()
  for (const pair of distinctPairs(pairs)) {
    const { sample_id, proposal_id } = pair
    const name = nameOf(sample_id)
    const found = stored.get(pairKey(pair))
    const other = promised.get(sample_id)
    const say = (why: string, rival?: StoredAssignment) =>
      obstacles.push({ sample_id, proposal_ids: [proposal_id, ...(rival ? [rival.proposal_id] : [])], why })
    if (!found) say(`${name} is not assigned to proposal ${proposal_id}.`)
    else if (found.status === CONFIRMED) say(`${name} is already confirmed for proposal ${proposal_id}.`)
    else if (other) say(`${name} is confirmed for ${proposalName(other)}.`, other)
    else if (step === 'propose')
      for (const rival of standing.filter((one) => one.sample_id === sample_id && isProposed(one)))
        say(`${name} is proposed for ${proposalName(rival)}.`, rival)
    claims.set(sample_id, [...(claims.get(sample_id) ?? []), proposal_id])
  }
  for (const [sample_id, proposal_ids] of claims)
    if (proposal_ids.length > 1) {
      const why = `${nameOf(sample_id)} is assigned to the proposals ${joinWithAnd(proposal_ids.map(String))}.`
      obstacles.push({ sample_id, proposal_ids, why })
    }
  return obstacles
}

/** Why these pairs may not be confirmed, or proposed for it, together: every obstacle in a sentence, or null. */
export function whyNotConfirm(...about: Parameters<typeof obstaclesTo>): string | null {
  const [pairs, , , step] = about
  if (pairs.length === 0) return 'There is nothing to confirm.'
  const reasons = obstaclesTo(...about).map(({ why }) => why)
  const done = step === 'propose' ? 'proposed' : 'confirmed'
  return reasons.length === 0 ? null : `Nothing was ${done}. ${reasons.join(' ')}`
}

/** A proposal to confirm stands, in a term where somebody can still follow it. */
const isProposed = ({ status, disabled, proposed_by_id }: StoredAssignment) =>
  status === UNCONFIRMED && !disabled && proposed_by_id !== null

type Returnable = Pick<StoredAssignment, 'status' | 'proposed_by_id'>

/** Why an assignment may not be returned to unconfirmed, or null. Where the office asks for two, a proposal is taken back. */
export const whyNotReturn = ({ status, proposed_by_id }: Returnable, two: boolean) =>
  status === CONFIRMED || (two && proposed_by_id !== null) ? null : 'This assignment is not confirmed.'

/** Why a staff member may not change what these proposals are assigned, or null: a conflict with any of them. */
export const whyConflicted = (proposal_ids: readonly number[]) =>
  proposal_ids.length === 0
    ? null
    : `You have a conflict of interest with proposal ${joinWithAnd(proposal_ids.map(String))}; someone else of the office must assign its samples. Nothing was saved.`
