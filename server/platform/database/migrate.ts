import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, type MigrationProvider, Migrator, sql } from 'kysely'
import { StartError } from '../start_error.ts'

const folder = new URL('./migrations/', import.meta.url)

const provider: MigrationProvider = {
  async getMigrations() {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')))
    return Object.fromEntries(
      files.map((name, i) => [
        name.replace(/\.sql$/, ''),
        { up: async (db: Kysely<unknown>) => void (await sql.raw(texts[i]!).execute(db)) },
      ]),
    )
  },
}

/** Brings the database to the newest migration, under a lock: several servers may start at once. */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw new StartError(`The database could not be migrated: ${(error as Error).message}`)
}
