import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../context.ts'

/**
 * For whoever watches the process: `/healthz` answers while it runs, `/readyz` while it can reach its database too,
 * else 503. They are no calls of the product: nobody signs in for them, and they tell nothing more.
 */
export function serveHealth(app: FastifyInstance, services: { db: Db }) {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await sql`select 1`.execute(services.db)
    return { status: 'ok' }
  })
}
