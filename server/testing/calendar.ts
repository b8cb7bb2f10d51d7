import ICAL from 'ical.js'
import type { Actor } from '#domain/session/actor.ts'
import { hashToken, newToken } from '../platform/tokens.ts'
import type { TestServer } from './test_server.ts'

/** Gives a user a calendar address; returns its path. */
export async function aCalendarAddress({ db, services }: TestServer, { id: user_id }: { id: number }) {
  const token = newToken()
  const created_at = services.clock().toISOString()
  await db
    .insertInto('calendar_addresses')
    .values({ user_id, token_hash: hashToken(token), created_at })
    .execute()
  return `/api/calendar/${token}.ics`
}

/** The entries of a calendar file, as ical.js reads them. */
export function readEntries(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  return calendar.getAllSubcomponents('vevent').map((event) => {
    const value = (name: string) => event.getFirstPropertyValue(name)
    const moment = (name: string) => (value(name) as ICAL.Time | null)?.toJSDate().toISOString() ?? null
    return {
      uid: String(value('uid')),
      title: String(value('summary')),
      starts_at: moment('dtstart'),
      ends_at: moment('dtend'),
      stamp: moment('dtstamp'),
      sequence: value('sequence'),
      url: String(value('url')),
      description: String(value('description')),
      place: value('location'),
      zone: (value('dtstart') as ICAL.Time).zone.tzid,
    }
  })
}

/** Reads what a user's calendar holds, at an address of their own that is then revoked. */
export async function readCalendarOf(world: TestServer, actor: Actor) {
  const path = await aCalendarAddress(world, actor)
  const reply = await world.app.inject({ method: 'GET', url: path })
  await world.db.deleteFrom('calendar_addresses').where('user_id', '=', actor.id).execute()
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return { file: reply.body, entries: readEntries(reply.body) }
}
