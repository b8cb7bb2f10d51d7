import { spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { prepare } from '../../scripts/prepare.mjs'

// Arguments: FOLDER NAME:PORT…  Serves a demonstration of its own for each name. The first is made, the others are copies
// of its data, which is much faster. Playwright ends the whole process group with one signal.
prepare({ tools: true })
const [folder, ...named] = process.argv.slice(2)
const demonstrations = named.map((one) => {
  const [name, port] = one.split(':')
  return { data: `${folder}/${name}`, port }
})
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {})

function serve({ data, port }, stdout) {
  const env = { ...process.env, PORT: port, DATA_DIR: data, RATE_LIMIT_PER_MINUTE: '0' }
  return spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js', '--demonstration'], {
    env,
    stdio: ['ignore', stdout, 'inherit'],
  })
}

const [first, ...others] = demonstrations
const maker = serve(first, 'pipe')
maker.stdout.on('data', (text) => {
  if (String(text).includes(' is at http')) maker.kill('SIGTERM')
})
const status = await new Promise((resolve) => maker.once('exit', resolve))
if (status === 0) {
  for (const { data } of others) cpSync(first.data, data, { recursive: true })
  for (const demonstration of demonstrations)
    serve(demonstration, 'inherit').once('exit', (code) => {
      if (code !== 0) process.exitCode = 1
    })
} else process.exitCode = 1
