import './node_version.mjs'
import { readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { prepare } from './prepare.mjs'

// npm run mutants -- PATH… [--tests PATH…]
// Plants faults in the named files, or in those below a folder, and says which of them no test notices. The tests are those
// that --tests names; without it those of the same areas in domain, server and web.

prepare({ tools: true, build: false })
const { Stryker } = await import('@stryker-mutator/core')

const args = process.argv.slice(2)
const at = args.indexOf('--tests')
const mutated = at < 0 ? args : args.slice(0, at)
if (mutated.length === 0) throw new Error('Usage: npm run mutants -- PATH… [--tests PATH…]')

const isFolder = (path) => statSync(path).isDirectory()
const testsBelow = (path) =>
  isFolder(path)
    ? readdirSync(path, { recursive: true })
        .filter((name) => /\.test\.tsx?$/u.test(name))
        .map((name) => `${path}/${name}`)
    : [path]

/** domain/reports/rules.ts is tested by what is below domain/reports, server/reports and web/pages/reports. */
function testFolders(path) {
  const [root, ...below] = (isFolder(path) ? path : dirname(path)).split('/')
  const area = below.at(root === 'web' ? 1 : 0)
  if (root === 'domain' && area) return [`domain/${area}`, `server/${area}`]
  return [join(root, ...below)]
}

const exists = (path) => statSync(path, { throwIfNoEntry: false }) !== undefined
const tests =
  at < 0
    ? mutated.flatMap(testFolders).filter(exists).flatMap(testsBelow)
    : args.slice(at + 1).flatMap(testsBelow)
if (tests.length === 0) throw new Error('There are no tests beside these files; name some with --tests.')
process.env.MUTANTS_TESTS = JSON.stringify([...new Set(tests)])

const results = await new Stryker({
  mutate: mutated.map((path) => (isFolder(path) ? `${path}/**/!(*.test|*.d).{ts,tsx}` : path)),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  ignorePatterns: ['dist', 'data', 'bench', 'trust', 'test-results'],
  // Beside the temporary folders of the tests, so that no tool takes the copy for sources.
  tempDirName: join(tmpdir(), 'ao-mutants'),
  timeoutMS: 20_000,
}).runMutationTest()
process.exitCode = results.some(({ status }) => status === 'Survived' || status === 'NoCoverage') ? 1 : 0
