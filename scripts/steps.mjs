import { spawnSync } from 'node:child_process'

/** What `npm run check` looks at, each by one tool's own program: npx would outlive a kill. */
const CHECKS = {
  'lint and format': ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  types: ['node_modules/typescript/bin/tsc', '--noEmit'],
  'table types': ['--import', 'tsx', 'scripts/db_types.ts', '--check'],
  'import directions': [
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--config=.dependency-cruiser.cjs',
    '--output-type=err',
    'domain',
    'server',
    'web',
  ],
  'SQL in its files': ['scripts/sql_files.mjs'],
  'dead code': ['node_modules/knip/bin/knip.js', '--no-progress'],
}

/** Runs every check, shows what those say that fail, and counts. */
export function runChecks() {
  let failed = 0
  for (const [name, args] of Object.entries(CHECKS)) {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`)
    if (status === 0) continue
    failed += 1
    console.log(stdout + stderr)
  }
  return { passed: Object.keys(CHECKS).length - failed, failed }
}
