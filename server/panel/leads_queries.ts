import { type SqlBool, sql } from 'kysely'
import type { Speakers } from '#domain/panel/leads.ts'
import { SUBMITTED } from '#domain/proposals/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { anyOf } from '../platform/sql.ts'
import { hasConflict, type Viewer, viewerHasConflict } from '../users/conflict_shared_queries.ts'
import { maySpeak, speakerIn } from './leads_shared_queries.ts'

/** The active members of the panel, by last name. */
export const findMembers = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'affiliation'])
    .where('is_panel', '=', true)
    .where('disabled', '=', false)
    .orderBy('folded_last_name')
    .orderBy('id')
    .execute()

/** The submitted proposals of a term with who was named as their speakers, without those that the viewer has a conflict with. */
export const findLeadRows = (db: Db, viewer: Viewer, term_id: number) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('proposal_leads as l', 'l.proposal_id', 'p.id')
    .leftJoin('users as first_user', 'first_user.id', 'l.first_user_id')
    .leftJoin('users as second_user', 'second_user.id', 'l.second_user_id')
    .select(['p.id as proposal_id', 'p.title', 'u.name', 'u.affiliation'])
    .select([
      'first_user.id as first',
      'first_user.name as first_name',
      'second_user.id as second',
      'second_user.name as second_name',
    ])
    .select(sql<boolean>`coalesce(${maySpeak('first_user')}, false)`.as('first_may'))
    .select(sql<boolean>`coalesce(${maySpeak('second_user')}, false)`.as('second_may'))
    .select(sql<boolean>`coalesce(${hasConflict('first_user')}, false)`.as('first_conflict'))
    .select(sql<boolean>`coalesce(${hasConflict('second_user')}, false)`.as('second_conflict'))
    .select(sql<number>`coalesce(l.version, 0)`.as('version'))
    .where('p.term_id', '=', term_id)
    .where('p.status', '=', SUBMITTED)
    .where(sql<SqlBool>`not ${viewerHasConflict(viewer)}`)
    .orderBy('p.id')
    .execute()
export type StoredLead = Awaited<ReturnType<typeof findLeadRows>>[number]

/** The ids of the term's submitted proposals on which the actor speaks. */
export const findOwnLeads = (db: Db, actor: Actor, term_id: number) =>
  db
    .selectFrom('proposal_leads as l')
    .innerJoin('proposals as p', 'p.id', 'l.proposal_id')
    .select([
      'p.id',
      sql<boolean>`coalesce(${speakerIn('l.first_user_id')} = ${actor.id}, false)`.as('first'),
    ])
    .where('p.term_id', '=', term_id)
    .where('p.status', '=', SUBMITTED)
    .where(sql<SqlBool>`${actor.id} in (${speakerIn('l.first_user_id')}, ${speakerIn('l.second_user_id')})`)
    .orderBy('p.id')
    .execute()

/** Locked proposals with what is saved of their speakers. */
export const findLed = (tx: Db, viewer: Viewer, ids: readonly number[]) =>
  tx
    .selectFrom('proposals as p')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .leftJoin('proposal_leads as l', 'l.proposal_id', 'p.id')
    .leftJoin('users as b', 'b.id', 'l.saved_by')
    .select(['p.id', 'p.status', 'p.term_id', 't.disabled', viewerHasConflict(viewer).as('conflict')])
    .select(['l.first_user_id as first', 'l.second_user_id as second', 'l.saved_at', 'b.name as saved_by'])
    .select(sql<number>`coalesce(l.version, 0)`.as('version'))
    .where('p.id', '=', anyOf(ids))
    .orderBy('p.id')
    .execute()
export type LedProposal = Awaited<ReturnType<typeof findLed>>[number]

/** Saves the speakers of a proposal. */
export const saveSpeakers = (
  tx: Db,
  proposal_id: number,
  { first, second }: Speakers,
  { by, at, version }: { by: number; at: Date; version: number },
) => {
  const values = {
    first_user_id: first,
    second_user_id: second,
    saved_by: by,
    saved_at: at.toISOString(),
    version,
  }
  return tx
    .insertInto('proposal_leads')
    .values({ proposal_id, ...values })
    .onConflict((same) => same.column('proposal_id').doUpdateSet(values))
    .execute()
}
