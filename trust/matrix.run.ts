/** Every call, by everybody, about every object in each state, in each phase of its term: the whole of test/matrix.test.ts. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', 'test/matrix.test.ts'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, MATRIX: 'whole' },
    stdio: 'inherit',
  },
)
process.exitCode = status ?? 1
