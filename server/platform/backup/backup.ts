import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StartError } from '../config.ts'
import { findApplied, refuseNewer } from '../database/applied_migrations.ts'
import { migrationFiles } from '../database/migration_files.ts'
import type { Files } from '../files.ts'
import { VERSION } from '../version.ts'
import { type ArchiveWriter, writeArchive } from './archive.ts'
import { beginBackup, withoutMigrations } from './backup_lock.ts'
import {
  copyOut,
  fileEntry,
  findFileKeys,
  findSequences,
  findTables,
  lockTables,
  MANIFEST,
  Manifest,
  PORTABLE_SETTINGS,
  tableEntry,
} from './catalogue.ts'

interface BackupSource {
  url: string
  files: Files
  signal: AbortSignal
}

/**
 * Archives a consistent snapshot of all tables and the files that they refer to, while the server keeps running. `file`
 * appears only when it is complete. Throws StartError.
 */
export async function backUp(file: string, { url, files, signal }: BackupSource): Promise<Manifest> {
  if (existsSync(file)) throw new StartError(`${file} is there already: a backup never replaces another.`)
  const client = new pg.Client({ connectionString: url, application_name: 'backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await beginBackup(client)
    const archive = writeArchive(file, signal)
    try {
      const database = await archiveDatabase(client, archive)
      const manifest = Manifest.parse({ ...database, ...(await archiveFiles(database.keys, files, archive)) })
      const { sha256 } = await archive.add(MANIFEST, Readable.from([JSON.stringify(manifest, null, 1)]))
      await archive.finish(sha256)
      return manifest
    } catch (error) {
      await archive.abandon()
      if (signal.aborted) throw new StartError('The backup was ended early; nothing of it is left.')
      throw error
    }
  } finally {
    await client.end()
  }
}

async function archiveDatabase(client: pg.Client, archive: ArchiveWriter) {
  const { migrations, found } = await withoutMigrations(client, async () => {
    await client.query('begin isolation level repeatable read read only')
    await client.query(PORTABLE_SETTINGS)
    const applied = await findApplied(client)
    refuseNewer(applied, await migrationFiles())
    const migrations = applied.map(({ name }) => name)
    if (migrations.length === 0) throw new StartError('There are no tables here to back up.')
    const found = await findTables(client)
    await lockTables(client, found)
    return { migrations, found }
  })
  const about = await client.query(`select now() as made_at, current_setting('server_version') as postgres`)
  const tables: Manifest['tables'] = []
  for (const table of found) {
    const { lines, sha256 } = await archive.add(tableEntry(table.name), client.query(copyTo(copyOut(table))))
    tables.push({ ...table, rows: lines, sha256 })
  }
  const keys = await findFileKeys(client, found)
  const sequences = await findSequences(client)
  await client.query('commit')
  const { made_at, postgres } = about.rows[0]
  return {
    format: 1,
    made_at: made_at.toISOString(),
    program: VERSION,
    postgres,
    migrations,
    tables,
    sequences,
    keys,
  }
}

async function archiveFiles(keys: string[], files: Files, archive: ArchiveWriter) {
  const taken: Manifest['files'] = []
  const missing: string[] = []
  for (const key of keys) {
    if (await files.exists(key)) {
      const { size, sha256 } = await archive.add(fileEntry(key), await files.stream(key))
      taken.push({ key, size, sha256 })
    } else missing.push(key)
  }
  return { files: taken, missing }
}
