import type { Db } from '../../platform/context.ts'
import type { Identity } from './client.ts'

export type Purpose = 'sign_in' | 'link' | 'notice'

interface Visit {
  state_hash: string
  browser_hash: string
  issuer: string
  purpose: Purpose
  session_hash?: string
  password_mark?: string
  expires_at: string
}

export const insertVisit = (tx: Db, visit: Visit) =>
  tx.insertInto('pending_provider_visits').values(visit).execute()

/** Takes a browser's visit, which is then over; undefined without one. */
export const takeVisit = (
  tx: Db,
  { state_hash, browser_hash, issuer }: Pick<Visit, 'state_hash' | 'browser_hash' | 'issuer'>,
  now: Date,
) =>
  tx
    .deleteFrom('pending_provider_visits')
    .where('state_hash', '=', state_hash)
    .where('browser_hash', '=', browser_hash)
    .where('issuer', '=', issuer)
    .where('expires_at', '>', now.toISOString())
    .returning(['purpose', 'session_hash', 'password_mark'])
    .executeTakeFirst()

export const findIdentity = (db: Db, { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>) =>
  db
    .selectFrom('provider_identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** The user's account at one provider. */
export const findOwnIdentity = (db: Db, user_id: number, issuer: string) =>
  db
    .selectFrom('provider_identities')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('issuer', '=', issuer)
    .executeTakeFirst()

export const findIdentityById = (db: Db, id: number) =>
  db.selectFrom('provider_identities').selectAll().where('id', '=', id).executeTakeFirst()

export const deleteIdentity = (tx: Db, id: number) =>
  tx.deleteFrom('provider_identities').where('id', '=', id).execute()

interface NewIdentity extends Pick<Identity, 'issuer' | 'subject' | 'name' | 'orcid'> {
  user_id: number
  created_at: string
  confirmed_at: string | null
}

/** False if the identity belongs to someone, or the user has another one of the provider. */
export async function insertIdentity(tx: Db, identity: NewIdentity): Promise<boolean> {
  const added = await tx
    .insertInto('provider_identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export const confirmIdentity = (tx: Db, id: number, at: Date) =>
  tx.updateTable('provider_identities').set({ confirmed_at: at.toISOString() }).where('id', '=', id).execute()

export const recordIdentityUse = (tx: Db, id: number, at: Date) =>
  tx.updateTable('provider_identities').set({ last_used_at: at.toISOString() }).where('id', '=', id).execute()

export const replaceNoticeIdentity = (
  tx: Db,
  identity: {
    token_hash: string
    issuer: string
    orcid: string
    first_name: string
    last_name: string
    expires_at: string
  },
) => {
  const { token_hash: _, ...fields } = identity
  return tx
    .insertInto('notice_identities')
    .values(identity)
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(fields))
    .execute()
}
