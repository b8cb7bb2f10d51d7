import { type Config, isLoopback, StartError } from '../platform/config.ts'
import type { Db, Services } from '../platform/context.ts'
import { contentOf, isDemonstration, markDemonstration } from '../platform/database/demonstration_mark.ts'
import { hashPassword } from '../session/password_hash.ts'
import { createDemonstrationContext } from './context.ts'
import { ACCOUNTS, createDemonstration } from './create.ts'

export { ACCOUNTS }
export const PASSWORD = 'asteroid-demo'

/** Throws StartError unless the server is local: everyone knows the demonstration's passwords. */
export function refusePublic({ host, baseUrl }: Config) {
  for (const [name, value] of [
    ['HOST', host],
    ['BASE_URL', new URL(baseUrl).hostname],
  ])
    if (!isLoopback(value!))
      throw new StartError(
        `${name}: a demonstration is served on this machine only (127.0.0.1 or localhost), not on ${value}.`,
      )
}

/**
 * Throws StartError unless the database, which may not be migrated, is a demonstration, or an embedded one where it can be
 * made: a DATABASE_URL is never filled.
 */
export async function requireDemonstration(db: Db, { databaseUrl, dataDir }: Config) {
  const content = await contentOf(db)
  if (content === 'demonstration' || (content === 'nothing' && !databaseUrl)) return
  throw new StartError(
    databaseUrl
      ? `npm start serves a demonstration only, and the database of DATABASE_URL holds ${content}: serve it with npm run serve, or unset DATABASE_URL.`
      : `npm start serves a demonstration only, and the database in ${dataDir} holds ${content}: serve it with npm run serve, or name another DATA_DIR.`,
  )
}

/** Creates the demonstration in a database that `requireDemonstration` admitted, unless it is there, in one transaction. */
export async function fillWhenEmpty(services: Services, say: (line: string) => void): Promise<void> {
  const { db, config, clock } = services
  if (await isDemonstration(db)) return
  say('Making the demonstration call.')
  const password_hash = await hashPassword(PASSWORD)
  const tx = await db.startTransaction().execute()
  try {
    await createDemonstration(
      createDemonstrationContext({ ...services, db: tx, config: { ...config, rateLimit: 0 } }),
      password_hash,
    )
    await markDemonstration(tx, clock())
    await tx.commit().execute()
  } catch (error) {
    await tx.rollback().execute()
    throw error
  }
}
