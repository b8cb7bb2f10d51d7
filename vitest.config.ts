import { defineConfig } from 'vitest/config'
import { contractEndpoints } from './scripts/contract_plugin.ts'
import { guides } from './scripts/guides_plugin.ts'

// No part has each file load everything anew: what a test file needs is there once in each of the two workers.
// So a file leaves no clock, mock or environment behind that another one would find.
export default defineConfig({
  plugins: [contractEndpoints(), guides()],
  test: {
    // Its folders are resolved by the bundler alone.
    server: { deps: { inline: ['@atlaskit/pragmatic-drag-and-drop'] } },
    isolate: false,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['domain/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'test/*.test.ts', 'test/check/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['server/testing/database_server.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['web/**/*.test.tsx', 'web/**/*.test.ts'],
          environment: './web/testing_environment.ts',
          globalSetup: ['server/testing/database_server.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
