import type { LiveChair } from '#domain/meetings/live_contract.ts'
import { secondsOn } from '#domain/meetings/rules.ts'
import type { Hours } from '#domain/meetings/schemas.ts'
import { itemState } from '#domain/meetings/status.ts'
import { day, time } from '#web/lib/format/format.ts'

const MINUTE_MS = 60_000
/** Local hours in which a long break that begins there is lunch. */
const LUNCH = { from: 11, before: 14 }
const SHORTEST_LUNCH_MS = 30 * MINUTE_MS

/** The times between the sessions, in order. */
export const breaksOf = (sessions: readonly Hours[]): Hours[] =>
  sessions
    .slice(1)
    .map(({ starts_at }, before) => ({ starts_at: sessions[before]!.ends_at, ends_at: starts_at }))

/** 'Lunch, 12:00 to 13:00', 'Break, 15:30 to 15:45', 'Until 2027-05-12 09:00'. */
export function breakText({ starts_at, ends_at }: Hours): string {
  const [from, to] = [time(starts_at), time(ends_at)]
  if (day(from) !== day(to)) return `Until ${to}`
  const hour = Number(from.slice(11, 13))
  const isLong = Date.parse(ends_at) - Date.parse(starts_at) >= SHORTEST_LUNCH_MS
  const isLunch = isLong && hour >= LUNCH.from && hour < LUNCH.before
  return `${isLunch ? 'Lunch' : 'Break'}, ${from.slice(11)} to ${to.slice(11)}`
}

interface Ahead {
  sessions: readonly Hours[]
  docket: readonly Pick<LiveChair['docket'][number], 'proposal_id' | 'state' | 'track' | 'minutes'>[]
  current: Pick<NonNullable<LiveChair['current']>, 'minutes' | 'spent_seconds' | 'running_since'> | null
}

/** The breaks still to come by the waiting proposal before which they fall, if everything takes as long as planned. */
export function breaksAhead({ sessions, docket, current }: Ahead, now: Date): Map<number, Hours[]> {
  const coming = breaksOf(sessions).filter(({ ends_at }) => Date.parse(ends_at) > +now)
  const places = new Map<number, Hours[]>()
  let at = +now + (current ? Math.max(0, current.minutes * 60 - secondsOn(current, now)) * 1000 : 0)
  for (const { proposal_id, state, track, minutes } of docket) {
    if (track !== 'discussed' || state !== itemState.code.WAITING) continue
    while (coming[0] && at >= Date.parse(coming[0].starts_at)) {
      const next = coming.shift()!
      places.set(proposal_id, [...(places.get(proposal_id) ?? []), next])
      at = Math.max(at, Date.parse(next.ends_at))
    }
    at += (minutes ?? 0) * MINUTE_MS
  }
  return places
}
