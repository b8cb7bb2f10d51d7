import { z } from 'zod'
import { office, panelMembers, staff } from '../access.ts'
import { REASON_LENGTH } from '../conflicts/contract.ts'
import { byId, get, id, instant, Outcome, post, put, Saved, version } from '../endpoint.ts'
import { idChoice } from '../filters.ts'
import { checkbox, multiLine, mustBeSent, singleLine, wholeNumber } from '../input_schemas.ts'
import { DecisionNotesInput } from '../staff/contract.ts'
import { MAX_RANK } from '../staff/ranking.ts'
import { scoreFigure } from '../staff/score_figure.ts'
import { REQUIRED, tooLong } from '../text.ts'
import { docketEndpoints } from './docket_contract.ts'
import { itemState, meetingState, TRACKS } from './status.ts'

const NAME_LENGTH = 100
const MAX_MINUTES = 240
const MAX_PEOPLE = 100
const MAX_HOURS = 20
const MAX_ITEMS = 2000
/** The most ballots on a proposal in one meeting. */
const MAX_BALLOTS = 1000

const Person = z.object({ id: z.number(), name: z.string() })
export type Person = z.infer<typeof Person>

/** From the one instant to the other. */
const Hours = z.object({ starts_at: instant, ends_at: instant })
export type Hours = z.infer<typeof Hours>

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
const whole = (from: number, to: number) => {
  const range = `Enter a whole number from ${from} to ${to}.`
  return wholeNumber(to, range).refine((n) => n >= from, range)
}
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

// What a meeting shows while it is on -------------------------------------------------------------------------------------

const LiveMeeting = z.object({
  id: z.number(),
  term_id: z.number(),
  name: z.string(),
  place: z.string(),
  state: z.literal(meetingState.codes),
  sessions: z.array(Hours),
})

/** For someone with a conflict of interest with the proposal that is on: nothing of it, nor anything that it moves. */
const OutFace = z.object({
  face: z.literal('out'),
  meeting: LiveMeeting.pick({ id: true, term_id: true, name: true, state: true }),
  /** The viewer may grade these proposals and has not, by id. */
  meanwhile: z.array(z.object({ proposal_id: z.number(), title: z.string() })),
})

const ROLES = ['chair', 'deputy', 'first', 'second'] as const
export type BallotRole = (typeof ROLES)[number]

const GivenGrade = Person.extend({
  grade: z.number(),
  /** As whom they speak on it; the first that is true. */
  role: z.enum(ROLES).nullable(),
})

const Result = z.object({
  median: z.number(),
  lowest: z.number(),
  highest: z.number(),
})
export type BallotResult = z.infer<typeof Result>

/** The last ballot on the proposal that is on. Until it is revealed it says how many have given, not who or what. */
const Ballot = z.object({
  /** From 1 for each proposal: an id would tell someone in conflict how many ballots were held on other proposals. */
  number: z.number(),
  given: z.number(),
  voters: z.number(),
  /** The viewer's own grade; null too while impersonating. */
  mine: z.number().nullable(),
  revealed_at: instant.nullable(),
  /** Null until it is revealed, and when none of its grades counts any more. */
  result: Result.nullable(),
  /** Those that count, by name; empty until it is revealed. */
  grades: z.array(GivenGrade),
})
export type Ballot = z.infer<typeof Ballot>

/** Seconds until the clock last stopped, and since when it runs; null while it is stopped. */
const clock = { spent_seconds: z.number(), running_since: instant.nullable() }

/** The proposal that is on. */
const Current = z.object({
  proposal_id: z.number(),
  title: z.string(),
  proposer: z.object({ name: z.string(), affiliation: z.string() }),
  state: z.literal(itemState.codes),
  /** Changes with the state and with each ballot; commands carry what their sender saw. */
  version: z.number(),
  minutes: z.number(),
  ...clock,
  /** The viewer votes on it: a member of the panel who is here. */
  may_vote: z.boolean(),
  ballot: Ballot.nullable(),
  /** What came out of the ballots before the last one, the oldest first. */
  earlier: z.array(z.object({ number: z.number(), result: Result })),
  /** The viewer's private grade and notes from before the meeting; null without, and while impersonating. */
  before: z.object({ grade: z.number().nullable(), notes: z.string(), version: z.number() }).nullable(),
  /** The speakers, where someone is named. */
  first: Person.nullable(),
  second: Person.nullable(),
})

/** A proposal of the docket that the viewer may see. */
const DocketItem = z.object({
  proposal_id: z.number(),
  title: z.string(),
  track: z.enum(TRACKS),
  state: z.literal(itemState.codes),
  /** The agreed score. */
  score: z.number().nullable(),
  /** Null for who sees no order. */
  minutes: z.number().nullable(),
})
export type DocketItem = z.infer<typeof DocketItem>

const shared = {
  meeting: LiveMeeting,
  /** The viewer is here, as far as the meeting knows. */
  here: z.boolean(),
  /** Since when the meeting pauses; null while it does not. */
  break_since: instant.nullable(),
  /** Who has the chair now: one person, or any of the office. */
  chair: Person.nullable(),
  current: Current.nullable(),
}

/** For members of panel and office who do not have the chair. */
const MemberFace = z.object({
  face: z.literal('member'),
  ...shared,
  /** In the order of discussion; by id, and without minutes, for who has a conflict with any proposal in it. */
  docket: z.array(DocketItem),
  ordered: z.boolean(),
  /** Who is expected or has come, by last name; empty while a proposal is on. */
  people: z.array(Person.extend({ here: z.boolean() })),
})

/** What comes next: a proposal with who leaves, stays out and returns for it; or one that the viewer may not see. */
const Next = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('item'),
    proposal_id: z.number(),
    title: z.string(),
    leaves: z.array(Person),
    stays_out: z.array(Person),
    returns: z.array(Person),
  }),
  /** Another person has the chair for it. */
  z.object({ kind: z.literal('hidden') }),
])

const Attending = Person.extend({
  /** `out`: here, and in conflict with the proposal that is on. */
  is: z.enum(['here', 'out', 'away']),
  /** Expected, or chair or deputy. */
  expected: z.boolean(),
  role: z.enum(['chair', 'deputy']).nullable(),
  is_panel: z.boolean(),
})

const ChairCurrent = Current.extend({
  out: z.array(Person),
  /** Voters whose grade is missing while a ballot is open. */
  awaited: z.array(Person),
  /** How many may vote on it now; below the quorum no ballot is opened or revealed. */
  may_vote_count: z.number(),
  global_score: z.number().nullable(),
  rank: z.number().nullable(),
  /** Of score and rank. */
  score_version: z.number(),
  /** The viewer may write ranks: they have no conflict in the term. */
  may_rank: z.boolean(),
  notes: z.object({ for_proposer: z.string(), internal: z.string(), version: z.number() }),
  /** Reviewers whose reports agreeing on a first score closes. */
  closes: z.array(z.string()),
})

/** For who has the chair. */
const ChairFace = z.object({
  face: z.literal('chair'),
  ...shared,
  current: ChairCurrent.nullable(),
  quorum: z.number(),
  minutes_each: z.number(),
  wall_scores: z.boolean(),
  /** By last name; who is expected or has come. */
  people: z.array(Attending),
  /** In the order of discussion, without what the viewer may not see; those in triage after all others. */
  docket: z.array(
    DocketItem.extend({
      /** Who leaves and who returns before it, compared with the discussed proposal before it in this list. */
      leaves: z.array(Person),
      returns: z.array(Person),
      /** A conflict was declared after it was agreed. */
      marked: z.boolean(),
      version: z.number(),
      /** Of triage: whether it is better or worse than what is discussed, the score that its reports propose, the present one. */
      triage: z
        .object({
          side: z.enum(['above', 'below']).nullable(),
          proposed: z.number().nullable(),
          global_score: z.number().nullable(),
          score_version: z.number(),
          closes: z.array(z.string()),
        })
        .nullable(),
    }),
  ),
  next: Next.nullable(),
  /**
   * What tells how far the meeting is behind: planned minutes of what is done. Null for who has a conflict with any proposal
   * in the docket, and outside an open meeting.
   */
  plan: z.object({ done_minutes: z.number() }).nullable(),
})

export const Live = z.discriminatedUnion('face', [OutFace, MemberFace, ChairFace])
export type Live = z.infer<typeof Live>
export type LiveChair = z.infer<typeof ChairFace>
export type LiveMember = z.infer<typeof MemberFace>
export type LiveOut = z.infer<typeof OutFace>

/** For the projector, from the session of who has the chair; nothing of a proposal in any other session. */
export const Wall = z.object({
  term_id: z.number(),
  name: z.string(),
  sessions: z.array(Hours),
  /** `not_yours`: another person has the chair. */
  state: z.enum(['prepared', 'not_yours', 'between', 'break', 'discussing', 'ballot', 'revealed', 'closed']),
  proposal_id: z.number().nullable(),
  title: z.string(),
  minutes: z.number(),
  ...clock,
  /** Only while the chair shows it. */
  result: Result.nullable(),
})
export type Wall = z.infer<typeof Wall>

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

// Commands -----------------------------------------------------------------------------------------------------------------

const onItem = { proposal_id: id, version: mustBeSent(wholeNumber()) }
const onBallot = { proposal_id: id, number: whole(1, MAX_BALLOTS) }
const grade = scoreFigure(5).pipe(z.number('Enter a grade from 0.00 to 5.00.'))
const score = scoreFigure(5).pipe(z.number('Enter a score from 0.00 to 5.00.'))
const rank = scoreFigure(MAX_RANK)

/** The proposal to begin with; null: the next of the docket. */
const StartInput = z.object({ proposal_id: mustBeSent(id.nullable()) })

const AgreeInput = z.object({
  ...onItem,
  global_score: score,
  /** Absent: the rank stays. */
  rank: rank.optional(),
  /** Of score and rank. */
  score_version: version,
  notes: DecisionNotesInput.optional(),
  /** Mails the reviewers whose reports a first global score closes. */
  tell_reviewers: z.boolean().default(false),
  /** Begins with the next proposal of the docket. */
  next: z.boolean().default(false),
})
export type AgreeInput = z.output<typeof AgreeInput>

const AgreeTriageInput = z.object({
  scores: z
    .array(z.object({ ...onItem, global_score: score, rank: rank.optional(), score_version: version }))
    .min(1, 'Select at least one proposal.')
    .max(MAX_ITEMS)
    .refine(
      (scores) => new Set(scores.map(({ proposal_id }) => proposal_id)).size === scores.length,
      'A proposal is named twice.',
    ),
  tell_reviewers: z.boolean().default(false),
})
export type AgreeTriageInput = z.output<typeof AgreeTriageInput>

const inMeeting = { params: byId, reply: Outcome }

/**
 * Meetings of the panel. Who runs one is who has the chair: the chair; in conflict or away the deputy; both: any member of
 * the office without a conflict. A command that does not fit what is now is 409 and says what is; one that was carried out
 * already is answered as if it were done now.
 */
export const meetings = {
  list: get('/api/meetings', staff, {
    query: z.object({ term_id: idChoice }),
    reply: z.array(MeetingRow),
  }),
  people: get('/api/meetings/people', staff, { reply: z.array(MeetingPerson) }),
  get: get('/api/meetings/:id', staff, { params: byId, reply: Meeting }),
  add: post('/api/meetings', office, {
    body: NewMeeting,
    reply: Saved.extend({ id: z.number().optional() }),
  }),
  save: put('/api/meetings/:id', staff, { params: byId, body: MeetingInput, reply: Saved }),
  remove: put('/api/meetings/:id/delete', office, { ...inMeeting, mails: ['meeting_cancelled'] }),
  /** For who prepares the meeting: the office, its chair and its deputy. */
  agenda: get('/api/meetings/:id/agenda', staff, { params: byId, reply: Agenda }),
  /** To each of them their own, with a calendar file; `number`: how often the sender saw that it was sent. */
  sendAgenda: put('/api/meetings/:id/send_agenda', staff, {
    ...inMeeting,
    body: z.object({ number: mustBeSent(wholeNumber()) }),
    mails: ['meeting_agenda', 'meeting_cancelled'],
  }),
  /** A PDF, made for its reader; a draft until the meeting is closed, none before it is opened. */
  minutesPdf: get('/api/meetings/:id/minutes', staff, { params: byId, gives: 'file' }),
  open: put('/api/meetings/:id/open', staff, inMeeting),
  close: put('/api/meetings/:id/close', staff, inMeeting),
  reopen: put('/api/meetings/:id/reopen', staff, inMeeting),
  /** With an ETag; 304 while nothing that the viewer may see has changed. */
  live: get('/api/meetings/:id/live', staff, { params: byId, reply: Live }),
  /** For chair, deputy, and who else has the chair. With an ETag. */
  wall: get('/api/meetings/:id/wall', staff, { params: byId, reply: Wall }),
  /** The sender is here or away; for others, who has the chair says so. */
  attend: put('/api/meetings/:id/attend', staff, {
    ...inMeeting,
    body: z.object({ user_id: id.optional(), here: mustBeSent(checkbox) }),
  }),
  start: put('/api/meetings/:id/start', staff, { ...inMeeting, body: StartInput }),
  putOff: put('/api/meetings/:id/put_off', staff, {
    ...inMeeting,
    body: z.object({ ...onItem, next: z.boolean().default(false) }),
  }),
  /** Stops or starts the clock of the proposal that is on. */
  clock: put('/api/meetings/:id/clock', staff, {
    ...inMeeting,
    body: z.object({ proposal_id: id, running: mustBeSent(checkbox) }),
  }),
  /** The meeting pauses, its clock too; or goes on. */
  pause: put('/api/meetings/:id/pause', staff, {
    ...inMeeting,
    body: z.object({ paused: mustBeSent(checkbox) }),
  }),
  /** How many minutes the proposal has in all. */
  minutes: put('/api/meetings/:id/minutes', staff, {
    ...inMeeting,
    body: z.object({ proposal_id: id, minutes: whole(1, MAX_MINUTES) }),
  }),
  /** The first ballot on the proposal that is on, or another one after a ballot was revealed. */
  openBallot: put('/api/meetings/:id/open_ballot', staff, { ...inMeeting, body: z.object(onItem) }),
  /** The sender's grade, which they can change until the ballot is revealed. */
  give: put('/api/meetings/:id/grade', panelMembers, {
    ...inMeeting,
    body: z.object({ ...onBallot, grade }),
  }),
  closeBallot: put('/api/meetings/:id/close_ballot', staff, {
    ...inMeeting,
    body: z.object(onBallot),
  }),
  /** Writes the global score, the rank and the decision notes of the proposal that is on. */
  agree: put('/api/meetings/:id/agree', staff, { ...inMeeting, body: AgreeInput, mails: ['review_closed'] }),
  /** The agreed score stays although a conflict was declared since. */
  keepScore: put('/api/meetings/:id/keep_score', staff, { ...inMeeting, body: z.object(onItem) }),
  /** From triage into the docket: one press of anybody without a conflict. */
  bringBack: put('/api/meetings/:id/bring_back', staff, {
    ...inMeeting,
    body: z.object({ proposal_id: id }),
  }),
  /** Writes the global scores of proposals in triage, all or none. */
  agreeTriage: put('/api/meetings/:id/agree_triage', staff, {
    ...inMeeting,
    body: AgreeTriageInput,
    mails: ['review_closed'],
  }),
  /** The sender has a conflict of interest with a proposal of the docket, and leaves when it is on. */
  declareConflict: put('/api/meetings/:id/declare_conflict', staff, {
    ...inMeeting,
    body: z.object({
      proposal_id: id,
      reason: multiLine({ max: REASON_LENGTH, long: tooLong(REASON_LENGTH, '.') }),
    }),
    mails: ['conflict_declared'],
  }),
  /** The wall shows median and range of the proposal that is on, until the next one begins. */
  showOnWall: put('/api/meetings/:id/show_on_wall', staff, {
    ...inMeeting,
    body: z.object({ shown: mustBeSent(checkbox) }),
  }),
  ...docketEndpoints,
}
