import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import { rolesOf } from '../platform/session.ts'

/** The user's calendar address, without what it holds. */
export const findAddress = async (db: Db, user_id: number) =>
  (await db
    .selectFrom('calendar_addresses')
    .select(['created_at', 'last_read_at'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()) ?? null

/** Puts a new address in place of any earlier one; whether there was one. */
export async function replaceAddress(
  tx: Db,
  address: { user_id: number; token_hash: string; created_at: string },
): Promise<boolean> {
  const replaced = await deleteAddress(tx, address.user_id)
  await tx.insertInto('calendar_addresses').values(address).execute()
  return replaced
}

export async function deleteAddress(tx: Db, user_id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('calendar_addresses')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The hash of an entry, its SEQUENCE, and when it last changed, by the key of the entry. */
export type KnownEntries = Record<string, [hash: string, sequence: number, changed_at: string]>

/** The address with this hash and its user, who is active. */
export async function findReader(db: Db, token_hash: string) {
  const row = await db
    .selectFrom('calendar_addresses as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['u.id', 'u.name', 'u.email'])
    .select(['u.is_administration_office', 'u.is_panel', 'u.is_reviewer', 'u.is_curation', 'u.is_proposer'])
    .where('c.token_hash', '=', token_hash)
    .where('u.disabled', '=', false)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, name, email, ...flags } = row
  return { id, name, email, roles: rolesOf(flags) }
}

/** What the address held when it was last read, locked until the transaction ends; undefined once it is revoked. */
export const lockKnown = (tx: Db, token_hash: string) =>
  tx
    .selectFrom('calendar_addresses')
    .select(['user_id', 'last_read_at', 'content_hash', 'changed_at'])
    .select(sql<KnownEntries>`entries`.as('entries'))
    .where('token_hash', '=', token_hash)
    .forUpdate()
    .executeTakeFirst()

export const saveKnown = (
  tx: Db,
  user_id: number,
  known: { entries: KnownEntries; content_hash: string; changed_at: string | null; last_read_at: string },
) =>
  tx
    .updateTable('calendar_addresses')
    .set({ ...known, entries: JSON.stringify(known.entries) })
    .where('user_id', '=', user_id)
    .execute()
