import { done, saved } from '#domain/endpoint.ts'
import { forbidden, invalid, notFound } from '#domain/errors.ts'
import type { Meeting, MeetingInput, NewMeeting } from '#domain/meetings/contract.ts'
import {
  mayPrepare,
  whyNotChangeSettings,
  whyNotCloseMeeting,
  whyNotOpen,
  whyNotRemove,
  whyNotReopen,
} from '#domain/meetings/rules.ts'
import { itemState, meetingState } from '#domain/meetings/status.ts'
import { whyReadOnly } from '#domain/terms/rules.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { lockTerm } from '../terms/service.ts'
import { mailMeetingCancelled } from './agenda_mails.ts'
import { arrive } from './attendance.ts'
import { currentOf, hasConflictWith, lockFacts, lockForChair, personOf } from './current.ts'
import {
  changeMeeting,
  completeDocket,
  discussContested,
  endAttendance,
  findMeeting,
  findMeetingPeople,
  findMeetings,
  findOtherMeeting,
  findSettingsSave,
  insertMeeting,
  type MeetingFacts,
  removeMeeting,
  replaceSettings,
} from './queries.ts'

const { OPEN, CLOSED } = meetingState.code
const { WAITING, PUT_OFF } = itemState.code

export const listMeetings = (ctx: Ctx, term_id: number | undefined) => findMeetings(ctx.db, term_id)
export const listMeetingPeople = (ctx: Ctx) => findMeetingPeople(ctx.db)

/** The settings of a meeting. Throws 'missing'. */
export async function showMeeting(ctx: Ctx, id: number): Promise<Meeting> {
  const meeting = await findMeeting(ctx.db, id)
  if (!meeting) throw notFound()
  return meeting
}

type Settings = Omit<NewMeeting, 'term_id'>

/**
 * Throws 'invalid' for a chair, deputy or member who is not active in the panel or the office; only the panel is expected.
 * Who is named already may stay.
 */
async function requirePeople(tx: Tx, { chair_id, deputy_id, members }: Settings, before?: Meeting) {
  const people = await findMeetingPeople(tx)
  const active = new Set(people.map(({ id }) => id))
  const panel = new Set(people.filter(({ is_panel }) => is_panel).map(({ id }) => id))
  const known = new Set(before?.members.map(({ id }) => id))
  const gone = 'Choose an active member of the panel or the office.'
  const errors: Record<string, string> = {}
  if (!active.has(chair_id) && chair_id !== before?.chair.id) errors.chair_id = gone
  if (deputy_id !== null && !active.has(deputy_id) && deputy_id !== before?.deputy?.id)
    errors.deputy_id = gone
  members.forEach(({ user_id }, i) => {
    if (!panel.has(user_id) && !known.has(user_id))
      errors[`members.${i}.user_id`] = 'Only active members of the panel are expected.'
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** What of the settings is in the audit log. */
const recorded = ({
  name,
  place,
  chair_id,
  deputy_id,
  quorum,
  minutes_each,
  sessions,
  members,
}: Settings) => ({
  ...{ name, place, chair_id, deputy_id, quorum, minutes_each, sessions },
  members: members.map(({ user_id, hours }) => ({ user_id, hours })),
})

const settingsOf = ({ chair, deputy, members, ...meeting }: Meeting): Settings => ({
  ...meeting,
  chair_id: chair.id,
  deputy_id: deputy?.id ?? null,
  members: members.map(({ id, hours }) => ({ user_id: id, hours })),
})

/** Prepares a meeting of a term, which has no other that is not closed. */
export const addMeeting = (ctx: Ctx, { term_id, ...settings }: NewMeeting) =>
  ctx.write(async (tx) => {
    const term = await lockTerm(tx, term_id).catch(() => {
      throw invalid({ term_id: 'There is no such call.' })
    })
    tx.refuse(whyReadOnly(term) ?? (await whyNotAnother(tx, term_id, 0)))
    await requirePeople(tx, settings)
    const { sessions, members, ...fields } = settings
    const { id } = await insertMeeting(tx, {
      ...fields,
      term_id,
      saved_by: tx.actor.id,
      saved_at: tx.now().toISOString(),
    })
    await replaceSettings(tx, id, { sessions, members })
    await completeDocket(tx, id)
    await tx.audit('meeting.add', { id }, { term_id, ...recorded(settings) })
    return { ...saved(`${settings.name} has been prepared.`, 1), id }
  })

const whyNotAnother = async (tx: Tx, term_id: number, id: number) =>
  (await findOtherMeeting(tx, term_id, id)) ? 'This call has another meeting that is not closed.' : null

/** Throws 'forbidden' unless the actor prepares the meeting: the office, its chair and its deputy. */
function requirePreparing(tx: Tx, { chair_id, deputy_id }: Pick<MeetingFacts, 'chair_id' | 'deputy_id'>) {
  if (!mayPrepare(tx.actor, { chair_id, deputy_id })) throw forbidden()
}

/** Locks a meeting for those who prepare it. Throws 'missing' and 'forbidden'. */
export async function lockForPreparing(tx: Tx, id: number): Promise<MeetingFacts> {
  const facts = await lockFacts(tx, id)
  requirePreparing(tx, facts)
  return facts
}

const termOf = ({ term_id, term_disabled }: MeetingFacts) => ({ id: term_id, disabled: term_disabled })

/** Saves the settings whole. Throws 'missing', 'forbidden', 'invalid' and 'stale'. */
export const saveMeeting = (ctx: Ctx, id: number, { version, ...settings }: MeetingInput) =>
  ctx.write(async (tx) => {
    const facts = await lockForPreparing(tx, id)
    tx.refuse(whyNotChangeSettings(facts.state, termOf(facts)))
    const before = (await findMeeting(tx, id))!
    requireVersion('This meeting', version, await findSettingsSave(tx, id))
    await requirePeople(tx, settings, before)
    const { sessions, members, ...fields } = settings
    await changeMeeting(tx, id, {
      ...fields,
      version: before.version + 1,
      saved_by: tx.actor.id,
      saved_at: tx.now().toISOString(),
    })
    await replaceSettings(tx, id, { sessions, members })
    await discussContested(tx, id)
    await tx.audit('meeting.edit', { id }, recorded(settings), recorded(settingsOf(before)))
    return saved(`${settings.name} has been saved.`, before.version + 1)
  })

/** Deletes a meeting that was never opened; who got its agenda is told. */
export const deleteMeeting = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const facts = await lockFacts(tx, id)
    tx.refuse(whyNotRemove(facts.state, termOf(facts)))
    const told = await mailMeetingCancelled(tx, facts)
    await removeMeeting(tx, id)
    await tx.audit('meeting.delete', { id }, null, { name: facts.name })
    const cancelled = told.length > 0 ? ` A cancellation has been sent to ${told.join(', ')}.` : ''
    return done(`${facts.name} has been deleted.${cancelled}`)
  })

/** Opens a meeting; its docket is completed, and who opens it as its chair or deputy is here. */
export const openMeeting = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const facts = await lockForPreparing(tx, id)
    tx.refuse(whyNotOpen(facts.state, termOf(facts)))
    await changeMeeting(tx, id, { state: OPEN, opened_at: tx.now().toISOString() })
    await completeDocket(tx, id)
    await discussContested(tx, id)
    await tx.audit('meeting.open', { id }, { state: OPEN }, { state: facts.state })
    if (tx.actor.id === facts.chair_id || tx.actor.id === facts.deputy_id)
      await arrive(tx, facts, tx.actor.id)
    return done(`${facts.name} is open.`)
  })

/** Closes a meeting in which no proposal is on; everyone leaves. The answer says what is left. */
export const closeMeeting = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const facts = await lockForChair(tx, id)
    tx.refuse(whyNotCloseMeeting(currentOf(facts)?.proposal_id ?? null))
    const at = tx.now().toISOString()
    await endAttendance(tx, id, at)
    await changeMeeting(tx, id, { state: CLOSED, closed_at: at, break_since: null, wall_scores: false })
    await tx.audit('meeting.close', { id }, { state: CLOSED }, { state: facts.state })
    return done(`${facts.name} is closed.${leftSentence(facts, tx.actor.id)}`)
  })

/** What is left of the docket, as far as the viewer may know. */
function leftSentence(facts: MeetingFacts, viewer: number): string {
  const user = personOf(facts, viewer)
  const seen = facts.items.filter(({ proposal_id }) => !hasConflictWith(user, proposal_id))
  const ids = (state: string) =>
    seen.flatMap((item) => (item.state === state ? [item.proposal_id] : [])).join(', ')
  const waiting = ids(WAITING)
  const putOff = ids(PUT_OFF)
  return `${waiting && ` Not discussed: ${waiting}.`}${putOff && ` Put off: ${putOff}.`}`
}

/** Opens a closed meeting again. */
export const reopenMeeting = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const facts = await lockForPreparing(tx, id)
    const other = await findOtherMeeting(tx, facts.term_id, id)
    tx.refuse(whyNotReopen(facts.state, termOf(facts), other !== undefined))
    await changeMeeting(tx, id, { state: OPEN, closed_at: null })
    await discussContested(tx, id)
    await tx.audit('meeting.reopen', { id }, { state: OPEN }, { state: facts.state })
    return done(`${facts.name} is open again.`)
  })
