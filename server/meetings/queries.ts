import { type Insertable, sql, type Updateable } from 'kysely'
import type { Meeting, MeetingRow } from '#domain/meetings/contract.ts'
import type { Hours, Person } from '#domain/meetings/schemas.ts'
import type { ItemState, MeetingState, Track } from '#domain/meetings/status.ts'
import { SUBMITTED } from '#domain/proposals/status.ts'
import type { Db } from '../platform/context.ts'
import { type Param, prepareQuery } from '../platform/database/prepared_query.ts'
import type { MeetingItems, Meetings } from '../platform/database/tables.gen.ts'
import { isoInstant } from '../proposals/shared_queries.ts'
import { conflictingProposalIds, hasConflict, hasConflictInTerm } from '../users/conflict_shared_queries.ts'

const sessions = sql<Hours[]>`coalesce((
  select json_agg(json_build_object('starts_at', ${isoInstant('s.starts_at')}, 'ends_at', ${isoInstant('s.ends_at')})
    order by s.starts_at)
  from meeting_sessions s where s.meeting_id = m.id), '[]'::json)`

const meetingRows = (db: Db) =>
  db
    .selectFrom('meetings as m')
    .innerJoin('users as c', 'c.id', 'm.chair_id')
    .leftJoin('users as d', 'd.id', 'm.deputy_id')
    .select(['m.id', 'm.term_id', 'm.name', 'm.place', 'm.opened_at', 'm.closed_at', 'm.agenda_sent_at'])
    .select(sql<MeetingState>`m.state`.as('state'))
    .select(sql<Person>`json_build_object('id', c.id, 'name', c.name)`.as('chair'))
    .select(
      sql<Person | null>`case when d.id is not null then json_build_object('id', d.id, 'name', d.name) end`.as(
        'deputy',
      ),
    )
    .select(sessions.as('sessions'))

/** Meetings, the newest first; of all terms without `term_id`. */
export const findMeetings = (db: Db, term_id: number | undefined): Promise<MeetingRow[]> =>
  meetingRows(db)
    .$if(term_id !== undefined, (query) => query.where('m.term_id', '=', term_id!))
    .orderBy('m.id', 'desc')
    .execute()

/** Meetings of open terms that a user is expected at as chair, deputy or member; with `all` of everyone. */
export const findExpectedMeetings = (
  db: Db,
  { user_id, all }: { user_id: number; all: boolean },
): Promise<MeetingRow[]> =>
  meetingRows(db)
    .innerJoin('terms as t', 't.id', 'm.term_id')
    .where('t.disabled', '=', false)
    .$if(!all, (query) =>
      query.where(
        sql<boolean>`(${user_id} in (m.chair_id, m.deputy_id) or exists (
          select from meeting_members e where e.meeting_id = m.id and e.user_id = ${user_id}))`,
      ),
    )
    .orderBy('m.id')
    .execute()

const memberHours = sql`coalesce((
  select json_agg(json_build_object('starts_at', ${isoInstant('h.starts_at')}, 'ends_at', ${isoInstant('h.ends_at')})
    order by h.starts_at)
  from meeting_member_hours h where h.meeting_id = m.id and h.user_id = u.id), '[]'::json)`

/** The settings of a meeting, or undefined. */
export const findMeeting = (db: Db, id: number): Promise<Meeting | undefined> =>
  meetingRows(db)
    .innerJoin('terms as t', 't.id', 'm.term_id')
    .select(['m.quorum', 'm.minutes_each', 'm.triage_above', 'm.triage_below', 'm.version'])
    .select('t.disabled as term_disabled')
    .select(
      sql<Meeting['members']>`coalesce((
        select json_agg(json_build_object('id', u.id, 'name', u.name, 'hours', ${memberHours})
          order by u.folded_last_name, u.id)
        from meeting_members e join users u on u.id = e.user_id where e.meeting_id = m.id), '[]'::json)`.as(
        'members',
      ),
    )
    .where('m.id', '=', id)
    .executeTakeFirst()

/** Who can be named for a meeting: active members of panel and office, by last name. */
export const findMeetingPeople = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'affiliation', 'is_panel'])
    .where((user) => user.or([user('is_panel', '=', true), user('is_administration_office', '=', true)]))
    .where('disabled', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy('folded_last_name')
    .orderBy('id')
    .execute()

/** The last save of a meeting's settings. */
export const findSettingsSave = (db: Db, id: number) =>
  db
    .selectFrom('meetings as m')
    .leftJoin('users as u', 'u.id', 'm.saved_by')
    .select(['m.version', 'm.saved_at', 'u.name as saved_by'])
    .where('m.id', '=', id)
    .executeTakeFirstOrThrow()

/** A term's meeting that is not closed, other than this one. */
export const findOtherMeeting = (db: Db, term_id: number, id: number) =>
  db
    .selectFrom('meetings')
    .select('id')
    .where('term_id', '=', term_id)
    .where('state', '!=', 'closed')
    .where('id', '!=', id)
    .executeTakeFirst()

/**
 * Locks a meeting until the transaction ends; undefined without one. It comes before all other locks: proposals by id, then
 * the term. Read the meeting after this.
 */
export const lockMeeting = (tx: Db, id: number) =>
  tx.selectFrom('meetings').select(['id', 'term_id']).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertMeeting = (tx: Db, meeting: Insertable<Meetings>) =>
  tx.insertInto('meetings').values(meeting).returning('id').executeTakeFirstOrThrow()

export const changeMeeting = (tx: Db, id: number, fields: Updateable<Meetings>) =>
  tx.updateTable('meetings').set(fields).where('id', '=', id).execute()

export const removeMeeting = (tx: Db, id: number) => tx.deleteFrom('meetings').where('id', '=', id).execute()

interface MemberHours {
  user_id: number
  hours: readonly Hours[]
}

/** Replaces the sessions of a meeting, and who is expected when. */
export async function replaceSettings(
  tx: Db,
  meeting_id: number,
  { sessions, members }: { sessions: readonly Hours[]; members: readonly MemberHours[] },
) {
  await tx.deleteFrom('meeting_sessions').where('meeting_id', '=', meeting_id).execute()
  await tx.deleteFrom('meeting_members').where('meeting_id', '=', meeting_id).execute()
  if (sessions.length > 0)
    await tx
      .insertInto('meeting_sessions')
      .values(sessions.map((session) => ({ ...session, meeting_id })))
      .execute()
  if (members.length > 0)
    await tx
      .insertInto('meeting_members')
      .values(members.map(({ user_id }) => ({ meeting_id, user_id })))
      .execute()
  const hours = members.flatMap(({ user_id, hours }) => hours.map((one) => ({ ...one, meeting_id, user_id })))
  if (hours.length > 0) await tx.insertInto('meeting_member_hours').values(hours).execute()
}

// What a meeting is made of while it is on -----------------------------------------------------------------------------------

/** Someone who is expected or has come, the chair, the deputy, or who asks. */
export interface MeetingUser {
  id: number
  name: string
  is_panel: boolean
  is_office: boolean
  active: boolean
  expected: boolean
  came: boolean
  here: boolean
  /** Ids of the proposals that they have a conflict of interest with, of any term. */
  conflicts: number[]
}

/** A proposal of a meeting's docket. */
export interface MeetingItem {
  proposal_id: number
  title: string
  position: number
  minutes: number
  track: Track
  state: ItemState
  spent_seconds: number
  running_since: string | null
  agreed_score: number | null
  marked_for_chair: boolean
  version: number
  /** Of the proposal now. */
  global_score: number | null
}

export interface MeetingBallot {
  id: number
  proposal_id: number
  number: number
  revealed_at: string | null
  cancelled_at: string | null
  /** Those that are not voided, by the names of who gave them. */
  grades: { user_id: number; name: string; grade: number }[]
}

/** A meeting as it is now, whoever looks: everything that its commands and faces are made from. */
export interface MeetingFacts {
  id: number
  term_id: number
  term_disabled: boolean
  name: string
  place: string
  state: MeetingState
  chair_id: number
  deputy_id: number | null
  quorum: number
  minutes_each: number
  wall_scores: boolean
  break_since: string | null
  /** Who asks has a conflict of interest with a proposal of the term, whether or not it is in the docket. */
  conflict_in_term: boolean
  sessions: Hours[]
  /** By last name. */
  people: MeetingUser[]
  /** By position. */
  items: MeetingItem[]
  /** On the proposal that is on, the first one first. */
  ballots: MeetingBallot[]
}

const CURRENT = sql`('discussing', 'ballot', 'revealed')`

/** The meeting `m` in one statement, so that all of it is of one moment. */
const readFacts = prepareQuery((db: Db, param: Param<{ id: number; viewer: number }>) =>
  db
    .selectFrom('meetings as m')
    .innerJoin('terms as t', 't.id', 'm.term_id')
    .select(['m.id', 'm.term_id', 'm.name', 'm.place', 'm.chair_id', 'm.deputy_id', 'm.quorum'])
    .select(['m.minutes_each', 'm.wall_scores', 'm.break_since', 't.disabled as term_disabled'])
    .select(sql<MeetingState>`m.state`.as('state'))
    .select(sessions.as('sessions'))
    .select(hasConflictInTerm({ id: param('viewer') }, 'm.term_id').as('conflict_in_term'))
    .select(
      sql<MeetingUser[]>`(
        select json_agg(json_build_object('id', u.id, 'name', u.name, 'is_panel', u.is_panel,
          'is_office', u.is_administration_office, 'active', not u.disabled and u.deleted_at is null,
          'expected', e.user_id is not null, 'came', a.came is not null, 'here', coalesce(a.here, false),
          'conflicts', ${conflictingProposalIds({ id: sql.ref('u.id') })}) order by u.folded_last_name, u.id)
        from users u
        left join meeting_members e on e.meeting_id = m.id and e.user_id = u.id
        left join (select user_id, true as came, bool_or(left_at is null) as here from meeting_attendance
          where meeting_id = ${param('id')} group by user_id) a on a.user_id = u.id
        where e.user_id is not null or a.came or u.id in (m.chair_id, m.deputy_id, ${param('viewer')}))`.as(
        'people',
      ),
    )
    .select(
      sql<MeetingItem[]>`coalesce((
        select json_agg(json_build_object('proposal_id', i.proposal_id, 'title', p.title, 'position', i.position,
          'minutes', i.minutes, 'track', i.track, 'state', i.state, 'spent_seconds', i.spent_seconds,
          'running_since', ${isoInstant('i.running_since')}, 'agreed_score', i.agreed_score,
          'marked_for_chair', i.marked_for_chair, 'version', i.version, 'global_score', p.global_score)
          order by i.position)
        from meeting_items i join proposals p on p.id = i.proposal_id where i.meeting_id = m.id), '[]'::json)`.as(
        'items',
      ),
    )
    .select(
      sql<MeetingBallot[]>`coalesce((
        select json_agg(json_build_object('id', b.id, 'proposal_id', b.proposal_id, 'number', b.number,
          'revealed_at', ${isoInstant('b.revealed_at')}, 'cancelled_at', ${isoInstant('b.cancelled_at')},
          'grades', coalesce((
            select json_agg(json_build_object('user_id', g.user_id, 'name', v.name, 'grade', g.grade)
              order by v.folded_last_name, v.id)
            from meeting_grades g join users v on v.id = g.user_id
            where g.ballot_id = b.id and g.voided_at is null), '[]'::json)) order by b.number)
        from meeting_ballots b
        join meeting_items i on i.meeting_id = b.meeting_id and i.proposal_id = b.proposal_id
        where b.meeting_id = m.id and i.state in ${CURRENT}), '[]'::json)`.as('ballots'),
    )
    .where('m.id', '=', param('id')),
)

/** A meeting as it is now; undefined without one. `viewer` is among its people. */
export const findFacts = async (db: Db, id: number, viewer: number): Promise<MeetingFacts | undefined> =>
  (await readFacts(db, { id, viewer }))[0]

// What commands write ----------------------------------------------------------------------------------------------------------

export const changeItem = (
  tx: Db,
  meeting_id: number,
  proposal_id: number,
  fields: Updateable<MeetingItems>,
) =>
  tx
    .updateTable('meeting_items')
    .set(fields)
    .where('meeting_id', '=', meeting_id)
    .where('proposal_id', '=', proposal_id)
    .execute()

/** Someone comes; false when they are here already. */
export async function insertArrival(tx: Db, meeting_id: number, user_id: number, came_at: string) {
  const added = await tx
    .insertInto('meeting_attendance')
    .values({ meeting_id, user_id, came_at })
    .onConflict((here) => here.columns(['meeting_id', 'user_id']).where('left_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** Someone leaves, or without `user_id` everyone who is here; returns who. */
export const endAttendance = async (tx: Db, meeting_id: number, left_at: string, user_id?: number) => {
  const rows = await tx
    .updateTable('meeting_attendance')
    .set({ left_at })
    .where('meeting_id', '=', meeting_id)
    .where('left_at', 'is', null)
    .$if(user_id !== undefined, (query) => query.where('user_id', '=', user_id!))
    .returning('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

/** These people are out for a proposal from now on; those who are out already stay so. */
export async function insertOuts(
  tx: Db,
  out: { meeting_id: number; proposal_id: number; left_at: string },
  user_ids: readonly number[],
) {
  if (user_ids.length === 0) return
  await tx
    .insertInto('meeting_outs')
    .values(user_ids.map((user_id) => ({ ...out, user_id })))
    .onConflict((known) =>
      known.columns(['meeting_id', 'user_id']).where('returned_at', 'is', null).doNothing(),
    )
    .execute()
}

/** Those who are out return, or only one of them. */
export const endOuts = (tx: Db, meeting_id: number, returned_at: string, user_id?: number) =>
  tx
    .updateTable('meeting_outs')
    .set({ returned_at })
    .where('meeting_id', '=', meeting_id)
    .where('returned_at', 'is', null)
    .$if(user_id !== undefined, (query) => query.where('user_id', '=', user_id!))
    .execute()

/**
 * Completes the docket: the term's submitted proposals that have no global score and are not in it, by id after all others;
 * and takes out those that wait and are no longer submitted.
 */
export async function completeDocket(tx: Db, meeting_id: number) {
  await sql`delete from meeting_items i using proposals p
    where i.meeting_id = ${meeting_id} and p.id = i.proposal_id and i.state = 'waiting' and p.status <> ${SUBMITTED}`.execute(
    tx,
  )
  await sql`insert into meeting_items (meeting_id, proposal_id, position, minutes)
    select m.id, p.id, (select coalesce(max(position), 0) from meeting_items where meeting_id = m.id)
      + row_number() over (order by p.id), m.minutes_each
    from meetings m join proposals p on p.term_id = m.term_id
    where m.id = ${meeting_id} and p.status = ${SUBMITTED} and p.global_score is null
      and not exists (select from meeting_items i where i.meeting_id = m.id and i.proposal_id = p.id)
    order by p.id`.execute(tx)
}

/**
 * SQL: an active member of the panel or the office has a conflict of interest with the proposal `p`. Whether or not they
 * attend, they see the lines of triage and which proposals are discussed, and would tell from them where it stands.
 */
const isContested = sql<boolean>`exists (select from users staff
  where (staff.is_panel or staff.is_administration_office) and not staff.disabled and staff.deleted_at is null
    and ${hasConflict('staff')})`

/** The proposals of a docket with which a member of the panel or the office has a conflict of interest. */
export async function findContested(db: Db, meeting_id: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('meeting_items as i')
    .innerJoin('proposals as p', 'p.id', 'i.proposal_id')
    .select('p.id')
    .where('i.meeting_id', '=', meeting_id)
    .where(isContested)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Proposals that wait in triage and that a member of the panel or the office has a conflict with are discussed. */
export const discussContested = (tx: Db, meeting_id: number) =>
  sql`update meeting_items i set track = 'discussed', version = i.version + 1 from proposals p
    where i.meeting_id = ${meeting_id} and p.id = i.proposal_id and i.track = 'triage' and i.state = 'waiting'
      and ${isContested}`.execute(tx)

export const insertBallot = (
  tx: Db,
  ballot: { meeting_id: number; proposal_id: number; number: number; opened_at: string; opened_by: number },
) => tx.insertInto('meeting_ballots').values(ballot).returning('id').executeTakeFirstOrThrow()

export const endBallot = (
  tx: Db,
  id: number,
  end: { revealed_at: string; closed_by: number | null } | { cancelled_at: string },
) => tx.updateTable('meeting_ballots').set(end).where('id', '=', id).execute()

/** A ballot of a meeting, or undefined. */
export const findBallot = (
  tx: Db,
  { meeting_id, proposal_id, number }: { meeting_id: number; proposal_id: number; number: number },
) =>
  tx
    .selectFrom('meeting_ballots')
    .select(['id', 'proposal_id', 'number', 'revealed_at', 'cancelled_at'])
    .where('meeting_id', '=', meeting_id)
    .where('proposal_id', '=', proposal_id)
    .where('number', '=', number)
    .executeTakeFirst()

/** A voter's grade, in place of the one that they gave before. */
export const saveGrade = (
  tx: Db,
  grade: { ballot_id: number; user_id: number; grade: number; given_at: string },
) =>
  tx
    .insertInto('meeting_grades')
    .values(grade)
    .onConflict((known) => known.columns(['ballot_id', 'user_id']).doUpdateSet({ ...grade, voided_at: null }))
    .execute()

/** The grade that a user has in a ballot, or undefined. */
export const findGrade = (tx: Db, ballot_id: number, user_id: number) =>
  tx
    .selectFrom('meeting_grades')
    .select('grade')
    .where('ballot_id', '=', ballot_id)
    .where('user_id', '=', user_id)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
