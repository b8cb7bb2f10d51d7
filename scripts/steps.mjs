import { spawn } from 'node:child_process'

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

/** Runs a Node program to its end; answers its status, and what it said unless that was shown at once. */
export function runNode(args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, options)
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (said += text))
    child.once('error', reject)
    child.once('close', (status) => resolve({ status: status ?? 1, said }))
  })
}

/** Runs every check, all at once; answers the counts and what there is to say. */
export async function runChecks() {
  const lines = await Promise.all(
    Object.entries(CHECKS).map(async ([name, args]) => {
      const { status, said } = await runNode(args)
      return status === 0 ? `ok     ${name}` : `FAILED ${name}\n${said}`
    }),
  )
  const failures = lines
    .filter((line) => line.startsWith('FAILED'))
    .map((line) => line.slice('FAILED '.length))
  return {
    passed: lines.length - failures.length,
    failed: failures.length,
    failures,
    said: lines.join('\n'),
  }
}
