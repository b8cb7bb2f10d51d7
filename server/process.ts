import type { FastifyServerOptions } from 'fastify'
import { buildApp } from './app.ts'
import { extendHashChain } from './audit/hash_chain.ts'
import { getSetting } from './masters/settings.ts'
import type { Config } from './platform/config.ts'
import { type Services, systemClock } from './platform/context.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { startEmbedded } from './platform/database/embedded/embedded.ts'
import { DatabaseErrorLog } from './platform/database/lost_connection.ts'
import { migrate } from './platform/database/migrate.ts'
import { openFiles } from './platform/files.ts'
import { fileTransport, smtpTransport } from './platform/outbox/transport.ts'
import { startWorker } from './platform/outbox/worker.ts'
import { runEvery } from './platform/periodic_job.ts'
import { deleteExpired } from './platform/session.ts'
import { removeStrayFiles } from './proposals/stored_files.ts'
import { sendDueReminders } from './reports/reminders.ts'
import { announceUnlockEnds } from './staff/unlock_reminders.ts'
import { refreshChecks } from './system/check_results.ts'
import { unlessMaintenance } from './system/maintenance.ts'
import { recordServedVersion } from './system/service.ts'
import { recordDailySizes } from './system/sizes.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS
const SOON_MS = 100
/** Size of the separate pool for exports, and the maximum duration of an export. */
const EXPORT_CONNECTIONS = 6
const MAX_EXPORT_MS = 20 * 60 * 1000

export interface OpenServices {
  services: Services
  database: Database
  close(): Promise<void>
}

/** Opens the database, which is started if it is embedded and then migrated, and the file store. Throws StartError. */
export async function openServices(config: Config, log: (line: string) => void): Promise<OpenServices> {
  const { url, stop } = await reachDatabase(config, log)
  const named = config.databasePrepared
  const database = openDatabase(url, { named })
  const exporting = openDatabase(url, { max: EXPORT_CONNECTIONS, transactionTimeout: MAX_EXPORT_MS, named })
  const close = async () => {
    await exporting.close()
    await database.close()
    await stop()
  }
  try {
    await migrate(database.pool)
    const files = openFiles(config.dataDir, config.filesUrl)
    const services = { db: database.db, exportDb: exporting.db, files, config, clock: systemClock }
    return { services, database, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The connection string of the database, which is started if it is embedded, and a function that stops it. */
export async function reachDatabase(config: Config, log: (line: string) => void) {
  return config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => {} }
    : startEmbedded(config.dataDir, log)
}

export interface Serving {
  address: string
  /** Finishes requests and mails in progress, then closes. */
  stop(): Promise<void>
}

/** Listens, sends mails and runs the periodic jobs. */
export async function serve(
  { services }: OpenServices,
  logger: FastifyServerOptions['logger'],
): Promise<Serving> {
  const { config, clock, db } = services
  const losses = new DatabaseErrorLog()
  const app = await buildApp(services, logger, losses)
  const log = losses.in(app.log)
  const host = new URL(config.baseUrl).hostname
  const transport = config.smtpUrl ? smtpTransport(config.smtpUrl, host) : fileTransport(config.dataDir, host)
  const sender = async () => (await getSetting(db, 'mail_sender')) || config.mailFrom
  const worker = startWorker(db, transport, sender, clock, log)
  const jobs = [
    runEvery(HOUR_MS, () => deleteExpired(db, clock()), log),
    runEvery(HOUR_MS, () => removeStrayFiles(services), log),
    runEvery(HOUR_MS, unlessMaintenance(services, () => sendDueReminders(services)), log),
    runEvery(HOUR_MS, unlessMaintenance(services, () => announceUnlockEnds(services)), log),
    runEvery(HOUR_MS, () => recordDailySizes(services), log),
    runEvery(HOUR_MS, () => refreshChecks(services), log),
    runEvery(MINUTE_MS, () => extendHashChain(services), log),
  ]
  const stop = async () => {
    await Promise.all(jobs.map((job) => job.stop()))
    // A client that has its answer may keep its connection open.
    const idle = setInterval(() => app.server.closeIdleConnections(), SOON_MS)
    await app.close().finally(() => clearInterval(idle))
    await worker.stop()
  }
  try {
    const address = await app.listen({ port: config.port, host: config.host })
    await recordServedVersion(services)
    return { address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
