import { sql } from 'kysely'
import { CHANGES, type Change } from '#domain/allocation/contract.ts'
import { SUBMITTED } from '#domain/proposals/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { unlessConflict } from '../users/conflict_shared_queries.ts'
import type { Ended } from './queries.ts'

/** Submitted proposals that request a sample by name, newest term first; no score where the viewer has a conflict. */
export const findRequestsOf = (db: Db, sample_id: number, viewer: Actor) =>
  db
    .selectFrom('requested_samples as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.term_id', 'p.id as proposal_id', 'p.title', 'u.name', 'r.priority'])
    .select(unlessConflict(viewer, sql<number>`p.global_score`).as('global_score'))
    .where('r.sample_id', '=', sample_id)
    .where('p.status', '=', SUBMITTED)
    .orderBy('p.term_id', 'desc')
    .orderBy('r.priority')
    .orderBy('p.id')
    .execute()

/** Newest term first. */
export const findAssignmentsOf = (db: Db, sample_id: number) =>
  db
    .selectFrom('assignments as a')
    .innerJoin('proposals as p', 'p.id', 'a.proposal_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['a.id as main_key', 'p.term_id', 'p.id as proposal_id', 'p.title', 'u.name'])
    .select(['a.status', 'a.created_at', 'a.confirmed_at', 'a.ended_at'])
    .select(sql<Ended | null>`a.ended_as`.as('ended_as'))
    .where('a.sample_id', '=', sample_id)
    .orderBy('p.term_id', 'desc')
    .orderBy('a.id')
    .execute()

interface SampleEvent {
  entry_id: number
  at: string
  by: string | null
  change: Change
  /** Catalogue fields before and after. */
  before: Record<string, unknown> | null
  after: Record<string, unknown>
  term_id: number | null
  proposal_id: number | null
  title: string | null
}

/** The audit events of a sample, newest first. */
export const findSampleEvents = async (db: Db, sample_id: number): Promise<SampleEvent[]> => {
  const { rows } = await sql<SampleEvent>`
    select e.id as entry_id, e.at, u.name as by, list.key as change, item.value as after, p.term_id,
      p.id as proposal_id, p.title,
      (select was from jsonb_array_elements(e.before -> list.key) as was
        where was -> 'sample_id' = item.value -> 'sample_id') as before
    from audit_entries e
    left join users u on u.id = e.user_id
    cross join jsonb_each(e.after) as list
    cross join jsonb_array_elements(
      case when list.key = any(${[...CHANGES]}::text[]) then list.value else '[]'::jsonb end) as item
    left join proposals p on p.id = (item.value ->> 'proposal_id')::integer
    where e.object_type in ('allocation', 'sample') and samples_named(e.after) @> array[${sample_id}::integer]
      and (item.value ->> 'sample_id')::integer = ${sample_id}
    order by e.id desc, p.id`.execute(db)
  return rows
}
