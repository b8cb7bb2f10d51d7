import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/platform/database/database.ts'
import { startEmbedded } from '#server/platform/database/embedded.ts'
import { migrate } from '#server/platform/database/migrate.ts'

/** The closed types of the domain, and the columns that hold them; `?` has a default. */
const CLOSED: Record<string, { file: string; columns: string[] }> = {
  ApplicantStatus: { file: 'applicants/status.ts', columns: ['applicants.status?'] },
  ProposalStatus: { file: 'proposals/status.ts', columns: ['proposals.status?'] },
  ReportStatus: { file: 'reports/status.ts', columns: ['reports.status?'] },
  AssignmentStatus: { file: 'allocation/status.ts', columns: ['assignments.status?'] },
  MailState: { file: 'mail/status.ts', columns: ['mails.state?'] },
  GroupMailStatus: { file: 'mail/status.ts', columns: ['group_mails.transmission_status?'] },
  Asteroid: { file: 'masters/values.ts', columns: ['samples.db_type', 'requested_samples.db_type'] },
  SampleType: {
    file: 'masters/values.ts',
    columns: ['samples.sample_type', 'requested_samples.sample_type'],
  },
}
const imports = Object.fromEntries(
  Object.entries(CLOSED).map(([type, { file }]) => [type, `#domain/${file}`]),
)
const columns = Object.fromEntries(
  Object.entries(CLOSED).flatMap(([type, closed]) =>
    closed.columns.map((column) =>
      column.endsWith('?') ? [column.slice(0, -1), `Generated<${type}>`] : [column, type],
    ),
  ),
)

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
      `--custom-imports=${JSON.stringify(imports)}`,
      `--overrides=${JSON.stringify({ columns })}`,
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
