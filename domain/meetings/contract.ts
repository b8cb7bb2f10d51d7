import { z } from 'zod'
import { office, staff } from '../access.ts'
import { byId, get, id, instant, post, put, Saved, version } from '../endpoint.ts'
import { idChoice } from '../filters.ts'
import { mustBeSent, singleLine, wholeNumber } from '../input_schemas.ts'
import { REQUIRED, tooLong } from '../text.ts'
import { discussionEndpoints } from './discussion_contract.ts'
import { docketEndpoints } from './docket_contract.ts'
import { liveEndpoints } from './live_contract.ts'
import { Hours, inMeeting, MAX_MINUTES, Person, whole } from './schemas.ts'
import { meetingState } from './status.ts'

const NAME_LENGTH = 100
const MAX_PEOPLE = 100
const MAX_HOURS = 20

/** A meeting in the list. */
export const MeetingRow = z.object({
  id: z.number(),
  term_id: z.number(),
  state: z.literal(meetingState.codes),
  name: z.string(),
  place: z.string(),
  chair: Person,
  deputy: Person.nullable(),
  /** In order; what lies between two of a day is a break. */
  sessions: z.array(Hours),
  opened_at: instant.nullable(),
  closed_at: instant.nullable(),
  agenda_sent_at: instant.nullable(),
})
export type MeetingRow = z.infer<typeof MeetingRow>

/** The settings of a meeting. */
export const Meeting = MeetingRow.extend({
  quorum: z.number(),
  minutes_each: z.number(),
  triage_above: z.number().nullable(),
  triage_below: z.number().nullable(),
  /** Who is expected, by last name; without hours for the whole meeting. */
  members: z.array(Person.extend({ hours: z.array(Hours) })),
  /** The term is closed: nothing can be changed. */
  term_disabled: z.boolean(),
  version: z.number(),
})
export type Meeting = z.infer<typeof Meeting>

const CHOOSE = 'Choose a member of the panel or the office.'
const person = wholeNumber(undefined, CHOOSE).refine((user) => user > 0, CHOOSE)

const moment = z.iso.datetime({ offset: true, error: 'Enter a date and time.' })
const hours = z
  .object({ starts_at: moment, ends_at: moment })
  .refine(({ starts_at, ends_at }) => Date.parse(starts_at) < Date.parse(ends_at), {
    error: 'The end must be after the start.',
    path: ['ends_at'],
  })
  .transform(({ starts_at, ends_at }) => ({
    starts_at: new Date(starts_at).toISOString(),
    ends_at: new Date(ends_at).toISOString(),
  }))

/** In order, none overlaps another. */
const hoursList = z
  .array(hours)
  .max(MAX_HOURS, `Enter ${MAX_HOURS} at most.`)
  .transform((list) => [...list].sort((a, b) => (a.starts_at < b.starts_at ? -1 : 1)))
  .refine(
    (list) => list.every((one, i) => i === 0 || list[i - 1]!.ends_at <= one.starts_at),
    'Two of these overlap.',
  )

const settings = {
  name: singleLine({ max: NAME_LENGTH, required: REQUIRED, long: tooLong(NAME_LENGTH, '.') }),
  place: mustBeSent(singleLine({ max: NAME_LENGTH, long: tooLong(NAME_LENGTH, '.') })),
  chair_id: person,
  deputy_id: mustBeSent(person.nullable()),
  quorum: whole(1, MAX_PEOPLE),
  minutes_each: whole(1, MAX_MINUTES),
  sessions: hoursList,
  members: z
    .array(z.object({ user_id: id, hours: hoursList }))
    .max(MAX_PEOPLE)
    .refine(
      (members) => new Set(members.map(({ user_id }) => user_id)).size === members.length,
      'A member is named twice.',
    ),
}

const withAnotherDeputy = <S extends z.ZodType<{ chair_id: number; deputy_id: number | null }>>(schema: S) =>
  schema.refine(({ chair_id, deputy_id }) => chair_id !== deputy_id, {
    error: 'The deputy must be another person.',
    path: ['deputy_id'],
  })

/** Its docket begins with the term's submitted proposals that have no global score. */
export const NewMeeting = withAnotherDeputy(z.object({ term_id: id, ...settings }))
export type NewMeeting = z.output<typeof NewMeeting>

/** The settings are saved whole. */
export const MeetingInput = withAnotherDeputy(z.object({ ...settings, version }))
export type MeetingInput = z.output<typeof MeetingInput>

/** An active member of the panel or the office; only members of the panel are expected and vote. */
const MeetingPerson = Person.extend({ affiliation: z.string(), is_panel: z.boolean() })

/** The agenda before it is sent. */
export const Agenda = z.object({
  /** Who gets it: who is expected, the chair and the deputy, by last name. */
  to: z.array(Person),
  /** Who got the last one and is no longer expected: they are told that the meeting is cancelled for them. */
  cancelled_for: z.array(Person),
  sent_at: instant.nullable(),
  /** Who got the last one, and is told where the meeting is deleted. */
  sent_to: z.array(Person),
  /** How often it was sent. */
  number: z.number(),
  /** Whether hours, place, people or docket have changed since, as far as the viewer may see them. */
  changed: z.boolean(),
  /** Why it cannot be sent; null where it can. */
  why_not: z.string().nullable(),
})
export type Agenda = z.infer<typeof Agenda>

/**
 * Meetings of the panel. Who runs one is who has the chair: the chair; in conflict or away the deputy; both: any member of
 * the office without a conflict. A command that does not fit what is now is 409 and says what is; one that was carried out
 * already is answered as if it were done now.
 */
export const meetings = {
  list: get('/api/meetings', staff, {
    summary: 'Lists the meetings of a call.',
    query: z.object({ term_id: idChoice }),
    reply: z.array(MeetingRow),
    scope: 'read_lists',
  }),
  people: get('/api/meetings/people', staff, {
    summary: 'Lists the people who can be members of a meeting.',
    reply: z.array(MeetingPerson),
  }),
  get: get('/api/meetings/:id', staff, { summary: 'Shows a meeting.', params: byId, reply: Meeting }),
  add: post('/api/meetings', office, {
    summary: 'Adds a meeting.',
    body: NewMeeting,
    reply: Saved.extend({ id: z.number().optional() }),
  }),
  save: put('/api/meetings/:id', staff, {
    summary: "Saves a meeting's name, place, hours, chair and members.",
    params: byId,
    body: MeetingInput,
    reply: Saved,
  }),
  remove: put('/api/meetings/:id/delete', office, {
    summary: 'Deletes a meeting, and tells those who had its agenda.',
    ...inMeeting,
    mails: ['meeting_cancelled'],
  }),
  /** For who prepares the meeting: the office, its chair and its deputy. */
  agenda: get('/api/meetings/:id/agenda', staff, {
    summary: 'Says who would get the agenda of a meeting and when it was last sent.',
    params: byId,
    reply: Agenda,
  }),
  /** To each of them their own, with a calendar file; `number`: how often the sender saw that it was sent. */
  sendAgenda: put('/api/meetings/:id/send_agenda', staff, {
    summary: 'Mails each attending person their own agenda with a calendar file.',
    ...inMeeting,
    body: z.object({ number: mustBeSent(wholeNumber()) }),
    mails: ['meeting_agenda', 'meeting_cancelled'],
  }),
  /** A PDF, made for its reader; a draft until the meeting is closed, none before it is opened. */
  minutesPdf: get('/api/meetings/:id/minutes', staff, {
    summary: 'Answers the minutes of a meeting as a PDF made for its reader.',
    params: byId,
    gives: 'file',
  }),
  open: put('/api/meetings/:id/open', staff, { ...inMeeting, summary: 'Opens a meeting.' }),
  close: put('/api/meetings/:id/close', staff, { ...inMeeting, summary: 'Closes a meeting.' }),
  reopen: put('/api/meetings/:id/reopen', staff, { ...inMeeting, summary: 'Opens a closed meeting again.' }),
  ...docketEndpoints,
  ...liveEndpoints,
  ...discussionEndpoints,
}
