/**
 * Closes the list of migrations for the version in package.json, and backs up a demonstration that this version made:
 * test/releases.test.ts upgrades it from then on. Run it once for each release, when its migrations and version are final.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extendHashChain } from '#server/audit/hash_chain.ts'
import { fillWhenEmpty } from '#server/demonstration/fill.ts'
import { backUp } from '#server/platform/backup/backup.ts'
import { readConfig } from '#server/platform/config.ts'
import { migrationFiles } from '#server/platform/database/migration_files.ts'
import { VERSION } from '#server/platform/version.ts'
import { openServices } from '#server/process.ts'
import { addRelease, findProblems, MIGRATION_LIST, parseList } from './migration_list.ts'

const FOLDER = 'test/fixtures/releases'
const file = join(FOLDER, `${VERSION}.zip`)
const list = readFileSync(MIGRATION_LIST, 'utf8')
const problems = findProblems(await migrationFiles(), list)
if (parseList(list).releases.some(({ version }) => version === VERSION) || existsSync(file))
  problems.push(`Version ${VERSION} is released already: set the next one in package.json.`)
if (problems.length > 0) {
  for (const problem of problems) console.error(problem)
  process.exit(1)
}

const DATA_DIR = mkdtempSync(join(tmpdir(), 'ao-release-'))
const { services, database, close } = await openServices(readConfig({ DATA_DIR }), () => {})
try {
  await fillWhenEmpty(services, () => {})
  await extendHashChain(services)
  await backUp(file, {
    url: database.pool.options.connectionString!,
    files: services.files,
    signal: new AbortController().signal,
  })
} finally {
  await close()
  rmSync(DATA_DIR, { recursive: true, force: true })
}
writeFileSync(MIGRATION_LIST, addRelease(VERSION, list))
console.log(`${file} and ${MIGRATION_LIST} are ready to be committed with the release.`)
