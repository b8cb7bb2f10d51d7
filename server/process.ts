import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type pg from 'pg'
import { contract } from '#domain/contract.ts'
import { buildApp } from './app.ts'
import { carryOutRuns } from './applicants/runs.ts'
import { extendHashChain } from './audit/hash_chain.ts'
import { remindOfInventory } from './custody/inventories/reminders.ts'
import { sendLoanReminders } from './custody/loans/reminders.ts'
import { deleteRepeated } from './custody/loans/repeated.ts'
import { sendDueDigests } from './discussions/digest.ts'
import { handlers } from './handlers.ts'
import { type Config, StartError } from './platform/config.ts'
import { type Db, type Services, systemClock } from './platform/context.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { hasEmbedded, runningEmbedded, startEmbedded } from './platform/database/embedded/embedded.ts'
import { DatabaseErrorLog, isLostConnection } from './platform/database/lost_connection.ts'
import { createTables, migrate, requireTables } from './platform/database/migrate.ts'
import { openFiles } from './platform/files.ts'
import { findSender } from './platform/outbox/compose.ts'
import { fileTransport, smtpTransport } from './platform/outbox/transport.ts'
import { startWorker } from './platform/outbox/worker.ts'
import { runEvery } from './platform/periodic_job.ts'
import { deleteExpired } from './platform/session.ts'
import { removeStrayFiles } from './proposals/stored_files.ts'
import { sendDueReminders } from './reports/reminders.ts'
import { remindOfAnswers } from './results/reminders.ts'
import { remindOfProfiles } from './reviewer_profiles/service.ts'
import { announceUnlockEnds } from './staff/unlock_reminders.ts'
import { refreshChecks } from './system/check_results.ts'
import { unlessMaintenance } from './system/maintenance.ts'
import { Metrics, metricsServer } from './system/metrics.ts'
import { recordServedVersion } from './system/service.ts'
import { recordDailySizes } from './system/sizes.ts'
import { carryOutDue, performer } from './undo/carry_out.ts'
import { deleteDoneActs } from './undo/service.ts'
import { forgetOldDeliveries, startWebHookWorker } from './web_hooks/worker.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const SOON_MS = 100
/** Size of the separate pool for exports, and the maximum duration of an export. */
const EXPORT_CONNECTIONS = 6
const MAX_EXPORT_MS = 20 * 60 * 1000

export interface OpenServices {
  services: Services
  database: Database
  /** The connection pools, by name. */
  pools: Record<string, pg.Pool>
  close(): Promise<void>
}

/**
 * Opens the database, which is started if it is embedded and then migrated, and the file store. `admit` may throw before
 * anything is written. Throws StartError.
 */
export const openServices = async (
  config: Config,
  log: (line: string) => void,
  admit: (db: Db) => Promise<void> = async () => {},
): Promise<OpenServices> =>
  openOn(await reachDatabase(config, log), config, async ({ db, pool }) => {
    await admit(db).catch(explainUnreachable)
    await migrate(pool)
  })

/** SQLSTATEs: no such user, wrong password, no such database. */
const NOT_ADMITTED = ['28000', '28P01', '3D000']

function explainUnreachable(error: Error & { code?: string }): never {
  if (isLostConnection(error) || NOT_ADMITTED.includes(error.code ?? ''))
    throw new StartError(`The database cannot be opened: ${error.message || error.code}`)
  throw error
}

/**
 * Opens the database for an operator's command, also while a server runs on it. Never upgrades it, because an older server
 * may be running; creates it and its tables only if `mayCreate`. Throws StartError.
 */
export const openForCommand = async (
  config: Config,
  { mayCreate, log }: { mayCreate: boolean; log: (line: string) => void },
): Promise<OpenServices> =>
  openOn(await shareDatabase(config, { mayCreate, log }), config, ({ pool }) =>
    mayCreate ? createTables(pool) : requireTables(pool),
  )

interface ReachedDatabase {
  url: string
  /** Stops the database if this process has started it. */
  stop(): Promise<void>
}

async function openOn(
  { url, stop }: ReachedDatabase,
  config: Config,
  prepare: (database: Database) => Promise<void>,
): Promise<OpenServices> {
  const named = config.databasePrepared
  const database = openDatabase(url, { named })
  const exporting = openDatabase(url, { max: EXPORT_CONNECTIONS, transactionTimeout: MAX_EXPORT_MS, named })
  const close = async () => {
    await exporting.close()
    await database.close()
    await stop()
  }
  try {
    await prepare(database)
    const files = openFiles(config.dataDir, config.filesUrl)
    const services = { db: database.db, exportDb: exporting.db, files, config, clock: systemClock }
    return { services, database, pools: { main: database.pool, export: exporting.pool }, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The connection string of the database, which is started if it is embedded, and a function that stops it. */
export const reachDatabase = async (config: Config, log: (line: string) => void): Promise<ReachedDatabase> =>
  config.databaseUrl ? { url: config.databaseUrl, stop: async () => {} } : startEmbedded(config.dataDir, log)

/**
 * As reachDatabase, but uses the embedded PostgreSQL of a running server, and leaves it running. Throws StartError if there
 * is no embedded database and none may be created.
 */
export async function shareDatabase(
  config: Config,
  { mayCreate, log }: { mayCreate: boolean; log: (line: string) => void },
): Promise<ReachedDatabase> {
  if (!config.databaseUrl && !mayCreate && !hasEmbedded(config.dataDir))
    throw new StartError(`There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL.`)
  const running = config.databaseUrl ? null : await runningEmbedded(config.dataDir)
  return running ? { url: running, stop: async () => {} } : reachDatabase(config, log)
}

export interface Serving {
  address: string
  /** Finishes requests, mails and web hooks in progress, then closes. */
  stop(): Promise<void>
}

/** Listens, sends mails and runs the periodic jobs. */
export async function serve(
  { services, pools }: OpenServices,
  logger: FastifyServerOptions['logger'],
): Promise<Serving> {
  const { config, clock, db } = services
  const losses = new DatabaseErrorLog()
  const app = await buildApp(services, logger, losses)
  const metrics = config.metrics && new Metrics({ services, pools })
  metrics?.observe(app)
  const machine = metrics && config.metrics && metricsServer(metrics, config.metrics)
  const log = losses.in(app.log)
  const transport = config.smtpUrl
    ? smtpTransport(config.smtpUrl, config.baseUrl)
    : fileTransport(config.dataDir, config.baseUrl)
  const sender = () => findSender(db, config)
  const worker = startWorker(db, transport, sender, clock, log)
  const webHookWorker = startWebHookWorker(services, log)
  const perform = performer(contract, handlers)
  const jobs = [
    runEvery(HOUR_MS, () => deleteExpired(db, clock()), log),
    runEvery(HOUR_MS, () => deleteDoneActs(db, clock()), log),
    runEvery(
      SECOND_MS,
      unlessMaintenance(services, (stopping: AbortSignal) => carryOutDue(services, perform, stopping)),
      log,
    ),
    runEvery(HOUR_MS, () => forgetOldDeliveries(services), log),
    runEvery(HOUR_MS, () => removeStrayFiles(services), log),
    runEvery(HOUR_MS, () => deleteRepeated(services), log),
    runEvery(
      HOUR_MS,
      unlessMaintenance(services, () => sendLoanReminders(services)),
      log,
    ),
    runEvery(
      HOUR_MS,
      unlessMaintenance(services, () => sendDueReminders(services)),
      log,
    ),
    runEvery(
      HOUR_MS,
      unlessMaintenance(services, () => announceUnlockEnds(services)),
      log,
    ),
    runEvery(
      HOUR_MS,
      unlessMaintenance(services, () => sendDueDigests(services)),
      log,
    ),
    runEvery(
      HOUR_MS,
      unlessMaintenance(services, () => remindOfAnswers(services)),
      log,
    ),
    runEvery(
      HOUR_MS,
      unlessMaintenance(services, () => remindOfProfiles(services)),
      log,
    ),
    runEvery(
      HOUR_MS,
      unlessMaintenance(services, () => remindOfInventory(services)),
      log,
    ),
    runEvery(
      SECOND_MS,
      unlessMaintenance(services, (stopping: AbortSignal) => carryOutRuns(services, stopping)),
      log,
    ),
    runEvery(HOUR_MS, () => recordDailySizes(services), log),
    runEvery(HOUR_MS, () => refreshChecks(services), log),
    runEvery(MINUTE_MS, () => extendHashChain(services), log),
  ]
  const stop = async () => {
    await Promise.all(jobs.map((job) => job.stop()))
    // A client that has its answer may keep its connection open.
    const idle = setInterval(() => app.server.closeIdleConnections(), SOON_MS)
    await app.close().finally(() => clearInterval(idle))
    await machine?.close()
    await Promise.all([worker.stop(), webHookWorker.stop()])
  }
  try {
    const address = await listen(app, config, 'HOST', 'PORT')
    if (machine && config.metrics) await listen(machine, config.metrics, 'METRICS_HOST', 'METRICS_PORT')
    await recordServedVersion(services)
    return { address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const LISTEN_ERRORS: Record<string, string> = {
  EADDRINUSE: 'another program listens there',
  EACCES: 'this user may not listen there',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'no such host is known',
}

/** Throws StartError that names the settings. */
async function listen(
  server: FastifyInstance,
  { host, port }: { host: string; port: number },
  hostName: string,
  portName: string,
): Promise<string> {
  try {
    return await server.listen({ host, port })
  } catch (error) {
    const why = LISTEN_ERRORS[(error as NodeJS.ErrnoException).code ?? '']
    throw why
      ? new StartError(`The server cannot listen on ${hostName} ${host}, ${portName} ${port}: ${why}.`)
      : error
  }
}
