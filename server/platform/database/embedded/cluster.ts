import { createHash } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../config.ts'
import { isRunning } from './folder_lock.ts'
import type { Binaries, Runner } from './runner.ts'

/** A database cluster in the folder `data` of `base`. */
export type Cluster = {
  base: string
  data: string
  socket: string
  binaries: Binaries
  runner: Runner
  log: (line: string) => void
}

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: '5432',
  max_connections: '100',
  shared_buffers: '64MB',
  fsync: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

/** Time for recovery after a crash, and for starting or stopping otherwise. */
const RECOVERY_SECONDS = 300
const START_SECONDS = 20

const MAX_LOG_BYTES = 10_000_000

/** PostgreSQL's SQLSTATE while it starts, recovers or stops. */
const CANNOT_CONNECT_NOW = '57P03'

/**
 * Creates the cluster when there is none. It is renamed into place when complete, so that a failed attempt is never
 * used.
 */
export async function makeCluster({ base, data, binaries, runner, log }: Cluster) {
  for (const name of readdirSync(base))
    if (name.startsWith('unfinished')) rmSync(join(base, name), { recursive: true })
  if (existsSync(data))
    return requireSameMajor(data, await runner.run(binaries.postgres, ['--version'], base))
  log(`Creating the embedded PostgreSQL cluster in ${base}.`)
  const how = ['--username=ao', '--auth-local=trust', '--auth-host=reject', '--data-checksums']
  const text = [
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  try {
    await runner.run(binaries.initdb, ['-D', 'unfinished', ...how, ...text], base)
  } catch (error) {
    throw new StartError(
      `PostgreSQL cannot create its cluster in ${base} (${(error as Error).message}): ` +
        'choose another DATA_DIR, or set DATABASE_URL.',
    )
  }
  renameSync(join(base, 'unfinished'), data)
  syncFolder(base)
}

/**
 * Waits until a server answers or `abandoned` is aborted: takes over one that is running, stops one that does not answer,
 * and starts one if there is none. Throws StartError.
 */
export async function ensureRunning(cluster: Cluster, abandoned?: AbortSignal) {
  if ((await probe(cluster)) === 'ready')
    return cluster.log('Took over the PostgreSQL server that an ended process left running.')
  const started = Date.now()
  let patience = START_SECONDS
  let failure = 'it does not answer'
  while (Date.now() < started + patience * 1000) {
    const answer = await probe(cluster)
    if (answer === 'ready') return
    if (answer === 'busy') patience = RECOVERY_SECONDS
    else {
      const why = await startServer(cluster)
      if (why === null) continue
      failure = why
    }
    if (abandoned?.aborted) return
    await delay(300)
  }
  const log = join(cluster.base, 'server.log')
  throw new StartError(
    `PostgreSQL does not start on ${cluster.base} (${lastLine(log) ?? failure}): see ${log}, or set DATABASE_URL.`,
  )
}

/** Shuts the server down cleanly; committed data is safe even if that fails. */
export async function stopServer({ base, binaries, runner, log }: Cluster) {
  const stop = ['stop', '-D', 'cluster', '-m', 'fast', '-w', '-t', '60']
  await runner
    .run(binaries.pgCtl, stop, base)
    .catch((error: Error) => log(`PostgreSQL was not stopped: ${error.message}`))
}

async function startServer(cluster: Cluster): Promise<string | null> {
  const { base, data, socket, binaries, runner } = cluster
  disownForeignPid(data)
  if (livingPostmaster(data) !== null) await stopServer(cluster)
  rotateLog(join(base, 'server.log'))
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: socket })
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ')
  const start = [
    'start',
    '-D',
    'cluster',
    '-l',
    'server.log',
    '-w',
    '-t',
    String(RECOVERY_SECONDS),
    '-o',
    settings,
  ]
  return runner.run(binaries.pgCtl, start, base).then(
    () => null,
    (error: Error) => error.message,
  )
}

/** Tries a real connection, because socket files and process ids outlive their server. */
export async function probe({ socket }: Pick<Cluster, 'socket'>): Promise<'ready' | 'busy' | 'absent'> {
  const client = new pg.Client({ connectionString: urlOf(socket, 'postgres'), connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return 'ready'
  } catch (error) {
    return (error as { code?: string }).code === CANNOT_CONNECT_NOW ? 'busy' : 'absent'
  } finally {
    await client.end().catch(() => {})
  }
}

async function requireSameMajor(data: string, version: string) {
  const dataVersion = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  const ours = version.match(/\d+/)?.[0]
  if (dataVersion !== ours)
    throw new StartError(
      `${data} was made by PostgreSQL ${dataVersion}, this is ${ours}: restore a backup into a new DATA_DIR, or set DATABASE_URL.`,
    )
}

function rotateLog(file: string) {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > MAX_LOG_BYTES) renameSync(file, `${file}.1`)
}

function lastLine(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line))
}

/** A rename survives a power cut only once its folder is synced. */
function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Above the highest process id: PostgreSQL finds no such process, but still looks for orphaned backends. */
const UNUSED_PID = '4194304'

/** The id in postmaster.pid if that server is still running, else null. */
function livingPostmaster(data: string): number | null {
  const pid = writtenPid(data)
  return pid !== null && isRunning(pid) && !isForeignProcess(pid, data) ? pid : null
}

/**
 * After a power cut or in a restarted container the id in postmaster.pid may belong to another program or a zombie.
 * PostgreSQL would take that for a running server and refuse to start.
 */
function disownForeignPid(data: string) {
  const pid = writtenPid(data)
  if (pid === null || !isRunning(pid) || !isForeignProcess(pid, data)) return
  const file = join(data, 'postmaster.pid')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, UNUSED_PID))
}

function writtenPid(data: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10) || null
  } catch {
    return null
  }
}

/** A postmaster's working directory is its data folder; a zombie has none. */
function isForeignProcess(pid: number, data: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(data)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && existsSync('/proc/self')
  }
}

export const socketFileOf = (folder: string) => `${folder}/.s.PGSQL.5432`
/** The path of a unix socket may have 107 bytes. */
const MAX_SOCKET_FOLDER_BYTES = 107 - socketFileOf('').length

/**
 * A folder for the socket that only `owner` can enter: in `base`, or in the temporary folder where that path is too
 * long.
 */
export function socketFolder(base: string, owner: { uid: number; gid: number }): string {
  const short = `ao-${createHash('sha256').update(base).digest('hex').slice(0, 16)}`
  const fits = (folder: string) =>
    Buffer.byteLength(folder) <= MAX_SOCKET_FOLDER_BYTES && /^[\w./-]+$/.test(folder)
  const folder = [join(base, 'socket'), join(tmpdir(), short)].find(fits) ?? join('/tmp', short)
  claimFolder(folder, owner)
  return folder
}

/**
 * Whoever reaches the socket is the database's superuser, so a folder that someone else created is refused. Throws
 * StartError.
 */
function claimFolder(folder: string, owner: { uid: number; gid: number }) {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found) {
    mkdirSync(folder, { mode: 0o700 })
    if (process.getuid?.() === 0) chownSync(folder, owner.uid, owner.gid)
  } else if (!found.isDirectory() || found.uid !== owner.uid || (found.mode & 0o077) !== 0)
    throw new StartError(
      `${folder}, which PostgreSQL's socket needs, is not ours alone: remove it, or set DATABASE_URL.`,
    )
}

/** A connection string for the socket that leaves nothing to PGPORT and similar variables. */
export function urlOf(folder: string, database: string): string {
  return `postgres://ao@localhost:5432/${database}?host=${folder}&sslmode=disable`
}
