import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../context.ts'

/**
 * For monitoring, without sign-in: `/healthz` answers while the process runs, `/readyz` while it reaches its database.
 */
export function serveHealth(app: FastifyInstance, services: { db: Db }) {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await sql`select 1`.execute(services.db)
    return { status: 'ok' }
  })
}
