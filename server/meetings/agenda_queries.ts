import { type SqlBool, sql } from 'kysely'
import type { Person } from '#domain/meetings/schemas.ts'
import type { Track } from '#domain/meetings/status.ts'
import type { Db } from '../platform/context.ts'

/** What the last agenda held: the docket in its order, and who got it. */
export interface SentAgenda {
  docket: [proposal_id: number, minutes: number, track: Track][]
  people: number[]
}

/** When the agenda of a meeting was sent, how often, and what it held. */
export const findAgenda = (db: Db, id: number) =>
  db
    .selectFrom('meetings')
    .select(['agenda_sent_at', 'agenda_number', 'saved_at', 'term_id'])
    .select(sql<SentAgenda | null>`agenda`.as('agenda'))
    .where('id', '=', id)
    .executeTakeFirst()

/** Active people of these ids, by last name. */
export const findPeople = (db: Db, ids: readonly number[]): Promise<(Person & { email: string })[]> =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(sql<SqlBool>`id = any(${ids}::integer[])`)
    .where('disabled', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy('folded_last_name')
    .orderBy('id')
    .execute()

/** The ids of all proposals of a term. */
export const findTermProposals = async (db: Db, term_id: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('proposals')
    .select('id')
    .where('term_id', '=', term_id)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
