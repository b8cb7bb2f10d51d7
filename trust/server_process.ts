import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { readConfig } from '#server/platform/config.ts'
import { type OpenServices, openServices } from '#server/process.ts'

/** The settings of a server, as the environment has them. */
export type Settings = Record<string, string>

/** Adds what a server asks for and no run sets otherwise. */
export const completeSettings = (settings: Settings): Settings => ({
  BASE_URL: `http://127.0.0.1:${settings.PORT ?? 3000}`,
  MAIL_FROM: 'Curation Office <office@example.org>',
  ...settings,
})

/** How long a start may take before it counts as failed, in ms. */
const START_TIMEOUT_MS = 60_000

/** Lays the ground of a system, migrated, and lets `fill` put people into it; nothing serves yet. */
export async function withServices<T>(
  settings: Settings,
  fill: (ground: OpenServices) => Promise<T>,
): Promise<T> {
  const ground = await openServices(readConfig(completeSettings(settings)), () => {})
  try {
    return await fill(ground)
  } finally {
    await ground.close()
  }
}

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The settings of a system of its own on a free port of this machine, without limits, and its address. */
export async function newSettings(dataDir: string, smtpUrl: string) {
  const port = await freePort()
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(port),
    SMTP_URL: smtpUrl,
    RATE_LIMIT_PER_MINUTE: '0',
  }
  return { settings, port, address: `http://127.0.0.1:${port}` }
}

export interface ServerProcess {
  process: ChildProcess
  /** What the server said on standard output and error. */
  output: string[]
  /** From the start to the first good answer of /readyz, in ms. */
  startMs: number
  /** Asks it to end; answers its status. */
  stop(): Promise<number | null>
  /** Ends it as a power cut does. */
  kill(): Promise<void>
}

/** Waits for the first good answer of /readyz. Throws when none comes in time, or the server has ended. */
export async function untilReady(address: string, lives = () => true) {
  const end = performance.now() + START_TIMEOUT_MS
  for (;;) {
    const ready = await fetch(`${address}/readyz`).catch(() => null)
    if (ready?.ok) return
    if (!lives() || performance.now() > end) throw new Error('The server is not ready.')
    await setTimeout(50)
  }
}

/** Starts a server process as production does, and waits until it is ready. Throws with what it said when it is not. */
export async function startServer(settings: Settings): Promise<ServerProcess> {
  const start = performance.now()
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...completeSettings(settings) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => said.push(text))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const address = `http://127.0.0.1:${settings.PORT}`
  await untilReady(address, () => child.exitCode === null).catch((error) => {
    child.kill('SIGKILL')
    throw new Error(`${error.message} It said: ${said.join('')}`)
  })
  const end = (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    return ended
  }
  return {
    process: child,
    output: said,
    startMs: performance.now() - start,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  }
}
