import { existsSync, realpathSync, rmdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import {
  type Cluster,
  ensureRunning,
  makeCluster,
  probe,
  socketFileOf,
  socketFolder,
  stopServer,
  urlOf,
} from './cluster.ts'
import { lockFolder } from './folder_lock.ts'
import { chooseRunner, findBinaries } from './runner.ts'

export type Embedded = {
  /** A connection string for the database `ao`. */
  url: string
  /** Whether this start created the database, so that it is empty. */
  created: boolean
  stop(): Promise<void>
}

/**
 * Starts the bundled PostgreSQL on `dataDir`, which is created if missing, reachable by a unix socket only. Takes over a
 * server that an earlier process left running, and restarts one that dies. Throws StartError.
 */
export async function startEmbedded(dataDir: string, log: (line: string) => void): Promise<Embedded> {
  const binaries = findBinaries()
  const folder = resolve(dataDir, 'postgres')
  const runner = await chooseRunner(folder, binaries.postgres)
  const base = realpathSync(folder)
  const release = lockFolder(join(base, 'lock'))
  try {
    const socket = socketFolder(base, runner)
    const cluster: Cluster = { base, data: join(base, 'cluster'), socket, binaries, runner, log }
    await makeCluster(cluster)
    await ensureRunning(cluster)
    const created = await makeDatabase(cluster)
    const letGo = guardServer(cluster)
    let stopped: Promise<void> | undefined
    const stop = () =>
      (stopped ??= letGo()
        .then(() => stopServer(cluster))
        .finally(() => releaseFolders(socket, release)))
    return { url: urlOf(socket, 'ao'), created, stop }
  } catch (error) {
    release()
    throw error
  }
}

export const hasEmbedded = (dataDir: string) => existsSync(resolve(dataDir, 'postgres/cluster'))

/** The connection string of the server that another process runs on `dataDir`, or null. */
export async function runningEmbedded(dataDir: string): Promise<string | null> {
  if (!hasEmbedded(dataDir)) return null
  const base = realpathSync(resolve(dataDir, 'postgres'))
  const socket = socketFolder(base, statSync(base))
  return (await probe({ socket })) === 'ready' ? urlOf(socket, 'ao') : null
}

/** Removes the socket's folder, unless a server that did not stop still has its socket in it. */
function releaseFolders(socket: string, release: () => void) {
  try {
    rmdirSync(socket)
  } catch {}
  release()
}

/** Creates the database `ao` if needed; returns whether it did. */
async function makeDatabase(cluster: Cluster): Promise<boolean> {
  const client = new pg.Client(urlOf(cluster.socket, 'postgres'))
  await client.connect()
  try {
    const { rowCount } = await client.query("select from pg_database where datname = 'ao'")
    if (rowCount === 0) await client.query('create database ao')
    return rowCount === 0
  } finally {
    await client.end()
  }
}

/** Interval between attempts to restart the server, and between checks of its socket. */
const RETRY_MS = 2_000

/**
 * Restarts the server when it dies or its socket is deleted, watching it through a connection. The result stops
 * watching.
 */
function guardServer(cluster: Cluster): () => Promise<void> {
  const letGo = new AbortController()
  const { signal } = letGo
  const watch = async () => {
    while (!signal.aborted) {
      await waitForLoss(cluster, signal)
      if (signal.aborted || (await probe(cluster)) === 'ready') continue
      cluster.log('PostgreSQL has gone; bringing it up again.')
      await restart(cluster, signal).catch((error: Error) => cluster.log(error.message))
      await delay(RETRY_MS, null, { signal }).catch(() => {})
    }
  }
  const ended = watch()
  return () => {
    letGo.abort()
    return ended
  }
}

/** The socket's folder may have been deleted too. */
async function restart(cluster: Cluster, signal: AbortSignal) {
  socketFolder(cluster.base, cluster.runner)
  await ensureRunning(cluster, signal)
}

/** Waits until its connection ends or cannot be opened, or the socket's file is gone. */
async function waitForLoss({ socket }: Cluster, signal: AbortSignal) {
  const client = new pg.Client({ connectionString: urlOf(socket, 'postgres'), application_name: 'guard' })
  client.on('error', () => {})
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  const leave = () => void client.end().catch(() => {})
  const socketCheck = setInterval(() => existsSync(socketFileOf(socket)) || leave(), RETRY_MS)
  try {
    await client.connect()
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave)
    await ended
  } catch {
  } finally {
    clearInterval(socketCheck)
    signal.removeEventListener('abort', leave)
  }
}
