import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { copyDatabase } from '../../testing/world.ts'
import { type DB, type Opening, openDatabase } from './database.ts'
import { type Given, prepared } from './prepared.ts'

const keptBy = async (db: Kysely<DB>) =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows
    .map(({ statement }) => statement)
    .filter((statement) => !statement.includes('pg_prepared_statements'))

/** Runs a test on a database of its own, through one connection. */
async function onOneConnection(opening: Opening, work: (db: Kysely<DB>) => Promise<void>) {
  const copy = await copyDatabase(1)
  const { db, close } = openDatabase(copy.url, { ...opening, max: 1 })
  try {
    await work(db)
  } finally {
    await close()
    await copy.close()
  }
}

const nameOf = (db: Kysely<DB>, id: number) =>
  db.selectFrom('users').select('name').where('id', '=', id).execute()

test('a statement is planned once for all its values', () =>
  onOneConnection({}, async (db) => {
    for (const id of [1, 2, 3]) await nameOf(db, id)
    expect(await keptBy(db)).toEqual(['select "name" from "users" where "id" = $1'])
  }))

test('what looks for a text is planned for each text', () =>
  onOneConnection({}, async (db) => {
    const named = (text: string) =>
      db.selectFrom('users').select('id').where('folded_name', 'like', text).execute()
    for (const text of ['%sato%', '%a%']) await named(text)
    expect(await keptBy(db)).toEqual([])
  }))

test('a connection keeps no more statements than it may', () =>
  onOneConnection({}, async (db) => {
    for (let n = 0; n < 400; n++) await sql`select ${sql.lit(n)}, ${n}::int`.execute(db)
    expect(await keptBy(db)).toHaveLength(300)
  }))

test('nothing is kept when the setting says so', () =>
  onOneConnection({ named: false }, async (db) => {
    await nameOf(db, 1)
    expect(await keptBy(db)).toEqual([])
  }))

test('a statement whose columns were changed meanwhile is asked anew; in a write it fails, and only there', () =>
  onOneConnection({}, async (db) => {
    const all = () => db.selectFrom('terms').selectAll().execute()
    await all()
    await sql`alter table terms add column looks text`.execute(db)
    expect(await all()).toEqual([])
    await all()
    await sql`alter table terms drop column looks`.execute(db)
    const written = db.transaction().execute((tx) => tx.selectFrom('terms').selectAll().execute())
    await expect(written).rejects.toThrow('cached plan')
    expect(await all()).toEqual([])
  }))

test('a query is built once and given its values at each use', () =>
  onOneConnection({}, async (db) => {
    let built = 0
    const sum = prepared((db: Kysely<DB>, given: Given<{ one: number; other: number }>) => {
      built++
      return db.selectNoFrom(sql<number>`${given('one')}::int * 10 + ${given('other')}::int`.as('sum'))
    })
    expect(await sum(db, { other: 2, one: 1 })).toEqual([{ sum: 12 }])
    expect(await sum(db, { one: 3, other: 4 })).toEqual([{ sum: 34 }])
    expect(built).toBe(1)
  }))
