import { done } from '#domain/endpoint.ts'
import { Fault, notFound } from '#domain/errors.ts'
import { fits, whyBelowQuorum, whyNotCloseBallot } from '#domain/meetings/rules.ts'
import { itemState } from '#domain/meetings/status.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import {
  countVoters,
  currentOf,
  electorateOf,
  hasConflictWith,
  itemFor,
  lockForChair,
  lockOpen,
  openBallotOf,
  outdated,
  personOf,
  reveal,
  revealIfComplete,
} from './current.ts'
import { changeItem, findBallot, findGrade, insertBallot, type MeetingFacts, saveGrade } from './queries.ts'

const { BALLOT } = itemState.code

interface OnItem {
  proposal_id: number
  version: number
}

/** Opens the first ballot on the proposal that is on, or another one after a ballot was revealed. */
export const openBallot = (ctx: Ctx, id: number, { proposal_id, version }: OnItem) =>
  ctx.write(async (tx) => {
    const facts = await lockForChair(tx, id)
    const item = itemFor(facts, tx.actor, proposal_id)
    if (item.state === BALLOT && item.version === version + 1) return alreadyDone(tx, 'The ballot is open.')
    if (!fits('openBallot', item.state) || item.version !== version) throw outdated(item)
    tx.refuse(whyBelowQuorum(countVoters(facts, proposal_id), facts.quorum))
    const number = facts.ballots.length + 1
    await insertBallot(tx, {
      meeting_id: id,
      proposal_id,
      number,
      opened_at: tx.now().toISOString(),
      opened_by: tx.actor.id,
    })
    await changeItem(tx, id, proposal_id, { state: BALLOT, version: version + 1 })
    await tx.audit('proposal.open_ballot', { id: proposal_id }, { number })
    return done(`The ballot on ${proposal_id} is open.`)
  })

/** Answers a command that was carried out before, as after a lost answer or a double click. */
export function alreadyDone(tx: Tx, message: string) {
  tx.skipAudit('It was done before.')
  return done(message)
}

interface OnBallot {
  proposal_id: number
  /** Of the ballot on this proposal, from 1. */
  number: number
}

/** A ballot that the actor may know of. Throws 'missing'. */
async function ballotFor(tx: Tx, facts: MeetingFacts, { proposal_id, number }: OnBallot) {
  const ballot = await findBallot(tx, { meeting_id: facts.id, proposal_id, number })
  if (!ballot || hasConflictWith(personOf(facts, tx.actor.id), proposal_id)) throw notFound()
  return ballot
}

/** Gives the actor's grade, or changes it; the last one reveals the ballot. Throws 'stale' once it is over. */
export const giveGrade = (ctx: Ctx, id: number, { grade, ...on }: OnBallot & { grade: number }) =>
  ctx.write(async (tx) => {
    const facts = await lockOpen(tx, id)
    const { id: ballot_id, proposal_id } = await ballotFor(tx, facts, on)
    const before = await findGrade(tx, ballot_id, tx.actor.id)
    const message = `Your grade for ${proposal_id}: ${grade.toFixed(2)}.`
    if (before?.grade === grade) return alreadyDone(tx, message)
    if (openBallotOf(facts)?.id !== ballot_id)
      throw new Fault('stale', `This ballot on ${proposal_id} is over. ${gradeThatCounts(before?.grade)}`)
    const { here } = personOf(facts, tx.actor.id)
    tx.refuse(here ? null : 'Say first that you are here.')
    await saveGrade(tx, { ballot_id, user_id: tx.actor.id, grade, given_at: tx.now().toISOString() })
    await tx.audit('proposal.give_grade', { id: proposal_id })
    await revealIfComplete(tx, id)
    return done(message)
  })

const gradeThatCounts = (grade: number | undefined) =>
  grade === undefined ? 'You gave no grade in it.' : `Your grade in it: ${grade.toFixed(2)}.`

/** Closes a ballot before all grades are given, by the chair. */
export const closeBallot = (ctx: Ctx, id: number, on: OnBallot) =>
  ctx.write(async (tx) => {
    const facts = await lockForChair(tx, id)
    const { id: ballot_id, proposal_id, revealed_at } = await ballotFor(tx, facts, on)
    const message = `The ballot on ${proposal_id} has been revealed.`
    if (revealed_at !== null) return alreadyDone(tx, message)
    const ballot = openBallotOf(facts)
    if (ballot?.id !== ballot_id) throw outdated(currentOf(facts) ?? itemFor(facts, tx.actor, proposal_id))
    const { given, voters, awaited } = electorateOf(facts, ballot)
    tx.refuse(whyNotCloseBallot(given, voters, facts.quorum))
    await reveal(tx, facts, ballot, awaited.length > 0 ? tx.actor.id : null)
    return done(message)
  })
