import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { copyDatabase } from '../../testing/test_server.ts'
import { type DatabaseOptions, type DB, openDatabase } from './database.ts'
import { type Param, prepareQuery } from './prepared_query.ts'

/** Runs a test on a database of its own, through one connection, with a table to write to. */
async function onOneConnection(
  work: (db: Kysely<DB>, pool: pg.Pool) => Promise<void>,
  options: DatabaseOptions = {},
) {
  const copy = await copyDatabase(1)
  const { db, pool, close } = openDatabase(copy.url, { ...options, max: 1 })
  try {
    await sql`create table words (word text unique, user_id int references users (id) deferrable initially deferred)`.execute(
      db,
    )
    await work(db, pool)
  } finally {
    await close()
    await copy.close()
  }
}

const preparedStatements = async (db: Kysely<DB>) =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows
    .map(({ statement }) => statement)
    .filter((statement) => !statement.includes('pg_prepared_statements'))

const findName = (db: Kysely<DB>, id: number) =>
  db.selectFrom('users').select('name').where('id', '=', id).execute()
const insertWord = (db: Kysely<DB>, word: unknown) =>
  sql`insert into words (word) values (${word})`.execute(db)
const findWords = async (db: Kysely<DB>) =>
  (await sql<{ word: string }>`select word from words order by word`.execute(db)).rows.map(({ word }) => word)

/** JSON cannot represent it. */
function circularValue() {
  const value: Record<string, unknown> = {}
  value.self = value
  return value
}

describe('prepared statements', () => {
  test('a statement is prepared once for all its values', () =>
    onOneConnection(async (db) => {
      for (const id of [1, 2, 3]) await findName(db, id)
      expect(await preparedStatements(db)).toEqual(['select "name" from "users" where "id" = $1'])
    }))

  test('a statement with a like pattern is not prepared', () =>
    onOneConnection(async (db) => {
      for (const pattern of ['%sato%', '%a%'])
        await db.selectFrom('users').select('id').where('folded_name', 'like', pattern).execute()
      expect(await preparedStatements(db)).toEqual([])
    }))

  test('a connection keeps a limited number of them', () =>
    onOneConnection(async (db) => {
      for (let n = 0; n < 400; n++) await sql`select ${sql.lit(n)}, ${n}::int`.execute(db)
      expect(await preparedStatements(db)).toHaveLength(300)
    }))

  test('a connection keeps a limited length of them', () =>
    onOneConnection(async (db) => {
      const text = 'x'.repeat(40_000)
      for (let n = 0; n < 6; n++) await sql`select ${sql.lit(`${n}${text}`)}, ${n}::int`.execute(db)
      expect(await preparedStatements(db)).toHaveLength(3)
      await findName(db, 1)
      expect(await preparedStatements(db)).toHaveLength(4)
    }))

  test('statements that became outdated still count', () =>
    onOneConnection(async (db) => {
      const all = () => db.selectFrom('terms').selectAll().execute()
      for (let n = 0; n < 200; n++) await sql`select ${sql.lit(n)}, ${n}::int`.execute(db)
      await all()
      await sql`alter table terms add column looks text`.execute(db)
      await all()
      for (let n = 0; n < 200; n++) await sql`select ${sql.lit(n)}, ${n}::int`.execute(db)
      expect(await preparedStatements(db)).toHaveLength(300)
    }))

  test('the setting turns them off', () =>
    onOneConnection(
      async (db) => {
        await findName(db, 1)
        expect(await preparedStatements(db)).toEqual([])
      },
      { named: false },
    ))

  test('a statement whose columns were changed is retried; inside a transaction it fails, and only there', () =>
    onOneConnection(async (db) => {
      const all = () => db.selectFrom('terms').selectAll().execute()
      await all()
      await sql`alter table terms add column looks text`.execute(db)
      expect(await all()).toEqual([])
      await all()
      await sql`alter table terms drop column looks`.execute(db)
      const inTransaction = db.transaction().execute((tx) => tx.selectFrom('terms').selectAll().execute())
      await expect(inTransaction).rejects.toThrow('cached plan')
      expect(await all()).toEqual([])
    }))

  test.each([true, false])(
    'a value that cannot be serialized leaves its statement usable; prepared: %s',
    (named) =>
      onOneConnection(
        async (db) => {
          await expect(insertWord(db, circularValue())).rejects.toThrow('circular')
          const inTransaction = db.transaction().execute(async (tx) => {
            await insertWord(tx, 'one')
            await insertWord(tx, circularValue())
          })
          await expect(inTransaction).rejects.toThrow('circular')
          expect(await findWords(db)).toEqual([])
          await insertWord(db, 'one')
          expect(await findWords(db)).toEqual(['one'])
        },
        { named },
      ),
  )

  test.each([true, false])('a transaction that failed can be repeated; prepared: %s', (named) =>
    onOneConnection(
      async (db) => {
        const insertTwice = (words: string[]) =>
          db.transaction().execute(async (tx) => {
            for (const word of words) await insertWord(tx, word)
          })
        await expect(insertTwice(['one', 'one'])).rejects.toThrow('duplicate key')
        expect(await findWords(db)).toEqual([])
        await insertTwice(['one', 'two'])
        expect(await findWords(db)).toEqual(['one', 'two'])
      },
      { named },
    ),
  )

  test('a prepared query is built once and takes its values at each use', () =>
    onOneConnection(async (db) => {
      let built = 0
      const sum = prepareQuery((db: Kysely<DB>, param: Param<{ one: number; other: number }>) => {
        built++
        return db.selectNoFrom(sql<number>`${param('one')}::int * 10 + ${param('other')}::int`.as('sum'))
      })
      expect(await sum(db, { other: 2, one: 1 })).toEqual([{ sum: 12 }])
      expect(await sum(db, { one: 3, other: 4 })).toEqual([{ sum: 34 }])
      expect(built).toBe(1)
    }))
})

describe('the end of a transaction', () => {
  test.each(['commit', 'rollback'])('a statement sent during the %s is refused', (end) =>
    onOneConnection(async (db) => {
      const late: Promise<string>[] = []
      const sendLate = async (tx: Kysely<DB>) => {
        try {
          await insertWord(tx, 'late')
          return 'inserted'
        } catch (error) {
          return (error as Error).message
        }
      }
      const write = db.transaction().execute(async (tx) => {
        await insertWord(tx, 'one')
        setImmediate(() => late.push(sendLate(tx)))
        if (end === 'rollback') throw new Error('No.')
      })
      await write.catch(() => {})
      const words = await findWords(db)
      expect(await Promise.all(late)).toEqual([expect.stringContaining('is ending')])
      expect(words).toEqual(end === 'commit' ? ['one'] : [])
      expect(await findWords(db)).toEqual(words)
    }),
  )

  test('a connection that could not be rolled back is not used again', () =>
    onOneConnection(async (db, pool) => {
      const client = await pool.connect()
      const query = client.query.bind(client) as (...args: unknown[]) => unknown
      const failing = (...args: unknown[]) =>
        args[0] === 'rollback' ? Promise.reject(new Error('Query read timeout')) : query(...args)
      vi.spyOn(client, 'query').mockImplementation(failing as never)
      client.release()
      const write = (word: string, refused?: string) =>
        db.transaction().execute(async (tx) => {
          await insertWord(tx, word)
          if (refused) throw new Error(refused)
        })
      await expect(write('half', 'No.')).rejects.toThrow('timeout')
      await write('whole')
      expect(await findWords(db)).toEqual(['whole'])
    }))

  test('a constraint that fails at the commit fails the transaction', () =>
    onOneConnection(async (db) => {
      const write = db
        .transaction()
        .execute((tx) => sql`insert into words (word, user_id) values (${'one'}, ${-1})`.execute(tx))
      await expect(write).rejects.toThrow('violates foreign key')
      expect(await findWords(db)).toEqual([])
    }))

  test('a commit after an ignored error fails', () =>
    onOneConnection(async (db) => {
      const write = db.transaction().execute(async (tx) => {
        await insertWord(tx, 'one')
        await sql`select 1 / ${0}::int`.execute(tx).catch(() => {})
      })
      await expect(write).rejects.toThrow('nothing of it was committed')
      expect(await findWords(db)).toEqual([])
    }))
})

test('a stream reads what the transaction wrote, and an abandoned or failed one leaves the connection usable', () =>
  onOneConnection(async (db) => {
    const numbers = (tx: Kysely<DB>, divisor: number) =>
      tx
        .selectFrom(sql<{ n: number }>`generate_series(1, 200000)`.as<'g'>(sql`g (n)`))
        .select(sql<number>`n / ${divisor}::int`.as('n'))
        .stream(10)
    await db.transaction().execute(async (tx) => {
      await insertWord(tx, 'one')
      await insertWord(tx, 'two')
      const rows: unknown[] = []
      for await (const row of tx
        .selectFrom('words' as never)
        .selectAll()
        .stream(1))
        rows.push(row)
      expect(rows).toHaveLength(2)
      for await (const { n } of numbers(tx, 1)) {
        expect(n).toBe(1)
        break
      }
      expect(await findWords(tx)).toEqual(['one', 'two'])
    })
    await expect(numbers(db, 0).next()).rejects.toThrow('division by zero')
    expect(await findWords(db)).toEqual(['one', 'two'])
  }))
