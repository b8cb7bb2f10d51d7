import { type SqlBool, sql } from 'kysely'
import { downloadActions, sessionActions } from '#domain/audit_actions.ts'
import type { Db } from '../platform/context.ts'
import { anyOf } from '../platform/sql.ts'

/** Locks the switch, so that two people do not switch it at once. */
export const lockMaintenance = (tx: Db) => sql`lock table maintenance in share row exclusive mode`.execute(tx)

export const setMaintenance = (tx: Db, maintenance: { until: string; reason: string }) =>
  tx
    .insertInto('maintenance')
    .values(maintenance)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(maintenance))
    .execute()

/** Actions that are no work on anything. */
const NO_WORK = Object.keys({ ...sessionActions, ...downloadActions })

/** Number of users other than `viewer` who saved something since then. */
export async function countWorkingUsers(db: Db, viewer: number, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.count<number>('user_id').distinct().as('count'))
    .where('at', '>=', since.toISOString())
    .where('user_id', '!=', viewer)
    .where(sql<SqlBool>`not (action = ${anyOf(NO_WORK)})`)
    .executeTakeFirstOrThrow()
  return count
}
