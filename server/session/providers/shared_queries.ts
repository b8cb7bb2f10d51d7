import type { Db } from '../../platform/context.ts'
import { insertIdentity } from './queries.ts'

/** A user's accounts at providers, in the order they were linked. */
export const findIdentities = (db: Db, user_id: number) =>
  db
    .selectFrom('provider_identities')
    .select(['id', 'issuer', 'name', 'orcid', 'created_at', 'confirmed_at', 'last_used_at'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()

/** The ORCID iD of a Notice that a browser fills in, until it is sent. */
export const findNoticeIdentity = (db: Db, token_hash: string, now: Date) =>
  db
    .selectFrom('notice_identities')
    .select(['issuer', 'orcid', 'first_name', 'last_name'])
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

export const deleteNoticeIdentity = (tx: Db, token_hash: string) =>
  tx.deleteFrom('notice_identities').where('token_hash', '=', token_hash).execute()

/** Gives a new user the iD of their Notice, which does not sign them in yet. False if it belongs to another user. */
export const keepNoticeIdentity = (
  tx: Db,
  user_id: number,
  { orcid, issuer }: { orcid: string; issuer: string },
  at: Date,
): Promise<boolean> =>
  insertIdentity(tx, {
    ...{ user_id, issuer, subject: orcid, orcid, name: orcid },
    ...{ created_at: at.toISOString(), confirmed_at: null },
  })

/** No account of a user signs in until its user confirms it; returns those that did. */
export const unconfirmIdentities = (tx: Db, user_id: number) =>
  tx
    .updateTable('provider_identities')
    .set({ confirmed_at: null })
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .returning('issuer')
    .execute()

/** Confirms all of a user's accounts; returns those that were not. */
export const confirmIdentities = (tx: Db, user_id: number, at: Date) =>
  tx
    .updateTable('provider_identities')
    .set({ confirmed_at: at.toISOString() })
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is', null)
    .returning(['id', 'issuer', 'name'])
    .execute()

export const deleteIdentities = (tx: Db, user_id: number) =>
  tx.deleteFrom('provider_identities').where('user_id', '=', user_id).execute()
