import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'
import { prepare } from './prepare.mjs'
import { runChecks, runNode } from './steps.mjs'

const folder = mkdtempSync(join(tmpdir(), 'ao-tests-'))
const total = { passed: 0, failed: 0 }
const took = []
/** What failed, said once more at the end: a machine that runs this may keep the last lines alone. */
const failures = []

/** Adds a part's counts and time; one that breaks off, or fails without a failed test, counts as one failure. */
async function part(name, run) {
  const start = performance.now()
  try {
    const { passed = 0, failed = 0, status = 0, failures: named = [], said } = (await run()) ?? {}
    const isUnnamed = failed === 0 && status !== 0
    total.passed += passed
    total.failed += isUnnamed ? 1 : failed
    failures.push(...named, ...(isUnnamed ? [`${name}: ended with ${status}, no test failed`] : []))
    return said
  } catch (error) {
    console.error(error.message)
    total.failed += 1
    failures.push(`${name}: ${error.message}`)
  } finally {
    took.push([name, performance.now() - start])
  }
}

async function runTool(args, report, env, count) {
  const { status } = await runNode(args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (!existsSync(report)) throw new Error(`${args[0]} ended without a report.`)
  return { status, ...count(JSON.parse(readFileSync(report, 'utf8'))) }
}

/** All of Vitest in one run, so that no worker waits for the last file of a project; what was skipped was not seen to pass. */
function vitest() {
  const report = join(folder, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runTool(['node_modules/vitest/vitest.mjs', 'run', ...reporters], report, {}, (said) => ({
    passed: said.numPassedTests,
    failed: said.numTotalTests - said.numPassedTests,
    failures: said.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((one) => one.status !== 'passed')
      if (failed.length === 0) return status === 'passed' ? [] : [`${name}: ${message}`]
      return failed.map((one) => `${name}: ${one.fullName}: ${one.failureMessages?.[0] ?? one.status}`)
    }),
  }))
}

/** The browser's tests; what passed only at the second try has failed, and what was skipped was not seen to pass. */
function journeys() {
  const report = join(folder, 'journeys.json')
  const env = {
    CHROMIUM_PATH: findChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    AO_E2E_DATA: join(folder, 'e2e'),
  }
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=line,json']
  return runTool(args, report, env, ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped,
    failures: suites.flatMap(notPassed),
  }))
}

/** The journeys of a file, and of what it describes, that did not pass. */
function notPassed({ suites = [], specs = [] }) {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
  return [...failed.map(({ file, line, title }) => `${file}:${line}: ${title}`), ...suites.flatMap(notPassed)]
}

const seconds = (ms) => `${(ms / 1000).toFixed(0).padStart(4)} s`

await part('build', () => prepare({ tools: true }))
// The checks fill the pauses of the tests, and speak when these are done.
const checks = part('checks, beside the tests', runChecks)
await part('rules, server and pages', vitest)
console.log(await checks)
await part('journeys', journeys)
rmSync(folder, { recursive: true })
for (const [name, ms] of took) console.log(`${seconds(ms)}  ${name}`)
console.log(`${seconds(performance.now())}  in all`)
for (const failure of failures) console.log(`FAILED ${failure}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
if (total.failed > 0) process.exitCode = 1
