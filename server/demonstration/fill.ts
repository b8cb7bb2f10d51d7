import { type Config, StartError } from '../platform/config.ts'
import type { Services } from '../platform/context.ts'
import { hasUsers, isDemonstration, markDemonstration } from '../platform/database/demonstration_mark.ts'
import { hashPassword } from '../session/password_hash.ts'
import { createDemonstrationContext } from './context.ts'
import { ACCOUNTS, createDemonstration } from './create.ts'

export { ACCOUNTS }
export const PASSWORD = 'asteroid-demo'
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/u

/** Throws StartError unless the server is local: everyone knows the demonstration's passwords. */
export function refusePublic({ host, baseUrl }: Config) {
  for (const [name, value] of [
    ['HOST', host],
    ['BASE_URL', new URL(baseUrl).hostname],
  ])
    if (!LOOPBACK.test(value!))
      throw new StartError(
        `${name}: a demonstration is served on this machine only (127.0.0.1 or localhost), not on ${value}.`,
      )
}

/** Creates the demonstration in an empty embedded database, in one transaction. Returns whether there is one now. */
export async function fillWhenEmpty(services: Services, say: (line: string) => void): Promise<boolean> {
  const { db, config, clock } = services
  if (await isDemonstration(db)) return true
  if (config.databaseUrl) return false
  if (await hasUsers(db))
    throw new StartError(
      'The database in DATA_DIR is a real one; serve it with "npm run serve", or name another DATA_DIR.',
    )
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
    return true
  } catch (error) {
    await tx.rollback().execute()
    throw error
  }
}
