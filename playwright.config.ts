import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

// Workers read this file again: what is chosen once is handed on in the environment.
process.env.AO_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'ao-e2e-'))
process.env.AO_E2E_PORT ??= String(20_000 + (process.pid % 20_000))
process.env.CHROMIUM_PATH ??= findChromium()

/** A demonstration of its own, so that what one project's tests write disturbs no other project. */
function demonstration(name: string, nth: number) {
  const port = Number(process.env.AO_E2E_PORT) + nth
  const baseURL = `http://127.0.0.1:${port}`
  const webServer = {
    name,
    command: `${process.execPath} --import tsx server/main.ts --demonstration`,
    url: `${baseURL}/api/masters/getTerm`,
    timeout: 120_000,
    stdout: 'ignore' as const,
    stderr: 'pipe' as const,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
    env: {
      PORT: String(port),
      DATA_DIR: join(process.env.AO_E2E_DATA!, name),
      RATE_LIMIT_PER_MINUTE: '0',
    },
  }
  return { baseURL, webServer }
}
const journeys = demonstration('journeys', 0)
const screens = demonstration('screens', 1)

export default defineConfig({
  testDir: 'test/e2e',
  workers: 2,
  fullyParallel: true,
  timeout: 180_000,
  // The second try is there for its trace alone: what fails once has failed, however the second try ends.
  retries: 1,
  failOnFlakyTests: true,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1360, height: 900 },
    timezoneId: 'Asia/Tokyo',
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
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
      use: { baseURL: journeys.baseURL },
    },
    // These only read.
    { name: 'screens', testMatch: 'screens.spec.ts', use: { baseURL: screens.baseURL } },
  ],
  webServer: [journeys.webServer, screens.webServer],
})
