import { type SqlBool, sql } from 'kysely'
import type { Track } from '#domain/meetings/status.ts'
import { speakerIn } from '../panel/leads_shared_queries.ts'
import type { Db } from '../platform/context.ts'
import { averageFor } from '../staff/shared_queries.ts'
import { type Viewer, viewerHasConflict } from '../users/conflict_shared_queries.ts'

/**
 * Average total and speakers of the proposals of a meeting, without those that the viewer has a conflict of interest with.
 * A reviewer on the panel who owes a report on one sees no average of it.
 */
export const findPreparedItems = (db: Db, viewer: Viewer, meeting_id: number) =>
  db
    .selectFrom('meeting_items as i')
    .innerJoin('proposals as p', 'p.id', 'i.proposal_id')
    .leftJoin('proposal_leads as l', 'l.proposal_id', 'p.id')
    .leftJoin('users as f', (join) => join.on('f.id', '=', speakerIn('l.first_user_id')))
    .leftJoin('users as s', (join) => join.on('s.id', '=', speakerIn('l.second_user_id')))
    .leftJoin('review_figures as reviews', 'reviews.proposal_id', 'p.id')
    .select([
      'i.proposal_id',
      'f.id as first',
      'f.name as first_name',
      's.id as second',
      's.name as second_name',
    ])
    .select(averageFor(viewer, 'total').as('average'))
    .where('i.meeting_id', '=', meeting_id)
    .where(sql<SqlBool>`not ${viewerHasConflict(viewer)}`)
    .execute()

/** The triage lines of a meeting. */
export const findLines = (db: Db, id: number) =>
  db
    .selectFrom('meetings')
    .select(['triage_above', 'triage_below'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

interface ChangedItem {
  proposal_id: number
  position: number
  minutes: number
  track: Track
}

/** Writes places, minutes and tracks; who changes the track changes the version, which commands carry. */
export const replaceItems = (tx: Db, meeting_id: number, items: readonly ChangedItem[]) =>
  sql`update meeting_items i set position = n.position, minutes = n.minutes, track = n.track,
      version = i.version + (i.track <> n.track)::int
    from unnest(${items.map(({ proposal_id }) => proposal_id)}::integer[], ${items.map(({ position }) => position)}::integer[],
      ${items.map(({ minutes }) => minutes)}::smallint[], ${items.map(({ track }) => track)}::text[])
      as n(proposal_id, position, minutes, track)
    where i.meeting_id = ${meeting_id} and i.proposal_id = n.proposal_id`.execute(tx)
