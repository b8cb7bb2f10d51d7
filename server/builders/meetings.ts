import type { Actor } from '#domain/session/actor.ts'
import { attend } from '../meetings/attendance.ts'
import { addMeeting, openMeeting } from '../meetings/service.ts'
import type { Ctx } from '../platform/context.ts'

interface MeetingOptions {
  term_id?: number
  name?: string
  chair: Actor
  deputy?: Actor | null
  /** Expected for the whole meeting. */
  members?: readonly Actor[]
  quorum?: number
  sessions?: { starts_at: string; ends_at: string }[]
}

/** A prepared meeting of the term, with all its submitted proposals without a score; returns its id. */
export async function aMeeting(
  office: Ctx,
  { term_id = 7, name = 'Panel Meeting', deputy = null, members = [], quorum = 1, ...more }: MeetingOptions,
): Promise<number> {
  const { id } = await addMeeting(office, {
    ...{ term_id, name, place: 'Sagamihara', quorum, minutes_each: 10 },
    chair_id: more.chair.id,
    deputy_id: deputy?.id ?? null,
    sessions: more.sessions ?? [],
    members: members.map((member) => ({ user_id: member.id, hours: [] })),
  })
  return id
}

/** A meeting that its chair has opened, and in which chair, deputy and members are here. */
export async function anOpenMeeting(office: Ctx, options: MeetingOptions): Promise<number> {
  const id = await aMeeting(office, options)
  const { chair, deputy, members = [] } = options
  await openMeeting(office.as(chair), id)
  for (const actor of new Set([...(deputy ? [deputy] : []), ...members]))
    if (actor.id !== chair.id) await attend(office.as(actor), id, { here: true })
  return id
}
