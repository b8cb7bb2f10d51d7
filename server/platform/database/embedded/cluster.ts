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

/** A cluster's folder `data` inside `base`, and what it takes to run it. */
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
  shared_buffers: '128MB',
  fsync: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

/** Seconds that a server may take to recover from a crash, and to end one that is still stopping. */
const RECOVERY_SECONDS = 300
const START_SECONDS = 20

/** Bytes. */
const MAX_LOG_BYTES = 10_000_000

/** PostgreSQL's SQLSTATE while it starts, recovers or stops. */
const CANNOT_CONNECT_NOW = '57P03'

/** Creates the cluster when there is none. It gets its name when it is complete, so a broken attempt is never taken for one. */
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
 * Until the server answers, or `letGo` says that nobody waits: takes over one that does, ends one that is deaf, starts one
 * where there is none.
 */
export async function ensureRunning(cluster: Cluster, abandoned?: AbortSignal) {
  if ((await probe(cluster)) === 'ready')
    return cluster.log('Took over the PostgreSQL server that an ended process left running.')
  const begun = Date.now()
  let patience = START_SECONDS
  let failure = 'it does not answer'
  while (Date.now() < begun + patience * 1000) {
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

/** Ends the server in order; what it had promised is on the disk either way. */
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

/** A server counts when it answers a real connection: files and process numbers outlive it. */
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
  const made = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  const ours = version.match(/\d+/)?.[0]
  if (made !== ours)
    throw new StartError(
      `${data} was made by PostgreSQL ${made}, this is ${ours}: restore a backup into a new DATA_DIR, or set DATABASE_URL.`,
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

/** A rename survives a power cut once its folder is on the disk. */
function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Higher than any process number: PostgreSQL finds nobody there, and still looks for orphaned backends. */
const UNUSED_PID = '4194304'

/** The process of the server that left its postmaster.pid in `data`, or null when it is gone. */
function livingPostmaster(data: string): number | null {
  const pid = writtenPid(data)
  return pid !== null && isRunning(pid) && !isForeignProcess(pid, data) ? pid : null
}

/**
 * After a power cut or in a restarted container the number in postmaster.pid may be another program's, or a zombie's;
 * PostgreSQL would take it for a living server and never start again.
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

/** A postmaster's working directory is its data folder; an ended process that nobody has waited for has none. */
function isForeignProcess(pid: number, data: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(data)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && existsSync('/proc/self')
  }
}

/** The socket in its folder, as PostgreSQL names it. */
export const socketFileOf = (folder: string) => `${folder}/.s.PGSQL.5432`
/** A unix socket's path may have 107 bytes. */
const MAX_SOCKET_FOLDER_BYTES = 107 - socketFileOf('').length

/** The folder of the socket, for `owner` alone: in the cluster's folder, or where that is too long in a temporary one. */
export function socketFolder(base: string, owner: { uid: number; gid: number }): string {
  const short = `ao-${createHash('sha256').update(base).digest('hex').slice(0, 16)}`
  const fits = (folder: string) =>
    Buffer.byteLength(folder) <= MAX_SOCKET_FOLDER_BYTES && /^[\w./-]+$/.test(folder)
  const folder = [join(base, 'socket'), join(tmpdir(), short)].find(fits) ?? join('/tmp', short)
  claimFolder(folder, owner)
  return folder
}

/** Who can reach the socket is the database's superuser, so a folder that somebody else prepared is refused. */
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

/** The connection string of a database behind that socket; it says all that PGPORT and its like might say otherwise. */
export function urlOf(folder: string, database: string): string {
  return `postgres://ao@localhost:5432/${database}?host=${folder}&sslmode=disable`
}
