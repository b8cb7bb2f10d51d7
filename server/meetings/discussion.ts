import { done } from '#domain/endpoint.ts'
import { notFound } from '#domain/errors.ts'
import type { AgreeInput } from '#domain/meetings/discussion_contract.ts'
import { fits, nextOf, stopped, whyBelowQuorum, whyNotStart } from '#domain/meetings/rules.ts'
import { itemState } from '#domain/meetings/status.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { saveDecisionNotes } from '../staff/decision_notes.ts'
import { writeGlobalScore } from '../staff/service.ts'
import { alreadyDone } from './ballots.ts'
import {
  begin,
  countVoters,
  currentOf,
  hasConflictWith,
  itemFor,
  leave,
  lockForChair,
  openBallotOf,
  outdated,
  personOf,
  readFacts,
} from './current.ts'
import { changeItem, changeMeeting, endBallot, type MeetingFacts, type MeetingItem } from './queries.ts'

const { DISCUSSING, AGREED, PUT_OFF } = itemState.code

/** Begins with a proposal, or with the next of the docket, which may be one that another person has the chair for. */
export const startItem = (ctx: Ctx, id: number, proposal_id: number | null) =>
  ctx.write(async (tx) => {
    const facts = await lockForChair(tx, id)
    const item = proposal_id === null ? nextOf(facts.items) : itemFor(facts, tx.actor, proposal_id)
    if (!item) return tx.refuse('Nothing is left to discuss.')
    const current = currentOf(facts)
    if (current?.proposal_id === proposal_id && current.state === DISCUSSING)
      return alreadyDone(tx, nowOn(facts, tx, current))
    tx.refuse(whyNotStart(item, current?.proposal_id ?? null))
    await begin(tx, facts, item)
    return done(nowOn(facts, tx, item))
  })

/** Names what is on now, unless the actor may not know. */
const nowOn = (facts: MeetingFacts, tx: Tx, { proposal_id }: MeetingItem) =>
  hasConflictWith(personOf(facts, tx.actor.id), proposal_id)
    ? 'Now: another person has the chair.'
    : `Now: ${proposal_id}.`

/** Begins with the next proposal of the docket; a sentence about it. */
async function goOn(tx: Tx, id: number): Promise<string> {
  const facts = await readFacts(tx, id)
  const next = nextOf(facts.items)
  if (!next) return ' Nothing is left to discuss.'
  await begin(tx, facts, next)
  return ` ${nowOn(facts, tx, next)}`
}

interface OnItem {
  proposal_id: number
  version: number
}

/** Puts off the proposal that is on; an open ballot is cancelled, its grades are never shown. */
export const putOff = (ctx: Ctx, id: number, { proposal_id, version, next }: OnItem & { next: boolean }) =>
  ctx.write(async (tx) => {
    const facts = await lockForChair(tx, id)
    const item = itemFor(facts, tx.actor, proposal_id)
    // A score that was agreed before stays agreed.
    const state = item.agreed_score === null ? PUT_OFF : AGREED
    const message = `${proposal_id} has been put off.`
    if (item.state === state && item.version === version + 1) return alreadyDone(tx, message)
    if (!fits('putOff', item.state) || item.version !== version) throw outdated(item)
    const ballot = openBallotOf(facts)
    if (ballot) await endBallot(tx, ballot.id, { cancelled_at: tx.now().toISOString() })
    await leave(tx, facts, item, { state })
    await tx.audit('proposal.put_off', { id: proposal_id }, { state }, { state: item.state })
    return done(`${message}${next ? await goOn(tx, id) : ''}`)
  })

/** Agrees on the score of the proposal that is on: its global score, rank and decision notes are written. */
export const agree = (
  ctx: Ctx,
  id: number,
  { proposal_id, version, global_score, rank, score_version, notes, tell_reviewers, next }: AgreeInput,
) =>
  ctx.write(async (tx) => {
    const facts = await lockForChair(tx, id, 'proposals')
    const item = itemFor(facts, tx.actor, proposal_id)
    if (item.state === AGREED && item.version === version + 1 && item.agreed_score === global_score)
      return alreadyDone(tx, `Agreed. ${proposal_id}: ${global_score.toFixed(2)} saved.`)
    if (!fits('agree', item.state) || item.version !== version) throw outdated(item)
    if (item.state === DISCUSSING) tx.refuse(whyBelowQuorum(countVoters(facts, proposal_id), facts.quorum))
    const { message } = await writeGlobalScore(tx, proposal_id, {
      global_score,
      rank,
      version: score_version,
      tell_reviewers,
    })
    if (notes) await saveDecisionNotes(tx, { id: proposal_id }, notes)
    await leave(tx, facts, item, agreedBy(tx, global_score))
    await tx.audit('proposal.agree', { id: proposal_id }, { global_score })
    return done(`Agreed. ${message}${next ? await goOn(tx, id) : ''}`)
  })

/** What an item is once its score is agreed. */
export const agreedBy = (tx: Tx, agreed_score: number) => ({
  state: AGREED,
  agreed_score,
  agreed_at: tx.now().toISOString(),
  agreed_by: tx.actor.id,
  marked_for_chair: false,
})

/** The agreed score stays although a conflict was declared since. */
export const keepScore = (ctx: Ctx, id: number, { proposal_id, version }: OnItem) =>
  ctx.write(async (tx) => {
    const facts = await lockForChair(tx, id)
    const item = itemFor(facts, tx.actor, proposal_id)
    if (item.state !== AGREED) throw outdated(item)
    const message = `The score of ${proposal_id} stays.`
    if (!item.marked_for_chair) return alreadyDone(tx, message)
    if (item.version !== version) throw outdated(item)
    await changeItem(tx, id, proposal_id, { marked_for_chair: false, version: version + 1 })
    await tx.audit('proposal.keep_score', { id: proposal_id })
    return done(message)
  })

/** Stops or starts the clock of the proposal that is on; starting it ends a break. */
export const setClock = (
  ctx: Ctx,
  id: number,
  { proposal_id, running }: { proposal_id: number; running: boolean },
) =>
  ctx.write(async (tx) => {
    const facts = await lockForChair(tx, id)
    const item = itemFor(facts, tx.actor, proposal_id)
    if (!itemState.of(item.state).current) throw outdated(item)
    const message = running ? 'The clock runs.' : 'The clock is stopped.'
    if ((item.running_since !== null) === running) return alreadyDone(tx, message)
    await setRunning(tx, facts, item, running)
    if (running && facts.break_since !== null) await changeMeeting(tx, id, { break_since: null })
    return done(message)
  })

async function setRunning(tx: Tx, { id }: MeetingFacts, item: MeetingItem, running: boolean) {
  const now = tx.now()
  await changeItem(
    tx,
    id,
    item.proposal_id,
    running ? { running_since: now.toISOString() } : stopped(item, now),
  )
  await tx.audit('proposal.meeting_clock', { id: item.proposal_id }, { running }, { running: !running })
}

/** Pauses the meeting with the clock of the proposal that is on, or resumes it. */
export const setPaused = (ctx: Ctx, id: number, paused: boolean) =>
  ctx.write(async (tx) => {
    const facts = await lockForChair(tx, id)
    const message = paused ? 'The meeting is paused.' : 'The meeting has been resumed.'
    if ((facts.break_since !== null) === paused) return alreadyDone(tx, message)
    await changeMeeting(tx, id, { break_since: paused ? tx.now().toISOString() : null })
    const current = currentOf(facts)
    // While a proposal is on, a break is part of its discussion, which those in conflict know nothing of.
    if (!current) await tx.audit('meeting.break', { id }, { paused }, { paused: !paused })
    else if ((current.running_since !== null) === paused) await setRunning(tx, facts, current, !paused)
    else
      await tx.audit('proposal.meeting_clock', { id: current.proposal_id }, { paused }, { paused: !paused })
    return done(message)
  })

/** How many minutes a proposal has in all. */
export const setMinutes = (
  ctx: Ctx,
  id: number,
  { proposal_id, minutes }: { proposal_id: number; minutes: number },
) =>
  ctx.write(async (tx) => {
    const facts = await lockForChair(tx, id)
    const item = itemFor(facts, tx.actor, proposal_id)
    const message = `${proposal_id} has ${minutes} minutes.`
    if (item.minutes === minutes) return alreadyDone(tx, message)
    await changeItem(tx, id, proposal_id, { minutes })
    await tx.audit('proposal.meeting_minutes', { id: proposal_id }, { minutes }, { minutes: item.minutes })
    return done(message)
  })

/** The wall shows median and range of the proposal that is on, or hides them again. */
export const showOnWall = (ctx: Ctx, id: number, shown: boolean) =>
  ctx.write(async (tx) => {
    const facts = await lockForChair(tx, id)
    const current = currentOf(facts)
    if (!current) throw notFound()
    const message = shown ? 'The wall shows median and range.' : 'The wall shows no scores.'
    if (facts.wall_scores === shown) return alreadyDone(tx, message)
    await changeMeeting(tx, id, { wall_scores: shown })
    await tx.audit('proposal.show_on_wall', { id: current.proposal_id }, { shown }, { shown: !shown })
    return done(message)
  })
