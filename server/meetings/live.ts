import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { forbidden, notFound } from '#domain/errors.ts'
import {
  type Ballot,
  type BallotRole,
  type DocketItem,
  Live,
  type LiveChair,
  type LiveMember,
  Wall,
} from '#domain/meetings/live_contract.ts'
import { nextOf, proposedScore, resultOf, triageSide } from '#domain/meetings/rules.ts'
import type { Person } from '#domain/meetings/schemas.ts'
import { type ItemState, itemState, meetingState } from '#domain/meetings/status.ts'
import type { Ctx } from '../platform/context.ts'
import { Answer } from '../platform/http/handlers.ts'
import {
  actorHasChair,
  countedGrades,
  countVoters,
  currentOf,
  electorateOf,
  hasConflictWith,
  personOf,
  whoHasChair,
} from './current.ts'
import { findTriage, readCurrent, readUngraded } from './live_queries.ts'
import {
  findFacts,
  type MeetingBallot,
  type MeetingFacts,
  type MeetingItem,
  type MeetingUser,
} from './queries.ts'

const { OPEN, PREPARED } = meetingState.code
const { BALLOT, REVEALED, AGREED, PUT_OFF } = itemState.code

/** An answer with the hash of its body as ETag; 304 without a body when the caller has it already. */
function tagged<S extends z.ZodType>(schema: S, body: z.input<S>, ifNoneMatch: string | undefined) {
  const shown = schema.parse(body)
  const etag = `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url')}"`
  const known = ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//u, '') === etag)
  return new Answer(known ? 304 : 200, shown, { ETag: etag })
}

/** A meeting as it is now. Throws 'missing'. */
async function requireFacts({ db, actor }: Ctx, id: number): Promise<MeetingFacts> {
  const facts = await findFacts(db, id, actor.id)
  if (!facts) throw notFound()
  return facts
}

const toPerson = ({ id, name }: Person): Person => ({ id, name })

/** What the meeting shows to the viewer now. Throws 'missing'. */
export async function showLive(ctx: Ctx, id: number, ifNoneMatch: string | undefined) {
  return tagged(Live, await faceOf(ctx, await requireFacts(ctx, id)), ifNoneMatch)
}

async function faceOf(ctx: Ctx, facts: MeetingFacts): Promise<Live> {
  const on = currentOf(facts)
  if (on && hasConflictWith(personOf(facts, ctx.actor.id), on.proposal_id)) return outFace(ctx, facts)
  if (facts.state === OPEN && actorHasChair(facts, ctx.actor)) return chairFace(ctx, facts)
  return memberFace(ctx, facts)
}

/** Private grades, and what tells of them, are not shown while impersonating. */
const isPrivate = ({ actor }: Ctx) => actor.impersonatedBy !== undefined

/** For who has a conflict with the proposal that is on: nothing that depends on it. */
async function outFace(ctx: Ctx, { id, term_id, name, state, people }: MeetingFacts): Promise<Live> {
  const grades = people.some((user) => user.id === ctx.actor.id && user.is_panel) && !isPrivate(ctx)
  const meanwhile = grades ? await readUngraded(ctx.db, { viewer: ctx.actor.id, term_id }) : []
  return { face: 'out', meeting: { id, term_id, name, state }, meanwhile }
}

/** What chair and members see alike; null where the viewer turns out to have a conflict with the proposal that is on. */
function sharedFields(ctx: Ctx, facts: MeetingFacts) {
  const { id, term_id, name, place, state, sessions, break_since } = facts
  const chair = whoHasChair(facts)
  return {
    meeting: { id, term_id, name, place, state, sessions },
    here: personOf(facts, ctx.actor.id).here,
    break_since,
    chair: chair === null ? null : toPerson(personOf(facts, chair)),
  }
}

async function memberFace(ctx: Ctx, facts: MeetingFacts): Promise<Live> {
  const current = await currentFor(ctx, facts)
  if (current === 'hidden') return outFace(ctx, facts)
  const ordered = !facts.conflict_in_term
  const docket = visibleItems(facts, ctx.actor.id).map(toDocketItem)
  return {
    face: 'member',
    ...sharedFields(ctx, facts),
    current: current?.member ?? null,
    docket: ordered
      ? docket
      : docket.map((item) => ({ ...item, minutes: null })).sort((a, b) => a.proposal_id - b.proposal_id),
    ordered,
    people: current
      ? []
      : facts.people
          .filter(({ expected, came }) => expected || came)
          .map(({ id, name, here }) => ({ id, name, here })),
  }
}

const visibleItems = (facts: MeetingFacts, viewer: number) => {
  const user = personOf(facts, viewer)
  return facts.items.filter(({ proposal_id }) => !hasConflictWith(user, proposal_id))
}

const toDocketItem = ({
  proposal_id,
  title,
  track,
  state,
  agreed_score,
  minutes,
}: MeetingItem): DocketItem => ({
  proposal_id,
  title,
  track,
  state,
  score: state === AGREED ? agreed_score : null,
  minutes,
})

type Current = NonNullable<LiveMember['current']>
type ChairCurrent = NonNullable<LiveChair['current']>

/** The proposal that is on; null without one, 'hidden' where a conflict was declared since the meeting was read. */
async function currentFor(ctx: Ctx, facts: MeetingFacts) {
  const item = currentOf(facts)
  if (!item) return null
  const { proposal_id, title, state, version, minutes, spent_seconds, running_since } = item
  const [read] = await readCurrent(ctx.db, { viewer: ctx.actor.id, id: proposal_id })
  if (!read) return 'hidden'
  const me = personOf(facts, ctx.actor.id)
  const { ballot, earlier } = ballotsFor(ctx, facts, item, read)
  const before =
    read.grade_version === null || isPrivate(ctx)
      ? null
      : { grade: read.grade, notes: read.notes ?? '', version: read.grade_version }
  const member: Current = {
    proposal_id,
    title,
    proposer: { name: read.name, affiliation: read.affiliation },
    state,
    version,
    minutes,
    spent_seconds,
    running_since,
    may_vote: me.here && me.is_panel && me.active,
    ballot,
    earlier,
    before,
    first: read.first,
    second: read.second,
  }
  return { member, read }
}

interface Speakers {
  first: Person | null
  second: Person | null
}

/** The last ballot of this discussion, and what came out of those before. */
function ballotsFor(ctx: Ctx, facts: MeetingFacts, { state }: MeetingItem, speakers: Speakers) {
  const held = facts.ballots.filter(({ cancelled_at }) => cancelled_at === null)
  const shown = state === BALLOT || state === REVEALED ? held.at(-1) : undefined
  return {
    ballot: shown ? toBallot(ctx, facts, shown, speakers) : null,
    earlier: held.flatMap((ballot) => {
      const result = ballot === shown ? null : ballotResult(facts, ballot)
      return result ? [{ number: ballot.number, result }] : []
    }),
  }
}

const ballotResult = (facts: MeetingFacts, ballot: MeetingBallot) =>
  ballot.revealed_at === null ? null : resultOf(countedGrades(facts, ballot).map(({ grade }) => grade))

function toBallot(ctx: Ctx, facts: MeetingFacts, ballot: MeetingBallot, speakers: Speakers): Ballot {
  const { number, revealed_at } = ballot
  const { given, voters } = electorateOf(facts, ballot)
  const counted = countedGrades(facts, ballot)
  return {
    number,
    given,
    voters: revealed_at === null ? voters : given,
    mine: isPrivate(ctx) ? null : (counted.find(({ user_id }) => user_id === ctx.actor.id)?.grade ?? null),
    revealed_at,
    result: ballotResult(facts, ballot),
    grades:
      revealed_at === null
        ? []
        : counted.map(({ user_id, name, grade }) => ({
            id: user_id,
            name,
            grade,
            role: roleOf(facts, speakers, user_id),
          })),
  }
}

function roleOf(facts: MeetingFacts, { first, second }: Speakers, user_id: number): BallotRole | null {
  if (user_id === facts.chair_id) return 'chair'
  if (user_id === facts.deputy_id) return 'deputy'
  if (user_id === first?.id) return 'first'
  return user_id === second?.id ? 'second' : null
}

/** Who is expected or here and has a conflict with a proposal. */
const outFor = ({ people }: MeetingFacts, proposal_id: number): MeetingUser[] =>
  people.filter((user) => (user.expected || user.here) && user.active && hasConflictWith(user, proposal_id))

const without = (people: readonly MeetingUser[], others: readonly MeetingUser[]) =>
  people.filter((one) => !others.includes(one)).map(toPerson)

async function chairFace(ctx: Ctx, facts: MeetingFacts): Promise<Live> {
  const current = await currentFor(ctx, facts)
  if (current === 'hidden') return outFace(ctx, facts)
  const { quorum, minutes_each, wall_scores } = facts
  const on = currentOf(facts)
  return {
    face: 'chair',
    ...sharedFields(ctx, facts),
    current: current && toChairCurrent(facts, current),
    quorum,
    minutes_each,
    wall_scores,
    people: attending(facts, on),
    docket: await chairDocket(ctx, facts),
    next: nextFor(ctx, facts, on),
    plan: facts.conflict_in_term ? null : { done_minutes: doneMinutes(facts) },
  }
}

function toChairCurrent(
  facts: MeetingFacts,
  { member, read }: Exclude<Awaited<ReturnType<typeof currentFor>>, null | 'hidden'>,
): ChairCurrent {
  const { proposal_id } = member
  const ballot = member.state === BALLOT ? facts.ballots.at(-1) : undefined
  return {
    ...member,
    out: facts.people.filter((user) => user.here && hasConflictWith(user, proposal_id)).map(toPerson),
    awaited: ballot ? electorateOf(facts, ballot).awaited.map(toPerson) : [],
    may_vote_count: countVoters(facts, proposal_id),
    global_score: read.global_score,
    rank: read.rank,
    score_version: read.score_version,
    may_rank: !read.conflict_in_term,
    notes: {
      for_proposer: read.for_proposer ?? '',
      internal: read.internal ?? '',
      version: read.notes_version ?? 0,
    },
    closes: read.closes,
  }
}

const attending = (facts: MeetingFacts, on: MeetingItem | undefined): LiveChair['people'] =>
  facts.people.flatMap((user) => {
    const { id, name, expected, came, here, is_panel } = user
    const role = id === facts.chair_id ? 'chair' : id === facts.deputy_id ? 'deputy' : null
    if (!expected && !came && role === null) return []
    const out = hasConflictWith(user, on?.proposal_id)
    return [
      {
        id,
        name,
        is: here ? (out ? 'out' : 'here') : 'away',
        expected: expected || role !== null,
        role,
        is_panel,
      },
    ]
  })

/** The docket in its order: what is discussed with who leaves and returns before it, then what is in triage. */
async function chairDocket(ctx: Ctx, facts: MeetingFacts): Promise<LiveChair['docket']> {
  const items = visibleItems(facts, ctx.actor.id)
  const read = items.some(({ track }) => track === 'triage')
    ? await findTriage(
        ctx.db,
        ctx.actor,
        items.map(({ proposal_id }) => proposal_id),
      )
    : []
  const byId = new Map(read.map((one) => [one.id, one]))
  const averageOf = ({ proposal_id }: MeetingItem) => byId.get(proposal_id)?.average ?? null
  let before: MeetingUser[] = []
  const discussed = items
    .filter(({ track }) => track === 'discussed')
    .map((item) => {
      const out = outFor(facts, item.proposal_id)
      const row = {
        ...toRow(item),
        leaves: without(out, before),
        returns: without(before, out),
        triage: null,
      }
      before = out
      return row
    })
  const others = items.filter(({ track }) => track === 'discussed').map(averageOf)
  const triage = items
    .filter(({ track }) => track === 'triage')
    .map((item) => {
      const { global_score = null, score_version = 0, closes = [] } = byId.get(item.proposal_id) ?? {}
      const average = averageOf(item)
      const side = triageSide(average, others)
      const proposed = proposedScore(average)
      const fields = { side, proposed, global_score, score_version, closes }
      return { ...toRow(item), leaves: [], returns: [], triage: fields }
    })
  return [...discussed, ...triage]
}

const toRow = (item: MeetingItem) => ({
  ...toDocketItem(item),
  marked: item.marked_for_chair,
  version: item.version,
})

/** What comes after the proposal that is on. */
function nextFor(ctx: Ctx, facts: MeetingFacts, on: MeetingItem | undefined): LiveChair['next'] {
  const next = nextOf(facts.items)
  if (!next) return null
  const { proposal_id, title } = next
  if (hasConflictWith(personOf(facts, ctx.actor.id), proposal_id)) return { kind: 'hidden' }
  const now = on ? outFor(facts, on.proposal_id) : []
  const then = outFor(facts, proposal_id)
  return {
    kind: 'item',
    proposal_id,
    title,
    leaves: without(then, now),
    stays_out: then.filter((user) => now.includes(user)).map(toPerson),
    returns: without(now, then),
  }
}

const DONE: readonly ItemState[] = [AGREED, PUT_OFF]
const doneMinutes = ({ items }: MeetingFacts) =>
  items.reduce(
    (sum, { track, state, minutes }) => sum + (track === 'discussed' && DONE.includes(state) ? minutes : 0),
    0,
  )

const NOTHING_ON = {
  proposal_id: null,
  title: '',
  minutes: 0,
  spent_seconds: 0,
  running_since: null,
  result: null,
}

/** What the projector shows. Throws 'missing', and 'forbidden' for who neither has the chair nor is named for it. */
export async function showWall(ctx: Ctx, id: number, ifNoneMatch: string | undefined) {
  const facts = await requireFacts(ctx, id)
  const holds = actorHasChair(facts, ctx.actor)
  if (!holds && ctx.actor.id !== facts.chair_id && ctx.actor.id !== facts.deputy_id) throw forbidden()
  const { term_id, name, sessions } = facts
  const head = { term_id, name, sessions }
  return tagged(
    Wall,
    { ...head, ...(holds || facts.state !== OPEN ? wallOf(facts) : hiddenWall) },
    ifNoneMatch,
  )
}

const hiddenWall = { ...NOTHING_ON, state: 'not_yours' } as const

function wallOf(facts: MeetingFacts): Omit<Wall, 'term_id' | 'name' | 'sessions'> {
  if (facts.state !== OPEN) return { ...NOTHING_ON, state: facts.state === PREPARED ? 'prepared' : 'closed' }
  const on = currentOf(facts)
  if (!on) return { ...NOTHING_ON, state: facts.break_since === null ? 'between' : 'break' }
  const { proposal_id, title, minutes, spent_seconds, running_since } = on
  const revealed = on.state === REVEALED ? facts.ballots.at(-1) : undefined
  return {
    state: facts.break_since === null ? (on.state as 'discussing' | 'ballot' | 'revealed') : 'break',
    proposal_id,
    title,
    minutes,
    spent_seconds,
    running_since,
    result: revealed && facts.wall_scores ? ballotResult(facts, revealed) : null,
  }
}
