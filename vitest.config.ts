import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'rules', include: ['domain/**/*.test.ts'], environment: 'node' },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'test/*.test.ts', 'test/check/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['server/testing/engine.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'pages',
          include: ['web/**/*.test.tsx', 'web/**/*.test.ts'],
          environment: './web/testing_environment.ts',
          globalSetup: ['server/testing/engine.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
    maxWorkers: 2,
  },
})
