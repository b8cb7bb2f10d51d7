import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../context.ts'
import type { Files } from '../files.ts'
import { LogThrottle } from '../log_throttle.ts'

/** How long a good probe of the file store counts, and a bad one: a bucket charges for each. */
const GOOD_MS = 60_000
const BAD_MS = 5_000
/** After this the file store counts as away. */
const MAX_PROBE_MS = 5_000

/**
 * For monitoring, without sign-in: `/healthz` answers while the process runs, `/readyz` while it reaches its database and
 * its file store. At most one probe of the store runs at a time, however many ask.
 */
export function serveHealth(app: FastifyInstance, services: { db: Db; files: Pick<Files, 'probe'> }) {
  const failures = new LogThrottle()
  const isStoreReady = remember(() => within(MAX_PROBE_MS, services.files.probe()))
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply: FastifyReply) => {
    await sql`select 1`.execute(services.db)
    const failure = await isStoreReady()
    if (failure === null) return { status: 'ok' }
    failures.record((probes) => request.log.error({ err: failure, probes }, 'The file store cannot be used.'))
    return reply.code(503).send({ status: 'The file store cannot be used.' })
  })
}

/** The error of the last probe, or null; a new one is made when that is too old. */
function remember(probe: () => Promise<void>): () => Promise<Error | null> {
  let known: { failure: Error | null; until: number } | undefined
  let running: Promise<Error | null> | undefined
  return async () => {
    if (known && performance.now() < known.until) return known.failure
    running ??= probe()
      .then(
        () => null,
        (error: Error) => error,
      )
      .then((failure) => {
        known = { failure, until: performance.now() + (failure ? BAD_MS : GOOD_MS) }
        running = undefined
        return failure
      })
    return running
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms / 1000} seconds.`)), ms)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
