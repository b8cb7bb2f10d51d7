import type { Db } from '../../platform/context.ts'

interface Setup {
  session_hash: string
  kind: 'passkey' | 'totp'
  secret: string
  name?: string
  expires_at: string
}

/** Keeps what a session is setting up, in place of what it began before. */
export const keepSetup = (tx: Db, setup: Setup) =>
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

/** What a session is setting up, unless it has taken too long. */
export const findSetup = (tx: Db, session_hash: string, kind: Setup['kind'], now: Date) =>
  tx
    .selectFrom('factor_setups')
    .select(['secret', 'name'])
    .where('session_hash', '=', session_hash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

export const dropSetup = (tx: Db, session_hash: string, kind: Setup['kind']) =>
  tx.deleteFrom('factor_setups').where('session_hash', '=', session_hash).where('kind', '=', kind).execute()
