/**
 * The embedded PostgreSQL killed, asked to end, and robbed of its socket; its creation cut off; its folder in a bad place:
 * `npm run trust -- engine` runs the tests of it that wait in real time.
 */
import { spawnSync } from 'node:child_process'

const args = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'trust/vitest.config.ts',
  '--reporter=verbose',
]
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1
