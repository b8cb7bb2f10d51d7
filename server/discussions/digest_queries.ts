import { type SqlBool, sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import { owesReport } from '../reports/withheld_shared_queries.ts'
import { hasConflict } from '../users/conflict_shared_queries.ts'

/** Claims a day's digests for this process; false when another process has sent or is sending them. */
export async function claimDigestDay(tx: Db, day: string): Promise<boolean> {
  const taken = await tx
    .insertInto('discussion_digest_days')
    .values({ day })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst()
  return taken !== undefined
}

/**
 * What is new for the followers of discussions in calls that are not closed: entries of others that were neither shown to
 * them nor counted in a digest. Only who may read the discussion now.
 */
export const findNewEntries = (tx: Db) =>
  tx
    .selectFrom('discussion_readers as f')
    .innerJoin('proposals as p', 'p.id', 'f.proposal_id')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .innerJoin('discussion_entries as e', 'e.proposal_id', 'p.id')
    .select(['u.id as user_id', 'u.name', 'u.email', 'p.id', 'p.term_id', 'p.title'])
    .select([sql<number>`count(*)`.as('unread'), sql<number>`max(e.number)`.as('last')])
    .where('f.follows', '=', true)
    .where('t.disabled', '=', false)
    .where('u.disabled', '=', false)
    .where(
      sql<SqlBool>`((u.is_administration_office or u.is_panel) and not ${owesReport({ id: sql.ref('u.id') })})`,
    )
    .where(sql<SqlBool>`not ${hasConflict('u')}`)
    .where(sql<SqlBool>`e.user_id <> u.id and e.withdrawn_at is null`)
    .where(sql<SqlBool>`e.number > greatest(f.mailed_number, f.seen_number)`)
    .groupBy(['u.id', 'p.id'])
    .orderBy('u.id')
    .orderBy('p.id')
    .execute()

/** Records that a digest has counted the entries of a discussion up to this one. */
export const setMailed = (tx: Db, proposal_id: number, user_id: number, mailed_number: number) =>
  tx
    .updateTable('discussion_readers')
    .set({ mailed_number })
    .where('proposal_id', '=', proposal_id)
    .where('user_id', '=', user_id)
    .execute()

/** The ids of all proposals of some terms. */
export async function findProposalIds(tx: Db, term_ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('proposals')
    .select('id')
    .where('term_id', 'in', term_ids)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
