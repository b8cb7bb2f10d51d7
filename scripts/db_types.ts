import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/platform/database/database.ts'
import { startEmbedded } from '#server/platform/database/embedded.ts'
import { migrate } from '#server/platform/database/migrate.ts'

// Writes the table types from a freshly migrated database; with --check only says whether they are up to date.
const folder = mkdtempSync(join(tmpdir(), 'ao-types-'))
const embedded = await startEmbedded(folder, () => {})
const database = openDatabase(embedded.url)
try {
  await migrate(database.db)
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/kysely-codegen/dist/cli/bin.js',
      '--dialect=postgres',
      `--url=${embedded.url}`,
      '--out-file=server/platform/database/tables.gen.ts',
      '--exclude-pattern=kysely_*',
      '--date-parser=string',
      '--numeric-parser=number',
      '--type-mapping={"timestamptz":"string","int8":"number"}',
      '--log-level=warn',
      ...(process.argv.includes('--check') ? ['--verify'] : []),
    ],
    { stdio: 'inherit' },
  )
  process.exitCode = status ?? 1
} finally {
  await database.close()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}
