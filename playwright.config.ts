import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

// Workers read this file again: what is chosen once is handed on in the environment.
process.env.AO_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'ao-e2e-'))
process.env.AO_E2E_PORT ??= String(20_000 + (process.pid % 20_000))
process.env.CHROMIUM_PATH ??= findChromium()
const address = `http://127.0.0.1:${process.env.AO_E2E_PORT}`

export default defineConfig({
  testDir: 'test/e2e',
  workers: 1,
  fullyParallel: false,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: address,
    viewport: { width: 1360, height: 900 },
    timezoneId: 'Asia/Tokyo',
    actionTimeout: 15_000,
    trace: 'retain-on-failure',
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
  webServer: {
    command: `${process.execPath} --import tsx server/main.ts --demonstration`,
    url: `${address}/api/masters/getTerm`,
    timeout: 120_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: process.env.AO_E2E_PORT,
      DATA_DIR: process.env.AO_E2E_DATA,
      RATE_LIMIT_PER_MINUTE: '0',
    },
  },
})
