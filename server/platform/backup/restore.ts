import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { StartError } from '../config.ts'
import { findApplied, newestUnknown } from '../database/applied_migrations.ts'
import { migrateOn } from '../database/migrate.ts'
import { type MigrationFile, migrationFiles } from '../database/migration_files.ts'
import type { Files } from '../files.ts'
import { holdWaitingMails } from '../outbox/queries.ts'
import { VERSION } from '../version.ts'
import { type Archive, sha256Of } from './archive.ts'
import {
  copyIn,
  copyOut,
  fileEntry,
  findTables,
  hasRows,
  type Manifest,
  PORTABLE_SETTINGS,
  setSequence,
  sortByForeignKeys,
  type Table,
  tableEntry,
  withoutTriggers,
} from './catalogue.ts'

interface RestoreTarget {
  url: string
  files: Files
  /**
   * The system moves, and what was backed up is gone: sends the mails that were waiting and keeps the API tokens. Without it the
   * mails are held, because they may have been sent since the backup, and the tokens are revoked.
   */
  sendWaiting?: boolean
}

/** The system that was backed up may still run: its tokens are not to work on a copy of it. */
const REVOKE_TOKENS = `update api_tokens set revoked_at = now(), revoked_why = 'restored'
  where revoked_at is null and expires_at > now()`

/** Decisions on applicants that waited when the backup was taken may have been carried out since. */
const HOLD_WAITING_DECISIONS = `update applicant_run_rows set state = 'failed', ended_at = now(),
  message = 'Held when a backup was restored: it may have been carried out since the backup was taken.'
  where state = 'waiting'`

/** Group mails, requests and reminders that waited to be undone, or for their time. */
const HOLD_WAITING_ACTS = `with held as (update kept_acts set state = 'held', ended_at = now(),
    outcome = 'Held when a backup was restored: it may have been carried out since the backup was taken.'
    where state = 'waiting' returning id)
  update kept_act_objects set waiting = false where act_id in (select id from held)`

/** Web hooks are switched off, and what waited for them is held, because it may have been sent since. */
const HOLD_WAITING_DELIVERIES = `update web_hook_deliveries set state = 'failed', lease = null,
  last_error = 'Held when a backup was restored: it may have been sent since the backup was taken.'
  where state = 'waiting'`
const SWITCH_WEB_HOOKS_OFF = `update web_hooks set state = 'restored', version = version + 1 where state = 'on'`

/** What a restored copy keeps from being sent, and from being used. */
export interface Held {
  heldMails: number
  /** Events for web hooks. */
  heldDeliveries: number
  webHooksOff: number
  revokedTokens: number
}

/**
 * Loads a backup into an empty database in one transaction: applies the backup's migrations, loads its rows and files and
 * verifies them against the manifest, then applies newer migrations, forgets the backups that the rows name, holds
 * waiting mails, revokes API tokens and switches web hooks off. Throws StartError.
 */
export async function restore(
  archive: Archive,
  { url, files, sendWaiting = false }: RestoreTarget,
): Promise<Manifest & Held> {
  const { manifest } = archive
  refuseUnknownMigrations(manifest, await migrationFiles())
  const client = new pg.Client({ connectionString: url, application_name: 'restore' })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('begin')
    await client.query(PORTABLE_SETTINGS)
    await refuseNonEmptyDatabase(client, manifest)
    await forgetInstallation(client)
    await migrateOn(client, manifest.migrations)
    await loadTables(client, archive)
    await loadFiles(files, archive)
    await migrateOn(client)
    // The archives that the rows name are those of another database.
    await client.query('delete from backups')
    const heldMails = sendWaiting ? 0 : await holdWaitingMails(client)
    const heldDeliveries = sendWaiting ? 0 : await countChanged(client, HOLD_WAITING_DELIVERIES)
    const webHooksOff = sendWaiting ? 0 : await countChanged(client, SWITCH_WEB_HOOKS_OFF)
    if (!sendWaiting) await client.query(HOLD_WAITING_DECISIONS)
    if (!sendWaiting) await client.query(HOLD_WAITING_ACTS)
    const revokedTokens = sendWaiting ? 0 : await countChanged(client, REVOKE_TOKENS)
    await client.query('commit')
    await client.query('analyze')
    return { ...manifest, heldMails, heldDeliveries, webHooksOff, revokedTokens }
  } finally {
    await client.end()
  }
}

const countChanged = async (client: pg.ClientBase, statement: string) =>
  (await client.query(statement)).rowCount ?? 0

/** Throws StartError when this program cannot restore the backup. */
export function refuseUnknownMigrations({ migrations, program }: Manifest, files: MigrationFile[]) {
  const newest = newestUnknown(
    migrations.map((name) => ({ name })),
    files,
  )
  const maker = program ? `version ${program}` : 'a newer version'
  if (newest)
    throw new StartError(
      `This program is older than the backup: ${maker} made it, with ${newest.name}, and this is version ${VERSION}. ` +
        `Restore it with ${maker}.`,
    )
  const unknown = migrations.find((name) => files.every((file) => file.name !== name))
  if (unknown)
    throw new StartError(
      `This backup has the migration ${unknown}, which no release has: a program between two releases made it. ` +
        'Start this program on the database itself, and back that up.',
    )
}

/** Tables that a server fills by itself, before anyone has signed in. */
const OF_THE_INSTALLATION = ['backups', 'daily_sizes', 'last_checks', 'served_versions']

async function forgetInstallation(client: pg.ClientBase) {
  for (const { name } of await findTables(client))
    if (OF_THE_INSTALLATION.includes(name)) await client.query(`delete from ${name}`)
}

/** The server may have created tables, but there may be no rows other than its own. */
async function refuseNonEmptyDatabase(client: pg.ClientBase, { migrations }: Manifest) {
  const tables = await findTables(client)
  for (const table of tables.filter(({ name }) => !OF_THE_INSTALLATION.includes(name)))
    if (await hasRows(client, table))
      throw new StartError(`This database is not empty (${table.name}): restore into a new one.`)
  const there = await findApplied(client)
  if (tables.length > 0 && there.length === 0)
    throw new StartError('This database has tables of someone else: restore into a new one.')
  if (there.some(({ name }) => !migrations.includes(name)))
    throw new StartError('The tables of this database are newer than the backup: restore into a new one.')
}

async function loadTables(client: pg.ClientBase, { manifest, read }: Archive) {
  const tables = await findTables(client)
  if (
    JSON.stringify(tables) !== JSON.stringify(manifest.tables.map(({ name, columns }) => ({ name, columns })))
  )
    throw new StartError(
      `The tables of this backup are not those that its migrations make here: restore it with the program that made it${manifest.program ? ` (version ${manifest.program})` : ''}.`,
    )
  await withoutTriggers(client, async () => {
    for (const table of await sortByForeignKeys(client, tables))
      await pipeline(await read(tableEntry(table.name)), client.query(copyFrom(copyIn(table))))
  })
  for (const sequence of manifest.sequences) await setSequence(client, sequence)
  for (const table of manifest.tables) await requireSameRows(client, table)
}

async function requireSameRows(client: pg.ClientBase, table: Table & { sha256: string }) {
  const found = await sha256Of(client.query(copyTo(copyOut(table))))
  if (found !== table.sha256)
    throw new StartError(`The table ${table.name} did not come back as it was; nothing was restored.`)
}

async function loadFiles(files: Files, { manifest, read }: Archive) {
  for (const { key, sha256 } of manifest.files) {
    await files.restore(key, await buffer(await read(fileEntry(key))))
    if ((await sha256Of(await files.stream(key))) !== sha256)
      throw new StartError(`The file ${key} did not come back as it was; nothing was restored.`)
  }
}
