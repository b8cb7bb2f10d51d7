import { sql } from 'kysely'
import { TWO_PERSONS_SETTING } from '#domain/users/staff_accounts.ts'
import type { Db } from '../platform/context.ts'

/**
 * Locks an e-mail address until the transaction ends and returns the id of the user who has or had it, ignoring case.
 * Lock addresses before users.
 */
export async function lockAddress(tx: Db, email: string): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('address ' || lower(${email}::text), 0))`.execute(
    tx,
  )
  const owner = await tx
    .selectFrom('user_addresses')
    .select('user_id')
    .where(sql`lower(email)`, '=', sql<string>`lower(${email}::text)`)
    .executeTakeFirst()
  return owner?.user_id
}

/** Whether a second person has to confirm samples, releases of results, dispatches and changes of staff accounts. */
export const requiresTwo = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('settings')
    .select('name')
    .where('name', '=', TWO_PERSONS_SETTING)
    .where('value', '=', '1')
    .executeTakeFirst()) !== undefined
