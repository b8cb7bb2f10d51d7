import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { verifyHashChain } from '#server/audit/hash_chain.ts'
import { ACCOUNTS, PASSWORD } from '#server/demonstration/fill.ts'
import { type Archive, openArchive, sha256Of } from '#server/platform/backup/archive.ts'
import { PORTABLE_SETTINGS, tableEntry } from '#server/platform/backup/catalogue.ts'
import { restore } from '#server/platform/backup/restore.ts'
import { readConfig } from '#server/platform/config.ts'
import { context, type Services } from '#server/platform/context.ts'
import { startEmbedded } from '#server/platform/database/embedded/embedded.ts'
import { openFiles } from '#server/platform/files.ts'
import { openServices } from '#server/process.ts'
import { databaseUrl } from '#server/testing/database_server.ts'
import { withEmptyDatabase } from '#server/testing/empty_database.ts'
import { loadAsBackedUp } from '#server/testing/old_database.ts'
import { readSchema } from '#server/testing/schema.ts'
import { browserCookies } from '#server/testing/test_server.ts'
import { MIGRATION_LIST, parseList } from '../scripts/migration_list.ts'

/** A backup of the demonstration by each released version, made by its own program. */
const FOLDER = 'test/fixtures/releases'
const archives = readdirSync(FOLDER)
const { migrations, releases } = parseList(readFileSync(MIGRATION_LIST, 'utf8'))
const packageVersion = JSON.parse(readFileSync('package.json', 'utf8')).version
const described = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (\d+\.\d+\.\d+)/gmu)].map(
  ([, version]) => version!,
)

/** The migration that adds the role curation, and makes one setting of two. */
const CURATION = '0072_curation'

/** Tables that a migration adds rows to. */
const ADDS_ROWS: Record<string, string> = { scenario_items: '0038_whole_scenarios' }

test('each version of the changelog has a backup and its migrations; the newest gets them with its release', () => {
  const versions = releases.map(({ version }) => version)
  expect(archives).toEqual(versions.map((version) => `${version}.zip`))
  expect(described).toContain(packageVersion)
  expect(described.filter((version) => version !== packageVersion)).toEqual(
    versions.filter((version) => version !== packageVersion).reverse(),
  )
})

describe.each(releases)('the data of version $version', ({ version, length }) => {
  let folder: string
  let archive: Archive
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ao-release-'))
    archive = await openArchive(join(FOLDER, `${version}.zip`))
    expect(archive.manifest.migrations).toEqual(migrations.slice(0, length).map(({ name }) => name))
  })
  afterEach(() => {
    archive.close()
    rmSync(folder, { recursive: true })
  })
  const files = () => openFiles(folder, undefined)

  test(
    'is all there when its backup is restored',
    () =>
      withEmptyDatabase(async (url) => {
        await restore(archive, { url, files: files(), sendWaiting: true })
        await checkUpgrade({ DATA_DIR: folder, DATABASE_URL: url }, archive)
      }),
    600_000,
  )

  test('is all there when its embedded database is opened', async () => {
    const { url, stop } = await startEmbedded(folder, () => {})
    await loadAsBackedUp(url, files(), archive).finally(stop)
    await checkUpgrade({ DATA_DIR: folder }, archive)
  }, 600_000)
})

/** Opens the database as a server does, and compares it with a new one and with the backup. */
async function checkUpgrade(settings: Record<string, string>, { manifest, read }: Archive) {
  const { services, database, close } = await openServices(readConfig(settings), () => {})
  try {
    const url = database.pool.options.connectionString!
    expect(await readSchema(url)).toEqual(
      await readSchema(databaseUrl(inject('databaseServer'), inject('template'))),
    )
    for (const table of manifest.tables) {
      const { before, after } = await readRows(url, table, await text(await read(tableEntry(table.name))))
      expect(before).toHaveLength(table.rows)
      const more = ADDS_ROWS[table.name]
      const isMerged = table.name === 'settings' && !manifest.migrations.includes(CURATION)
      if (more && !manifest.migrations.includes(more)) expect(after).toEqual(expect.arrayContaining(before))
      else expect(after, table.name).toEqual(isMerged ? mergeTwoPersons(before) : before)
    }
    for (const { key, sha256 } of manifest.files)
      expect(await sha256Of(await services.files.stream(key))).toBe(sha256)
    const said: string[] = []
    await verifyHashChain({ say: (line) => said.push(line), expect: undefined })(context(services, null))
    expect(said[0]).toMatch(/^The chain holds: seals 1 to [2-9]/u)
    await checkSignIn(services, manifest)
  } finally {
    await close()
  }
}

/** Rows of settings, sorted, with one for two persons where there were up to two: on where one of them was. */
function mergeTwoPersons(rows: string[]): string[] {
  const isOld = (row: string) => /^(two_to_confirm|second_administrator)\t/u.test(row)
  const values = rows.filter(isOld).map((row) => row.split('\t')[1]!)
  if (values.length === 0) return rows
  return [...rows.filter((row) => !isOld(row)), `two_persons\t${values.sort().at(-1)}`].sort()
}

async function checkSignIn(services: Services, manifest: Archive['manifest']) {
  const app = await buildApp(services)
  const { csrf, cookie } = browserCookies()
  const known = await services.db.selectFrom('users').select('email').where('email', 'in', ACCOUNTS).execute()
  // Demonstrations before 0.7.0 have no account of curation.
  const missing = manifest.migrations.includes(CURATION) ? [] : ['curation@example.org']
  expect(ACCOUNTS.filter((email) => known.every((user) => user.email !== email))).toEqual(missing)
  for (const { email } of known) {
    const reply = await app.inject({
      method: 'POST',
      url: '/api/admin/login',
      payload: { email, password: PASSWORD },
      headers: { cookie, 'x-xsrf-token': csrf },
    })
    expect(reply.json()).toMatchObject({ success: true, user: { email } })
  }
  await app.close()
}

/** The rows of a table before and now, of the columns that are still there. */
async function readRows(url: string, { name, columns }: { name: string; columns: string[] }, copied: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows: there } = await client.query<{ column: string }>(
      'select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
      [name],
    )
    const kept = columns.filter((name) => there.some(({ column }) => column === name))
    const places = kept.map((column) => columns.indexOf(column))
    await client.query('begin')
    await client.query(PORTABLE_SETTINGS)
    const names = kept.map(pg.escapeIdentifier).join(', ')
    const now = await text(client.query(copyTo(`copy (select ${names} from ${name}) to stdout`)))
    const linesOf = (rows: string) => rows.split('\n').filter(Boolean)
    return {
      before: linesOf(copied)
        .map((line) => places.map((place) => line.split('\t')[place]).join('\t'))
        .sort(),
      after: linesOf(now).sort(),
    }
  } finally {
    await client.end()
  }
}
