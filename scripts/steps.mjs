import { spawn } from 'node:child_process'

/** The tools of `npm run check`. Each is started by its own program, because `npx` outlives a kill. */
const CHECKS = {
  'lint and format': ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  types: [
    'node_modules/typescript/bin/tsc',
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    'node_modules/.cache/types.tsbuildinfo',
  ],
  'table types': ['--import', 'tsx', 'scripts/db_types.ts', '--check'],
  dependencies: [
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--config=.dependency-cruiser.cjs',
    '--output-type=err',
    'domain',
    'server',
    'web',
  ],
  'SQL in queries files': ['scripts/sql_files.mjs'],
  'dead code': ['node_modules/knip/bin/knip.js', '--no-progress'],
}

/** Runs a Node program to its end. `output` holds what it printed, unless `options.stdio` shows that directly. */
export function runNode(args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, options)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text))
    child.once('error', reject)
    child.once('close', (status) => resolve({ status: status ?? 1, output }))
  })
}

/** Runs all checks at once. Returns their counts, the failures and a report. */
export async function runChecks() {
  const lines = await Promise.all(
    Object.entries(CHECKS).map(async ([name, args]) => {
      const { status, output } = await runNode(args)
      return status === 0 ? `ok     ${name}` : `FAILED ${name}\n${output}`
    }),
  )
  const failures = lines
    .filter((line) => line.startsWith('FAILED'))
    .map((line) => line.slice('FAILED '.length))
  return {
    passed: lines.length - failures.length,
    failed: failures.length,
    failures,
    report: lines.join('\n'),
  }
}
