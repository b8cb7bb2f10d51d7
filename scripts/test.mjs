import './node_version.mjs'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findChromium } from './chromium.mjs'
import { prepare } from './prepare.mjs'
import { runChecks, runNode } from './steps.mjs'

// npm test            runs everything: build, checks, Vitest, journeys in a browser
// npm test -- PATH…   runs the named test files, or those below a folder; *.spec.ts are journeys

const paths = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'ao-tests-'))
const total = { passed: 0, failed: 0 }
const durations = []
/** Repeated at the end, because CI may show only the last lines. */
const failures = []

/** Runs one part and adds its counts. A part that throws, or ends badly without a failed test, counts as one failure. */
async function part(name, run) {
  const start = performance.now()
  try {
    const { passed = 0, failed = 0, status = 0, failures: named = [], report } = (await run()) ?? {}
    const isUnnamed = failed === 0 && status !== 0
    total.passed += passed
    total.failed += isUnnamed ? 1 : failed
    failures.push(...named, ...(isUnnamed ? [`${name}: ended with ${status}, no test failed`] : []))
    return report
  } catch (error) {
    console.error(error.message)
    total.failed += 1
    failures.push(`${name}: ${error.message}`)
  } finally {
    durations.push([name, performance.now() - start])
  }
}

/** Runs a test program that writes a JSON report, and counts the tests in it. */
async function runTool(args, report, env, count) {
  const { status } = await runNode(args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (!existsSync(report)) throw new Error(`${args[0]} ended without a report.`)
  return { status, ...count(JSON.parse(readFileSync(report, 'utf8'))) }
}

/** All Vitest projects in one run. A skipped test counts as failed. */
function vitest(files = []) {
  const report = join(folder, 'vitest.json')
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json']
  return runTool([...args, `--outputFile.json=${report}`, ...files], report, {}, (results) => ({
    passed: results.numPassedTests,
    failed: results.numTotalTests - results.numPassedTests,
    failures: results.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status !== 'passed')
      if (failed.length === 0) return status === 'passed' ? [] : [`${name}: ${message}`]
      return failed.map((test) => `${name}: ${test.fullName}: ${test.failureMessages?.[0] ?? test.status}`)
    }),
  }))
}

/** The journeys. A test that was skipped, or passed only at its second try, counts as failed. */
function journeys(files = []) {
  const report = join(folder, 'journeys.json')
  const env = {
    CHROMIUM_PATH: findChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    AO_E2E_DATA: join(folder, 'e2e'),
  }
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=line,json', ...files]
  return runTool(args, report, env, ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped,
    failures: suites.flatMap(failedSpecs),
  }))
}

function failedSpecs({ suites = [], specs = [] }) {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
  return [
    ...failed.map(({ file, line, title, tests }) =>
      [`${file}:${line}: ${title}`, ...errorsOf(tests)].join('\n'),
    ),
    ...suites.flatMap(failedSpecs),
  ]
}

/** What each try of a journey ended with: the message, the place in the code and what was seen instead. */
const errorsOf = (tests) =>
  tests
    .flatMap(({ results }) => results)
    .flatMap(({ errors, retry }) =>
      errors.map(({ message }) => `  try ${retry + 1}: ${stripVTControlCharacters(message).slice(0, 2000)}`),
    )

async function runEverything() {
  await part('build', () => prepare({ tools: true }))
  // The checks use the pauses of the tests; their report is printed when both are done.
  const checks = part('checks, beside the tests', runChecks)
  await part('rules, server and pages', vitest)
  console.log(await checks)
  await part('journeys', journeys)
}

async function runPaths() {
  const isJourney = (path) => path.startsWith('test/e2e') || path.endsWith('.spec.ts')
  const specs = paths.filter(isJourney)
  const files = paths.filter((path) => !isJourney(path))
  await part('install', () => prepare({ tools: true, build: specs.length > 0 }))
  if (files.length > 0) await part('rules, server and pages', () => vitest(files))
  if (specs.length > 0) await part('journeys', () => journeys(specs))
}

await (paths.length > 0 ? runPaths() : runEverything())
rmSync(folder, { recursive: true, force: true })
const seconds = (ms) => `${(ms / 1000).toFixed(0).padStart(4)} s`
for (const [name, ms] of durations) console.log(`${seconds(ms)}  ${name}`)
console.log(`${seconds(performance.now())}  in all`)
for (const failure of failures) console.log(`FAILED ${failure}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
if (total.failed > 0) process.exitCode = 1
