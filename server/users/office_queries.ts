import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'

/**
 * A user about to be written by the office, and all active administrators with it, in one order: two of them who
 * disable each other at once come one after the other.
 */
export async function holdWithOffice(tx: Db, id: number) {
  const held = await tx
    .selectFrom('users')
    .selectAll()
    .where(({ or, and, eb }) =>
      or([eb('id', '=', id), and([eb('is_administration_office', '=', true), eb('disabled', '=', false)])]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const user = held.find((one) => one.id === id)
  const others = held.filter((one) => one.id !== id && one.is_administration_office && !one.disabled)
  return { user, others: others.length }
}

/** The name of a user; null for nobody, and for one who is gone. */
export async function findName(db: Db, id: number | null): Promise<string | null> {
  if (id === null) return null
  const user = await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst()
  return user?.name ?? null
}

const REFERRED = '23503'

/** Deletes a user whom nothing refers to but the audit log and what is the user's own; whether that was so. */
export async function eraseUser(tx: Db, id: number): Promise<boolean> {
  await sql`savepoint erase`.execute(tx)
  try {
    await tx.deleteFrom('users').where('id', '=', id).execute()
    await sql`release savepoint erase`.execute(tx)
    return true
  } catch (error) {
    await sql`rollback to savepoint erase`.execute(tx)
    if ((error as { code?: unknown }).code === REFERRED) return false
    throw error
  }
}

/**
 * Takes from a user who must stay whatever says who it was. The e-mail is none that anybody could have; the addresses
 * stay the user's, unseen, so that nobody comes back by one of them without the conflicts that go with it.
 */
export async function anonymiseUser(tx: Db, id: number, by: number, at: Date) {
  await tx
    .updateTable('users')
    .set({
      first_name: 'Deleted user',
      middle_name: '',
      last_name: String(id),
      suffix: '',
      email: `deleted-${id}`,
      affiliation: '',
      password_hash: null,
      password_generated_until: null,
      disabled: true,
      is_administration_office: false,
      is_panel: false,
      is_reviewer: false,
      is_proposer: false,
      deleted_at: at.toISOString(),
      updated_at: at.toISOString(),
      last_updator_id: by,
    })
    .set('version', (eb) => eb('version', '+', 1))
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('email_changes').where('user_id', '=', id).execute()
}
