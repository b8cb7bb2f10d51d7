import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'
import { prepare } from './prepare.mjs'
import { runChecks } from './steps.mjs'

const reports = mkdtempSync(join(tmpdir(), 'ao-reports-'))
const total = { passed: 0, failed: 0 }

/** Adds a part's counts; one that breaks off, or fails without a failed test, counts as one failure. */
function part(run) {
  try {
    const { passed, failed, status = 0 } = run()
    total.passed += passed
    total.failed += failed === 0 && status !== 0 ? 1 : failed
  } catch (error) {
    console.error(error.message)
    total.failed += 1
  }
}

function runTool(args, report, env, count) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (!existsSync(report)) throw new Error(`${args[0]} ended without a report.`)
  return { status: status ?? 1, ...count(JSON.parse(readFileSync(report, 'utf8'))) }
}

function vitest() {
  const report = join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runTool(['node_modules/vitest/vitest.mjs', ...args], report, {}, (said) => ({
    passed: said.numPassedTests,
    failed: said.numFailedTests,
  }))
}

function journeys() {
  const report = join(reports, 'journeys.json')
  const env = { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=line,json']
  return runTool(args, report, env, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
  }))
}

part(() => {
  prepare({ tools: true })
  return { passed: 0, failed: 0 }
})
for (const run of [runChecks, vitest, journeys]) part(run)
rmSync(reports, { recursive: true })
console.log(`${total.passed} passed, ${total.failed} failed`)
if (total.failed > 0) process.exitCode = 1
