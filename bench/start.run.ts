/** `npm run serve` on an existing folder: start time, idle memory, and the time of the first response. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { residentMb } from '../trust/figures.ts'
import { freePort } from '../trust/server_process.ts'
import { figure, median, printHead, report } from './report.ts'

const STARTS = 5
/** Time until the server is idle, in ms. */
const SETTLED = 5_000
const MAX_SECONDS = 1.5
const MAX_MB = 150

const DATA_DIR = mkdtempSync(join(tmpdir(), 'ao-bench-'))
const port = await freePort()
const settings = {
  DATA_DIR,
  PORT: String(port),
  BASE_URL: `http://127.0.0.1:${port}`,
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'ao@example.org',
}

/** The process, and the seconds until it printed its address. */
async function start(): Promise<[ChildProcess, number]> {
  const before = performance.now()
  const child = spawn('npm', ['run', '--silent', 'serve'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout!.setEncoding('utf8')
  for (let said = ''; !said.includes(' is at '); )
    said += String((await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]))[0])
  return [child, (performance.now() - before) / 1000]
}

/** The server process that npm has started. */
const serverOf = ({ pid }: ChildProcess) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])

const stop = async (child: ChildProcess) => {
  process.kill(serverOf(child), 'SIGTERM')
  await once(child, 'exit')
}

try {
  const [first, cold] = await start()
  await stop(first)
  const [starts, memory, answers]: number[][] = [[], [], []]
  for (let i = 0; i < STARTS; i++) {
    const [child, took] = await start()
    starts!.push(took)
    const before = performance.now()
    await (await fetch(`http://127.0.0.1:${port}/api/login_user`)).text()
    answers!.push(performance.now() - before)
    if (i === STARTS - 1) {
      await setTimeout(SETTLED)
      memory!.push(residentMb(serverOf(child)))
    }
    await stop(child)
  }
  printHead()
  report({ what: 'npm run serve, first start, s', ours: figure(cold), goal: '', met: null })
  const warm = median(starts!)
  report({
    what: `npm run serve, warm start, s (${STARTS})`,
    ours: figure(warm),
    goal: `< ${MAX_SECONDS} s`,
    met: warm < MAX_SECONDS,
  })
  const [mb] = memory as [number]
  report({ what: 'server idle, resident, MB', ours: figure(mb), goal: `< ${MAX_MB} MB`, met: mb < MAX_MB })
  report({ what: 'first call after the start, ms', ours: figure(median(answers!)), goal: '', met: null })
} finally {
  rmSync(DATA_DIR, { recursive: true, force: true })
}
