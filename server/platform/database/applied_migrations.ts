import type pg from 'pg'
import { StartError } from '../config.ts'
import { VERSION } from '../version.ts'
import type { MigrationFile } from './migration_files.ts'

/** A migration that a database has had. What applied it is known since version 0.4.0. */
export interface AppliedMigration {
  name: string
  /** Of the text that was applied. */
  sha256: string | null
  /** Version of the program that applied it. */
  program: string | null
}

type Known = Pick<MigrationFile, 'name' | 'sha256'>[]

/** The applied migrations in order; none in an empty database. */
export async function findApplied(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query(`select to_regclass('public.kysely_migration') as there`)
  if (found[0].there === null) return []
  const { rows } = await client.query<AppliedMigration>(
    `select name, to_jsonb(m) ->> 'sha256' as sha256, to_jsonb(m) ->> 'program' as program
      from kysely_migration m order by name`,
  )
  return rows
}

/** Records which texts were applied, where that is not yet known. `program` is null for what an earlier one applied. */
export async function recordHashes(client: pg.ClientBase, files: Known, program: string | null) {
  await client.query(
    'alter table kysely_migration add column if not exists sha256 text, add column if not exists program text',
  )
  await client.query(
    `update kysely_migration m set sha256 = f.sha256, program = $3
      from unnest($1::text[], $2::text[]) as f (name, sha256) where f.name = m.name and m.sha256 is null`,
    [files.map(({ name }) => name), files.map(({ sha256 }) => sha256), program],
  )
}

const unknownOf = <T extends { name: string }>(applied: T[], files: Known) =>
  applied.filter(({ name }) => files.every((file) => file.name !== name))

/** The last migration that is newer than all of this program's, if there is one. */
export const newestUnknown = <T extends { name: string }>(applied: T[], files: Known): T | undefined =>
  unknownOf(applied, files).findLast(({ name }) => name > files.at(-1)!.name)

/** Throws StartError when a newer program has migrated the database. */
export function refuseNewer(applied: AppliedMigration[], files: Known) {
  const newest = newestUnknown(applied, files)
  if (!newest) return
  const program = newest.program ? `version ${newest.program}` : 'a newer version'
  throw new StartError(
    `This program is older than the database: ${program} migrated it to ${newest.name}, and this is version ${VERSION}. ` +
      `Use ${program}; or restore a backup from before the upgrade into a new database.`,
  )
}

/** Throws StartError when the database has had a migration that this program has not, or with another text. */
export function refuseForeign(applied: AppliedMigration[], files: Known) {
  refuseNewer(applied, files)
  const [unknown] = unknownOf(applied, files)
  if (unknown)
    throw new StartError(
      `The database has the migration ${unknown.name}, which version ${VERSION} has not: a program between two releases made it. ` +
        'Use that program; or restore a backup from before into a new database.',
    )
  const texts = new Map(files.map(({ name, sha256 }) => [name, sha256]))
  const changed = applied.find(({ name, sha256 }) => sha256 !== null && sha256 !== texts.get(name))
  if (changed)
    throw new StartError(
      `The migration ${changed.name} was changed after it had migrated this database (version ${changed.program ?? 'unknown'}). ` +
        'Make a backup with this program and restore it into a new database: npm run admin -- backup FILE, then restore FILE.',
    )
}
