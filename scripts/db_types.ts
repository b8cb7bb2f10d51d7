import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/platform/database/database.ts'
import { startEmbedded } from '#server/platform/database/embedded/embedded.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { migrationFiles } from '#server/platform/database/migration_files.ts'
import { addNew, findProblems, MIGRATION_LIST } from './migration_list.ts'

/** Columns that hold a closed type of the domain; `?` marks a column with a default. */
const CLOSED: Record<string, { file: string; columns: string[] }> = {
  ApplicantStatus: { file: 'applicants/status.ts', columns: ['applicants.status?'] },
  ProposalStatus: { file: 'proposals/status.ts', columns: ['proposals.status?'] },
  ReportStatus: { file: 'reports/status.ts', columns: ['reports.status?'] },
  AssignmentStatus: { file: 'allocation/status.ts', columns: ['assignments.status?'] },
  MailState: { file: 'mail/status.ts', columns: ['mails.state?'] },
  GroupMailStatus: { file: 'mail/status.ts', columns: ['group_mails.transmission_status?'] },
  QuestionState: { file: 'discussions/status.ts', columns: ['reviewer_questions.state?'] },
  ResultState: { file: 'results/status.ts', columns: ['results.state?'] },
  ResultOutcome: { file: 'results/status.ts', columns: ['results.outcome'] },
  WebHookState: { file: 'web_hooks/status.ts', columns: ['web_hooks.state?'] },
  DeliveryState: { file: 'web_hooks/status.ts', columns: ['web_hook_deliveries.state?'] },
  WebHookEventType: { file: 'web_hooks/events.ts', columns: ['web_hook_deliveries.event'] },
  KeptActState: { file: 'undo/status.ts', columns: ['kept_acts.state?'] },
  Asteroid: {
    file: 'masters/values.ts',
    columns: ['samples.db_type', 'requested_samples.db_type', 'pieces.db_type', 'result_samples.db_type'],
  },
  PieceState: { file: 'custody/status.ts', columns: ['pieces.state?', 'custody_events.state'] },
  HolderKind: {
    file: 'custody/status.ts',
    columns: ['pieces.holder_kind?', 'custody_events.holder_kind'],
  },
  EventKind: { file: 'custody/status.ts', columns: ['custody_events.kind'] },
  Unit: { file: 'custody/amounts.ts', columns: ['pieces.unit', 'inventory_pieces.unit'] },
  Condition: { file: 'custody/inventories/status.ts', columns: ['inventory_pieces.condition?'] },
  SampleType: {
    file: 'masters/values.ts',
    columns: ['samples.sample_type', 'requested_samples.sample_type', 'result_samples.sample_type'],
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

const TABLES = 'server/platform/database/tables.gen.ts'
const MIGRATIONS = 'server/platform/database/migrations'
const isCheck = process.argv.includes('--check')

// The last line of the generated file holds the hash of what it was made from and of itself. While both are unchanged,
// --check needs no database.
if (isCheck && isUpToDate()) process.exit(0)

const folder = mkdtempSync(join(tmpdir(), 'ao-types-'))
const embedded = await startEmbedded(folder, () => {})
const database = openDatabase(embedded.url)
try {
  await migrate(database.pool)
  const generated = join(folder, 'tables.gen.ts')
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/kysely-codegen/dist/cli/bin.js',
      '--dialect=postgres',
      `--url=${embedded.url}`,
      `--out-file=${generated}`,
      '--exclude-pattern=kysely_*',
      '--date-parser=string',
      '--numeric-parser=number',
      '--type-mapping={"timestamptz":"string","int8":"number"}',
      `--custom-imports=${JSON.stringify(imports)}`,
      `--overrides=${JSON.stringify({ columns })}`,
      '--log-level=warn',
    ],
    { stdio: 'inherit' },
  )
  if (status !== 0) process.exitCode = 1
  else if (isCheck) compare(readFileSync(generated, 'utf8'))
  else await write(readFileSync(generated, 'utf8'))
} finally {
  await database.close()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}

function compare(types: string) {
  if (readTables().types === types) return
  console.error(`${TABLES} does not match the migrations: run npm run db:types.`)
  process.exitCode = 1
}

async function write(types: string) {
  const files = await migrationFiles()
  const list = addNew(files, readFileSync(MIGRATION_LIST, 'utf8'))
  for (const problem of findProblems(files, list)) {
    console.error(problem)
    process.exitCode = 1
  }
  writeFileSync(MIGRATION_LIST, list)
  writeFileSync(TABLES, `${types}// sha256 of the migrations and of these types: ${hash(sources(), types)}\n`)
}

function isUpToDate() {
  const { types, recorded } = readTables()
  return recorded === hash(sources(), types)
}

function readTables() {
  const text = readFileSync(TABLES, 'utf8')
  const [types = '', recorded = ''] = text.split(
    /\/\/ sha256 of the migrations and of these types: (\w+)\n$/u,
  )
  return { types, recorded }
}

/** Everything that the types are made from: the migrations, this script and the version of the generator. */
function sources() {
  const files = readdirSync(MIGRATIONS)
    .sort()
    .map((name) => join(MIGRATIONS, name))
  return [...files, 'scripts/db_types.ts', 'node_modules/kysely-codegen/package.json']
    .map((file) => `${file}\n${readFileSync(file, 'utf8')}`)
    .join('\n')
}

function hash(...texts: string[]) {
  return createHash('sha256').update(texts.join('\0')).digest('hex')
}
