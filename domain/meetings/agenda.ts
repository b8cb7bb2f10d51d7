import { address } from '../address.ts'
import type { CalendarEntry } from '../calendar_entry.ts'
import { termLabel } from '../masters/values.ts'
import { MeetingHours, minuteOf } from './docket_hours.ts'
import type { Hours } from './schemas.ts'
import type { Track } from './status.ts'

/** A proposal of the docket as an agenda names it. */
export interface AgendaItem {
  proposal_id: number
  title: string
  minutes: number
  track: Track
}

/** 'YYYY-MM-DD' and 'HH:mm' of a minute since the epoch, in UTC. */
const clockOf = (minute: number) => {
  const text = new Date(minute * 60_000).toISOString()
  return { day: text.slice(0, 10), time: text.slice(11, 16) }
}

/** '- 2026-11-30 09:00 to 12:00 UTC', one line for each session. */
export const hoursText = (sessions: readonly Hours[]): string =>
  sessions
    .map(({ starts_at, ends_at }) => {
      const [from, to] = [clockOf(minuteOf(starts_at)), clockOf(minuteOf(ends_at))]
      return `- ${from.day} ${from.time} to ${from.day === to.day ? '' : `${to.day} `}${to.time} UTC`
    })
    .join('\n')

const line = ({ proposal_id, title }: AgendaItem) => `${proposal_id}: ${title}`
const listed = (items: readonly AgendaItem[]) => items.map((item) => `- ${line(item)}`).join('\n')

const undiscussed = (items: readonly AgendaItem[]): string[] => {
  const triage = items.filter(({ track }) => track === 'triage')
  return triage.length > 0 ? [`Without discussion, unless someone brings one back:\n${listed(triage)}`] : []
}

/** The docket in the order of discussion, with planned times and breaks, then what is not discussed. */
export function orderedDocket(items: readonly AgendaItem[], sessions: readonly Hours[]): string {
  const hours = new MeetingHours(
    sessions.map(({ starts_at, ends_at }) => ({ from: minuteOf(starts_at), to: minuteOf(ends_at) })),
  )
  const discussed = items.filter(({ track }) => track === 'discussed')
  return [
    ...(discussed.length > 0
      ? [`In this order; times are planned, in UTC.\n${planned(discussed, hours).join('\n')}`]
      : []),
    ...undiscussed(items),
  ].join('\n\n')
}

function planned(items: readonly AgendaItem[], hours: MeetingHours): string[] {
  const breaks = hours.breaks()
  const lines: string[] = []
  let elapsed = 0
  let day = ''
  for (const item of items) {
    while (breaks[0] && breaks[0].after <= elapsed) {
      const { from, to } = breaks.shift()!
      if (clockOf(from).day === clockOf(to).day)
        lines.push(`- ${clockOf(from).time} to ${clockOf(to).time}: break`)
    }
    const begins = hours.beginAt(elapsed)
    if (begins === null) lines.push(`- ${line(item)}`)
    else {
      const at = clockOf(begins)
      if (at.day !== day) lines.push(at.day)
      day = at.day
      lines.push(`- ${at.time}: ${line(item)}`)
    }
    elapsed += item.minutes
  }
  return lines
}

/** For someone with a conflict of interest in the call: what they discuss, by number, without order and times. */
export function unorderedDocket(items: readonly AgendaItem[]): string {
  const byNumber = items.toSorted((a, b) => a.proposal_id - b.proposal_id)
  return [
    `Proposals that you discuss, by number. You are called when you are needed.\n${listed(
      byNumber.filter(({ track }) => track === 'discussed'),
    )}`,
    ...undiscussed(byNumber),
  ].join('\n\n')
}

/** Why an agenda cannot be sent, or null. */
export const whyNotSendAgenda = (sessions: readonly Hours[], people: number): string | null =>
  sessions.length === 0
    ? 'Set the hours of the meeting first.'
    : people === 0
      ? 'Name the members of the meeting first.'
      : null

/** A meeting in a calendar, from its first hour to its last, with nothing of what is discussed; null before it has hours. */
export function meetingEntry(meeting: {
  id: number
  term_id: number
  place: string
  sessions: readonly Hours[]
}): CalendarEntry | null {
  const [first, last] = [meeting.sessions[0], meeting.sessions.at(-1)]
  if (!first || !last) return null
  return {
    key: `meeting-${meeting.id}`,
    title: `${termLabel(meeting.term_id)} panel meeting`,
    starts_at: first.starts_at,
    ends_at: last.ends_at,
    place: meeting.place,
    to: address('/meetings/$id', { id: meeting.id }),
  }
}
