import { defineConfig } from 'vitest/config'

/** The tests that wait in real time: a run of `npm run trust` takes them, `npm test` does not. */
export default defineConfig({ test: { include: ['trust/*.test.ts'], environment: 'node' } })
