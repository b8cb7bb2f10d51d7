import { Fault, notFound } from '#domain/errors.ts'
import {
  chairNow,
  hasChair,
  isComplete,
  stopped,
  whatItIsNow,
  whyNotInMeeting,
} from '#domain/meetings/rules.ts'
import { itemState } from '#domain/meetings/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Tx } from '../platform/context.ts'
import { lockTerm } from '../terms/service.ts'
import {
  changeItem,
  changeMeeting,
  endBallot,
  endOuts,
  findFacts,
  insertOuts,
  lockMeeting,
  type MeetingBallot,
  type MeetingFacts,
  type MeetingItem,
  type MeetingUser,
} from './queries.ts'

const { DISCUSSING, REVEALED } = itemState.code

/** The proposal that is on. */
export const currentOf = ({ items }: Pick<MeetingFacts, 'items'>): MeetingItem | undefined =>
  items.find(({ state }) => itemState.of(state).current)

export const hasConflictWith = (
  { conflicts }: Pick<MeetingUser, 'conflicts'>,
  proposal_id: number | undefined,
) => proposal_id !== undefined && conflicts.includes(proposal_id)

/** One of the meeting's people. */
export const personOf = ({ people }: MeetingFacts, id: number): MeetingUser =>
  people.find((one) => one.id === id)!

/** Who has the chair now; null: any member of the office without a conflict. */
export function whoHasChair(facts: MeetingFacts): number | null {
  const on = currentOf(facts)?.proposal_id
  const presence = (id: number) => {
    const { here, active, ...user } = personOf(facts, id)
    return { id, here: here && active, conflict: hasConflictWith(user, on) }
  }
  return chairNow(presence(facts.chair_id), facts.deputy_id === null ? null : presence(facts.deputy_id))
}

export const actorHasChair = (facts: MeetingFacts, actor: Actor): boolean =>
  hasChair(
    actor,
    whoHasChair(facts),
    hasConflictWith(personOf(facts, actor.id), currentOf(facts)?.proposal_id),
  )

/** Members of the panel who are here and may vote on a proposal. */
const votersHere = ({ people }: MeetingFacts, proposal_id: number): MeetingUser[] =>
  people.filter((user) => user.here && user.is_panel && user.active && !hasConflictWith(user, proposal_id))

/** The grades of a ballot that count: not of those who have a conflict now. */
export const countedGrades = ({ people }: MeetingFacts, { proposal_id, grades }: MeetingBallot) =>
  grades.filter(
    ({ user_id }) => !people.some((user) => user.id === user_id && hasConflictWith(user, proposal_id)),
  )

/** Who votes in a ballot: who is here, and who has given a grade and left. `awaited`: whose grade is missing. */
export function electorateOf(facts: MeetingFacts, ballot: MeetingBallot) {
  const given = countedGrades(facts, ballot)
  const awaited = votersHere(facts, ballot.proposal_id).filter(
    ({ id }) => !given.some(({ user_id }) => user_id === id),
  )
  return { given: given.length, awaited, voters: given.length + awaited.length }
}

/** The ballot on the proposal that is on which is neither revealed nor cancelled. */
export const openBallotOf = ({ ballots }: MeetingFacts) =>
  ballots.find(({ revealed_at, cancelled_at }) => revealed_at === null && cancelled_at === null)

/** How many may vote on a proposal now. */
export const countVoters = (facts: MeetingFacts, proposal_id: number): number => {
  const open = openBallotOf(facts)
  return open?.proposal_id === proposal_id
    ? electorateOf(facts, open).voters
    : votersHere(facts, proposal_id).length
}

/** Locks a meeting and its term, and reads it. Throws 'missing'. */
export async function lockFacts(tx: Tx, id: number): Promise<MeetingFacts> {
  const locked = await lockMeeting(tx, id)
  if (!locked) throw notFound()
  await lockTerm(tx, locked.term_id)
  return readFacts(tx, id)
}

/** Locks a meeting for a command that goes on to lock proposals, which come before the term. */
async function lockMeetingAlone(tx: Tx, id: number): Promise<MeetingFacts> {
  if (!(await lockMeeting(tx, id))) throw notFound()
  return readFacts(tx, id)
}

/** A locked meeting, read again. */
export const readFacts = async (tx: Tx, id: number): Promise<MeetingFacts> =>
  (await findFacts(tx, id, tx.actor.id))!

/**
 * Locks a meeting that is open, and its term; a command that goes on to lock proposals, which come before the term, leaves
 * the term to that. Throws 'missing' and refuses.
 */
export async function lockOpen(
  tx: Tx,
  id: number,
  then: 'term' | 'proposals' = 'term',
): Promise<MeetingFacts> {
  const facts = then === 'term' ? await lockFacts(tx, id) : await lockMeetingAlone(tx, id)
  tx.refuse(whyNotInMeeting(facts.state, { id: facts.term_id, disabled: facts.term_disabled }))
  return facts
}

/** Locks an open meeting for who has the chair, see `lockOpen`. Throws 'forbidden' for all others. */
export async function lockForChair(
  tx: Tx,
  id: number,
  then: 'term' | 'proposals' = 'term',
): Promise<MeetingFacts> {
  const facts = await lockOpen(tx, id, then)
  // Says not who, which would tell that someone else has a conflict too.
  if (!actorHasChair(facts, tx.actor)) throw new Fault('forbidden', 'Another person has the chair now.')
  return facts
}

/** A proposal of the docket that the actor may see. Throws 'missing'. */
export function itemFor(facts: MeetingFacts, actor: Actor, proposal_id: number): MeetingItem {
  const item = facts.items.find((one) => one.proposal_id === proposal_id)
  if (!item || hasConflictWith(personOf(facts, actor.id), proposal_id)) throw notFound()
  return item
}

/** What someone sent does not fit what is now. */
export const outdated = ({ proposal_id, state }: Pick<MeetingItem, 'proposal_id' | 'state'>) =>
  new Fault('stale', whatItIsNow(proposal_id, state))

/** The ids of those who are here and in conflict with a proposal. */
const outFor = ({ people }: MeetingFacts, proposal_id: number) =>
  people.filter((user) => user.here && hasConflictWith(user, proposal_id)).map(({ id }) => id)

/** Records who is out for the proposal that is on. */
export async function recordOuts(tx: Tx, facts: MeetingFacts) {
  const on = currentOf(facts)
  if (!on) return
  const left_at = tx.now().toISOString()
  const { proposal_id } = on
  await insertOuts(tx, { meeting_id: facts.id, proposal_id, left_at }, outFor(facts, proposal_id))
}

/** Begins with a proposal: its clock runs, a break ends, those in conflict with it are out. */
export async function begin(tx: Tx, facts: MeetingFacts, { proposal_id, version, state }: MeetingItem) {
  const at = tx.now().toISOString()
  await changeItem(tx, facts.id, proposal_id, {
    state: DISCUSSING,
    track: 'discussed',
    started_at: at,
    running_since: at,
    version: version + 1,
  })
  if (facts.break_since !== null) await changeMeeting(tx, facts.id, { break_since: null })
  await tx.audit('proposal.discuss', { id: proposal_id }, { state: DISCUSSING }, { state })
  await recordOuts(tx, await readFacts(tx, facts.id))
}

/**
 * Stops the clock of a proposal that is no longer on; those who were out return. Nothing of the meeting then tells what was
 * done while it was on: the wall shows no scores, and a break begins now.
 */
export async function leave(tx: Tx, facts: MeetingFacts, item: MeetingItem, changed: object) {
  const now = tx.now()
  const at = now.toISOString()
  await changeItem(tx, facts.id, item.proposal_id, {
    ...stopped(item, now),
    ...changed,
    version: item.version + 1,
  })
  await endOuts(tx, facts.id, at)
  await changeMeeting(tx, facts.id, {
    wall_scores: false,
    break_since: facts.break_since === null ? null : at,
  })
}

/** Reveals a ballot. `closed_by`: who closed it before all grades were given. */
export async function reveal(tx: Tx, facts: MeetingFacts, ballot: MeetingBallot, closed_by: number | null) {
  const item = currentOf(facts)!
  await endBallot(tx, ballot.id, { revealed_at: tx.now().toISOString(), closed_by })
  await changeItem(tx, facts.id, item.proposal_id, { state: REVEALED, version: item.version + 1 })
  await tx.audit('proposal.reveal_ballot', { id: item.proposal_id }, { number: ballot.number })
}

/** Reveals the open ballot if every voter has given a grade, after anything that may have completed it. */
export async function revealIfComplete(tx: Tx, id: number): Promise<boolean> {
  const facts = await readFacts(tx, id)
  const ballot = openBallotOf(facts)
  if (!ballot) return false
  const { given, voters } = electorateOf(facts, ballot)
  const complete = isComplete(given, voters, facts.quorum)
  if (complete) await reveal(tx, facts, ballot, null)
  return complete
}
