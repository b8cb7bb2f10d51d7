import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Archive } from '../platform/backup/archive.ts'
import {
  copyIn,
  fileEntry,
  PORTABLE_SETTINGS,
  setSequence,
  sortByForeignKeys,
  tableEntry,
  withoutTriggers,
} from '../platform/backup/catalogue.ts'
import { recordHashes } from '../platform/database/applied_migrations.ts'
import { type MigrationFile, migrationFiles } from '../platform/database/migration_files.ts'
import type { Files } from '../platform/files.ts'

/** Applies migrations as programs before 0.4.0 did, which recorded names only. */
export async function applyUnrecorded(
  client: pg.ClientBase,
  migrations: Pick<MigrationFile, 'name' | 'text'>[],
) {
  await client.query(`
    create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
    insert into kysely_migration_lock values ('migration_lock')`)
  for (const { name, text } of migrations) {
    await client.query(text)
    await client.query('insert into kysely_migration (name, timestamp) values ($1, now())', [name])
  }
}

/** Makes an empty database the one that a backup was taken of, with the tables that its program had and without any upgrade. */
export async function loadAsBackedUp(url: string, files: Files, { manifest, read }: Archive) {
  const migrations = await migrationFiles()
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(PORTABLE_SETTINGS)
    await applyUnrecorded(
      client,
      manifest.migrations.map((name) => migrations.find((file) => file.name === name)!),
    )
    if (manifest.program) await recordHashes(client, migrations, manifest.program)
    await withoutTriggers(client, async () => {
      for (const table of await sortByForeignKeys(client, manifest.tables))
        await pipeline(await read(tableEntry(table.name)), client.query(copyFrom(copyIn(table))))
    })
    for (const sequence of manifest.sequences) await setSequence(client, sequence)
    await client.query('commit')
  } finally {
    await client.end()
  }
  for (const { key } of manifest.files) await files.restore(key, await buffer(await read(fileEntry(key))))
}
