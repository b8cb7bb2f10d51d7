import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { completeSettings, type Settings } from './server_process.ts'

/** Runs a command of `npm run admin`; `meanwhile` may end it early. */
export async function runAdmin(
  words: string[],
  settings: Settings,
  meanwhile?: (child: ChildProcess) => void,
) {
  const start = performance.now()
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/cli.ts', ...words], {
    env: { ...process.env, ...completeSettings(settings) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  meanwhile?.(child)
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, said: said.trim(), seconds: (performance.now() - start) / 1000 }
}
