import type { Db } from '../../platform/context.ts'

/** The browsers in which a user has signed in. */
export const findBrowsers = (db: Db, user_id: number) =>
  db.selectFrom('known_browsers').select('token_hash').where('user_id', '=', user_id).execute()

/** Notes a sign-in in a browser, and forgets those whose mark has lapsed. */
export async function noteBrowser(tx: Db, user_id: number, token_hash: string, at: Date, lapsed: Date) {
  await tx
    .deleteFrom('known_browsers')
    .where('user_id', '=', user_id)
    .where('last_used_at', '<', lapsed.toISOString())
    .execute()
  const last_used_at = at.toISOString()
  await tx
    .insertInto('known_browsers')
    .values({ user_id, token_hash, last_used_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'token_hash']).doUpdateSet({ last_used_at }))
    .execute()
}
