import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/platform/config.ts'
import type { Db, Services } from '#server/platform/context.ts'
import { startEmbedded } from '#server/platform/database/embedded/embedded.ts'
import { openServices } from '#server/process.ts'
import { prepare } from '../scripts/prepare.mjs'
import { freePort, untilReady } from '../trust/server_process.ts'

/** Rejects on a signal or an unhandled rejection, so that started processes are cleaned up. */
const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => reject(new Error(signal)))
  process.once('unhandledRejection', reject)
})
interrupted.catch(() => {})

/** A filled database in a folder of its own; no server runs yet. */
export interface System {
  db: Db
  services: Services
  /** The environment of a server process on this database. */
  settings: Record<string, string>
}

/** Nothing listens here: benchmarks send no mail. */
const NO_MAIL = 'smtp://127.0.0.1:9'

/** Folder in which filled systems are kept for the next run. */
const { KEEP } = process.env

/** Runs `work` on a system that `fill` has filled, and removes it. With KEEP and a `name` it is kept for the next run. */
export async function withSystem<T>(
  fill: (db: Db) => Promise<unknown>,
  work: (ground: System) => Promise<T>,
  name?: string,
) {
  const kept = KEEP && name ? join(KEEP, name) : null
  const DATA_DIR = kept ?? mkdtempSync(join(tmpdir(), 'ao-bench-'))
  mkdirSync(DATA_DIR, { recursive: true })
  const filled = join(DATA_DIR, 'filled')
  const { url, stop } = await startEmbedded(DATA_DIR, () => {})
  const settings = { DATA_DIR, DATABASE_URL: url, SMTP_URL: NO_MAIL, RATE_LIMIT_PER_MINUTE: '0' }
  const { services, close } = await openServices(readConfig(settings), () => {})
  try {
    if (!existsSync(filled)) await fill(services.db)
    if (kept) writeFileSync(filled, '')
    return await Promise.race([work({ db: services.db, services, settings }), interrupted])
  } finally {
    await close()
    await stop()
    if (!kept) rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

export interface ServerProcess {
  address: string
  pid: number
}

/** Starts a server program, waits until it is ready, and stops it after `work`. */
async function runServer<T>(
  program: string[],
  settings: Record<string, string>,
  work: (server: ServerProcess) => Promise<T>,
) {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, program, {
    env: { ...process.env, MAIL_FROM: 'ao@example.org', ...settings, PORT: String(port), BASE_URL: address },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    await untilReady(address, () => child.exitCode === null)
    return await Promise.race([work({ address, pid: child.pid! }), interrupted])
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

/** The options of Node in `npm run serve`. */
const NODE_OPTIONS = JSON.parse(readFileSync('package.json', 'utf8')).scripts.serve.match(/--\S+/gu) ?? []

/** Starts our server as in production, built if needed, without rate limits. */
export function withServer<T>({ settings }: System, work: (server: ServerProcess) => Promise<T>) {
  prepare({ tools: true })
  return runServer([...NODE_OPTIONS, 'scripts/serve.mjs'], settings, work)
}
