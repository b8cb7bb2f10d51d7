import { type SqlBool, sql } from 'kysely'
import type { ItemState, MeetingState, Track } from '#domain/meetings/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { isoInstant } from '../proposals/shared_queries.ts'
import {
  hasConflict,
  hasConflictInTerm,
  rankFor,
  viewerHasConflict,
} from '../users/conflict_shared_queries.ts'

/** What the minutes say of the meeting itself; undefined without one. */
export const findMinutesHead = (db: Db, reader: Actor, id: number) =>
  db
    .selectFrom('meetings as m')
    .innerJoin('users as c', 'c.id', 'm.chair_id')
    .leftJoin('users as d', 'd.id', 'm.deputy_id')
    .select(['m.id', 'm.term_id', 'm.name', 'm.place', 'm.quorum', 'm.opened_at', 'm.closed_at'])
    .select(['c.name as chair', 'd.name as deputy', sql<MeetingState>`m.state`.as('state')])
    .select(hasConflictInTerm(reader, 'm.term_id').as('conflict_in_term'))
    .where('m.id', '=', id)
    .executeTakeFirst()

interface Stay {
  came_at: string
  left_at: string | null
}

/** Who was expected or came, by last name, with when they came and left. */
export const findAttendance = (db: Db, meeting_id: number) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.affiliation'])
    .select(
      sql<Stay[]>`coalesce((
        select json_agg(json_build_object('came_at', ${isoInstant('a.came_at')}, 'left_at', ${isoInstant('a.left_at')})
          order by a.came_at, a.id)
        from meeting_attendance a where a.meeting_id = ${meeting_id} and a.user_id = u.id), '[]'::json)`.as(
        'stays',
      ),
    )
    .where(
      sql<SqlBool>`(exists (select from meeting_members e where e.meeting_id = ${meeting_id} and e.user_id = u.id)
        or exists (select from meeting_attendance a where a.meeting_id = ${meeting_id} and a.user_id = u.id))`,
    )
    .orderBy('u.folded_last_name')
    .orderBy('u.id')
    .execute()

interface Out {
  name: string
  left_at: string
  returned_at: string | null
}

interface RevealedBallot {
  number: number
  /** Those that count: not of who has a conflict now. */
  grades: number[]
}

/** The docket in its order, without what the reader has a conflict with: what came of each proposal, and who was out for it. */
export const findMinutesItems = (db: Db, reader: Actor, meeting_id: number) =>
  db
    .selectFrom('meeting_items as i')
    .innerJoin('proposals as p', 'p.id', 'i.proposal_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('users as b', 'b.id', 'i.agreed_by')
    .leftJoin('decision_notes as n', 'n.proposal_id', 'p.id')
    .select(['p.id as proposal_id', 'p.title', 'u.name', 'u.affiliation', 'i.agreed_score', 'i.agreed_at'])
    .select(['i.marked_for_chair', 'b.name as agreed_by', 'n.for_proposer', 'n.internal'])
    .select([
      sql<ItemState>`i.state`.as('state'),
      sql<Track>`i.track`.as('track'),
      rankFor(reader).as('rank'),
    ])
    .select(
      sql<RevealedBallot[]>`coalesce((
        select json_agg(json_build_object('number', l.number, 'grades', coalesce((
          select json_agg(g.grade order by g.grade) from meeting_grades g join users voter on voter.id = g.user_id
          where g.ballot_id = l.id and g.voided_at is null and not ${hasConflict('voter')}), '[]'::json)) order by l.number)
        from meeting_ballots l
        where l.meeting_id = i.meeting_id and l.proposal_id = i.proposal_id and l.revealed_at is not null),
        '[]'::json)`.as('ballots'),
    )
    .select(
      sql<Out[]>`coalesce((
        select json_agg(json_build_object('name', v.name, 'left_at', ${isoInstant('o.left_at')},
          'returned_at', ${isoInstant('o.returned_at')}) order by o.left_at, v.folded_last_name, v.id)
        from meeting_outs o join users v on v.id = o.user_id
        where o.meeting_id = i.meeting_id and o.proposal_id = i.proposal_id), '[]'::json)`.as('outs'),
    )
    .where('i.meeting_id', '=', meeting_id)
    .where(sql<SqlBool>`not ${viewerHasConflict(reader)}`)
    .orderBy('i.position')
    .execute()
