import { ALREADY_DECLARED } from '#domain/conflicts/rules.ts'
import { done } from '#domain/endpoint.ts'
import { Fault, notFound } from '#domain/errors.ts'
import { isStaff } from '#domain/session/actor.ts'
import { writeConflict } from '../conflicts/service.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { alreadyDone } from './ballots.ts'
import {
  actorHasChair,
  hasConflictWith,
  itemFor,
  lockOpen,
  personOf,
  readFacts,
  recordOuts,
  revealIfComplete,
} from './current.ts'
import {
  discussContested,
  endAttendance,
  endOuts,
  findMeetingPeople,
  insertArrival,
  type MeetingFacts,
} from './queries.ts'

interface Attendance {
  user_id?: number | undefined
  here: boolean
}

/** The actor, or for who has the chair someone else, is here or away. A ballot no longer waits for who is away. */
export const attend = (ctx: Ctx, id: number, { user_id = ctx.actor.id, here }: Attendance) =>
  ctx.write(async (tx) => {
    const facts = await lockOpen(tx, id)
    if (user_id !== tx.actor.id && !actorHasChair(facts, tx.actor))
      throw new Fault('forbidden', 'Only who has the chair can say so for others.')
    const changed = here ? await arrive(tx, facts, user_id) : await depart(tx, facts, user_id)
    const message = here ? 'Noted: here.' : 'Noted: away.'
    return changed ? done(message) : alreadyDone(tx, message)
  })

/** Someone comes: no proposal that they have a conflict with stays in triage. False when they are here already. */
export async function arrive(tx: Tx, { id }: MeetingFacts, user_id: number): Promise<boolean> {
  const known = user_id === tx.actor.id ? isStaff(tx.actor) : await isMeetingPerson(tx, user_id)
  if (!known) throw notFound()
  if (!(await insertArrival(tx, id, user_id, tx.now().toISOString()))) return false
  await tx.audit('meeting.arrive', { id }, { user_id })
  const facts = await readFacts(tx, id)
  await discussContested(tx, id)
  await recordOuts(tx, facts)
  return true
}

const isMeetingPerson = async (tx: Tx, user_id: number) =>
  (await findMeetingPeople(tx)).some((person) => person.id === user_id)

async function depart(tx: Tx, { id }: MeetingFacts, user_id: number): Promise<boolean> {
  const at = tx.now().toISOString()
  const left = await endAttendance(tx, id, at, user_id)
  if (left.length === 0) return false
  await endOuts(tx, id, at, user_id)
  await tx.audit('meeting.depart', { id }, { user_id })
  await revealIfComplete(tx, id)
  return true
}

const IN_THE_MEETING = 'Declared in the meeting.'

/**
 * The actor has a conflict of interest with a proposal of the docket: their grade no longer counts, and they are out while
 * it is on. Throws 'missing' for a proposal that is not in it.
 */
export const declareInMeeting = (
  ctx: Ctx,
  id: number,
  { proposal_id, reason }: { proposal_id: number; reason: string },
) =>
  ctx.write(async (tx) => {
    const facts = await lockOpen(tx, id, 'proposals')
    // Whether a proposal is in the docket is hidden from those who have a conflict with it already.
    if (hasConflictWith(personOf(facts, tx.actor.id), proposal_id)) return tx.refuse(ALREADY_DECLARED)
    itemFor(facts, tx.actor, proposal_id)
    const outcome = await writeConflict(tx, { proposal_id, reason: reason || IN_THE_MEETING })
    await revealIfComplete(tx, id)
    return outcome
  })
