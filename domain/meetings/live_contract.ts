import { z } from 'zod'
import { staff } from '../access.ts'
import { byId, get, instant } from '../endpoint.ts'
import { Hours, Person } from './schemas.ts'
import { itemState, meetingState, TRACKS } from './status.ts'

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

/** What a meeting shows while it is on, to each viewer their own. */
export const liveEndpoints = {
  /** With an ETag; 304 while nothing that the viewer may see has changed. */
  live: get('/api/meetings/:id/live', staff, {
    summary: 'Shows what is on in a meeting, to each viewer their own; 304 while nothing has changed.',
    params: byId,
    reply: Live,
  }),
  /** For chair, deputy, and who else has the chair. With an ETag. */
  wall: get('/api/meetings/:id/wall', staff, {
    summary: "Shows what a meeting's screen on the wall may show; 304 while nothing has changed.",
    params: byId,
    reply: Wall,
  }),
}
