import { spawn } from 'node:child_process'
import { prepare } from '../../scripts/prepare.mjs'

// Playwright starts one server after the other: this one serves a demonstration for each NAME:PORT given, all made at
// the same time. It ends when they have, and they end with the signal that the whole group gets.
prepare({ tools: true })
const [folder, ...named] = process.argv.slice(2)
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {})
for (const one of named) {
  const [name, PORT] = one.split(':')
  const env = { ...process.env, PORT, DATA_DIR: `${folder}/${name}`, RATE_LIMIT_PER_MINUTE: '0' }
  const server = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js', '--demonstration'], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  server.once('exit', (code) => {
    if (code !== 0) process.exitCode = 1
  })
}
