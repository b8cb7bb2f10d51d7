import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

// Workers read this file again: what is chosen once is handed on in the environment.
process.env.AO_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'ao-e2e-'))
// Below the ports that a system gives to connections: none of those can hold one when its server begins.
process.env.AO_E2E_PORT ??= String(20_000 + (process.pid % 2_400) * 5)
process.env.CHROMIUM_PATH ??= findChromium()

/**
 * Each project has a demonstration of its own, and so have the journeys that allocate or assign a whole call or wait to be
 * undone: what one writes disturbs no other, and nobody is refused a suggestion because of another of theirs.
 */
const [journeys, screens, allocation, undo, assignment] = [0, 1, 2, 3, 4].map(
  (nth) => Number(process.env.AO_E2E_PORT) + nth,
)
const at = (port: number | undefined) => `http://127.0.0.1:${port}`

export default defineConfig({
  testDir: 'test/e2e',
  workers: 2,
  fullyParallel: true,
  timeout: 600_000,
  // The second try is there for its trace alone: what fails once has failed, however the second try ends.
  retries: 1,
  failOnFlakyTests: true,
  expect: { timeout: 60_000 },
  use: {
    viewport: { width: 1360, height: 900 },
    timezoneId: 'Asia/Tokyo',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-quic',
        '--no-first-run',
        '--disable-sync',
      ],
    },
  },
  projects: [
    // These write: each test to records that no other one counts on.
    {
      name: 'journeys',
      testIgnore: 'screens.spec.ts',
      use: { baseURL: at(journeys) },
    },
    // These only read.
    { name: 'screens', testMatch: 'screens.spec.ts', use: { baseURL: at(screens) } },
  ],
  webServer: {
    command: `${process.execPath} test/e2e/demonstrations.mjs ${process.env.AO_E2E_DATA} journeys:${journeys} screens:${screens} allocation:${allocation} undo:${undo} assignment:${assignment}`,
    wait: { stdout: /( is at http[\s\S]*){5}/u },
    timeout: 600_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
