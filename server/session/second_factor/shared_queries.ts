import { sql } from 'kysely'
import { type Factors, REQUIRED_SETTING } from '#domain/session/second_factor.ts'
import type { Db } from '../../platform/context.ts'

export async function findFactors(db: Db, user_id: number): Promise<Factors> {
  const passkeys = await findPasskeys(db, user_id)
  return { passkeys: passkeys.length, totp: (await findAuthenticatorApp(db, user_id)) !== undefined }
}

/** Whether the setting requires a second factor of office and panel. */
export const isSecondFactorRequired = async (db: Db) =>
  (await db
    .selectFrom('settings')
    .select('name')
    .where('name', '=', REQUIRED_SETTING)
    .where('value', '=', '1')
    .executeTakeFirst()) !== undefined

export const findPasskeys = (db: Db, user_id: number) =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', user_id).orderBy('id').execute()

export const findPasskey = (db: Db, id: number) =>
  db.selectFrom('passkeys').select(['id', 'user_id', 'name']).where('id', '=', id).executeTakeFirst()

interface InsertedPasskey {
  user_id: number
  name: string
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  created_at: string
}

/** Returns undefined if the credential is already registered. */
export const insertPasskey = (tx: Db, passkey: InsertedPasskey) =>
  tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()

export const recordPasskeyUse = (tx: Db, id: number, counter: number, at: Date) =>
  tx.updateTable('passkeys').set({ counter, last_used_at: at.toISOString() }).where('id', '=', id).execute()

export const deletePasskey = (tx: Db, id: number) => tx.deleteFrom('passkeys').where('id', '=', id).execute()

export const findAuthenticatorApp = (db: Db, user_id: number) =>
  db.selectFrom('authenticator_apps').selectAll().where('user_id', '=', user_id).executeTakeFirst()

export const insertAuthenticatorApp = (
  tx: Db,
  app: { user_id: number; secret: string; last_step: number; created_at: string },
) => tx.insertInto('authenticator_apps').values(app).execute()

/** Uses up the code of a time step; false if it or a later one was already used. */
export async function consumeTotpStep(tx: Db, user_id: number, step: number, at: Date): Promise<boolean> {
  const taken = await tx
    .updateTable('authenticator_apps')
    .set({ last_step: step, last_used_at: at.toISOString() })
    .where('user_id', '=', user_id)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

export const deleteAuthenticatorApp = (tx: Db, user_id: number) =>
  tx.deleteFrom('authenticator_apps').where('user_id', '=', user_id).execute()

export async function countRecoveryCodes(db: Db, user_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return count
}

export async function replaceRecoveryCodes(tx: Db, user_id: number, hashes: string[]) {
  await deleteRecoveryCodes(tx, user_id)
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id, code_hash })))
    .execute()
}

export async function consumeRecoveryCode(tx: Db, user_id: number, code_hash: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', user_id)
    .where('code_hash', '=', code_hash)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

export const deleteRecoveryCodes = (tx: Db, user_id: number) =>
  tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()

/** Deletes all second factors of a user, and pending sign-ins and setups. */
export async function deleteFactors(tx: Db, user_id: number) {
  for (const table of ['passkeys', 'authenticator_apps', 'recovery_codes', 'pending_sign_ins'] as const)
    await tx.deleteFrom(table).where('user_id', '=', user_id).execute()
  await sql`delete from factor_setups where session_hash in (select token_hash from sessions where user_id = ${user_id})`.execute(
    tx,
  )
}

interface Setup {
  session_hash: string
  kind: 'passkey' | 'totp'
  secret: string
  name?: string
  expires_at: string
}

/** Stores the setup that a session has started, replacing an earlier one. */
export const saveSetup = (tx: Db, setup: Setup) =>
  tx
    .insertInto('factor_setups')
    .values(setup)
    .onConflict((conflict) =>
      conflict.columns(['session_hash', 'kind']).doUpdateSet((eb) => ({
        secret: eb.ref('excluded.secret'),
        name: eb.ref('excluded.name'),
        expires_at: eb.ref('excluded.expires_at'),
      })),
    )
    .execute()

/** The setup that a session has started, unless it has expired. */
export const findSetup = (tx: Db, session_hash: string, kind: Setup['kind'], now: Date) =>
  tx
    .selectFrom('factor_setups')
    .select(['secret', 'name'])
    .where('session_hash', '=', session_hash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

export const deleteSetup = (tx: Db, session_hash: string, kind: Setup['kind']) =>
  tx.deleteFrom('factor_setups').where('session_hash', '=', session_hash).where('kind', '=', kind).execute()
