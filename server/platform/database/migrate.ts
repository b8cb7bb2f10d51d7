import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, type MigrationProvider, Migrator, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { StartError } from '../config.ts'
import { inRepository } from '../repository.ts'

const folder = inRepository('server/platform/database/migrations')

const provider: MigrationProvider = {
  async getMigrations() {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
    return Object.fromEntries(
      files.map((name, i) => [
        name.replace(/\.sql$/, ''),
        { up: async (db: Kysely<unknown>) => void (await sql.raw(texts[i]!).execute(db)) },
      ]),
    )
  },
}

export const migrationNames = async () => Object.keys(await provider.getMigrations())

/** Migrates to the newest version, under a lock because several servers may start at once. Throws StartError. */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw new StartError(`The database could not be migrated: ${(error as Error).message}`)
}

/** Migrates inside the client's open transaction, up to the migration `last` or the newest. Throws StartError. */
export async function migrateOn(client: pg.ClientBase, last?: string): Promise<void> {
  const connection = { query: client.query.bind(client), release() {} }
  const pool = { connect: async () => connection, end: async () => {} } as unknown as pg.Pool
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const migrator = new Migrator({ db, provider, disableTransactions: true })
  const { error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
  if (error) throw new StartError(`The database could not be migrated: ${(error as Error).message}`)
}
