import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { copyDatabase } from '../../testing/world.ts'
import { type DB, type Opening, openDatabase } from './database.ts'
import type { NamingClient } from './named.ts'
import { ahead } from './prepared.ts'

interface Sending {
  db: Kysely<DB>
  pool: pg.Pool
  /** How often PostgreSQL was waited for while `work` ran. */
  waitsOf(work: () => Promise<unknown>): Promise<number>
}

/** Runs a test on a database of its own, through one connection, with a table to write to. */
async function onOneConnection(work: (sending: Sending) => Promise<void>, opening: Opening = {}) {
  const copy = await copyDatabase(1)
  const { db, pool, close } = openDatabase(copy.url, { ...opening, max: 1 })
  let waits = 0
  pool.on('connect', (client) => {
    client.connection.on('readyForQuery', () => waits++)
  })
  const waitsOf = async (work: () => Promise<unknown>) => {
    const before = waits
    await work()
    return waits - before
  }
  try {
    await sql`create table words (word text unique, of int references users (id) deferrable initially deferred)`.execute(
      db,
    )
    await work({ db, pool, waitsOf })
  } finally {
    await close()
    await copy.close()
  }
}

const put = (word: unknown) => sql`insert into words (word) values (${word})`
const words = async (db: Kysely<DB>) =>
  (
    await sql<{ word: string }>`select word from words where word <> ${'-'} order by word`.execute(db)
  ).rows.map(({ word }) => word)

describe.each([true, false])('in a write, statements planned once: %s,', (named) => {
  const opening = { named }

  test('what needs no answer travels with what does, in order, and the rest with the end', () =>
    onOneConnection(async ({ db, waitsOf }) => {
      const write = () =>
        db.transaction().execute(async (tx) => {
          await ahead(tx, sql`delete from words where word <> ${'-'}`)
          await ahead(tx, put('one'))
          expect(await words(tx)).toEqual(['one'])
          await ahead(tx, put('two'))
          await ahead(tx, put('three'))
        })
      await write()
      expect(await waitsOf(write)).toBe(2)
      expect(await words(db)).toEqual(['one', 'three', 'two'])
    }, opening))

  test('one that fails ahead fails the next or the end, nothing is kept, and all can be sent again', () =>
    onOneConnection(async ({ db }) => {
      const doubled = (ask: (tx: Kysely<DB>) => Promise<unknown>) =>
        db.transaction().execute(async (tx) => {
          await ahead(tx, put('one'))
          await ahead(tx, put('one'))
          await ahead(tx, sql`update words set word = ${'two'} where word = ${'one'}`)
          await ask(tx)
        })
      await expect(doubled(words)).rejects.toThrow('duplicate key')
      await expect(doubled(async () => {})).rejects.toThrow('duplicate key')
      expect(await words(db)).toEqual([])
      await db.transaction().execute(async (tx) => {
        await ahead(tx, put('one'))
        await ahead(tx, sql`update words set word = ${'two'} where word = ${'one'}`)
      })
      expect(await words(db)).toEqual(['two'])
    }, opening))

  test('what can not be written takes what follows along', () =>
    onOneConnection(async ({ db }) => {
      const circle: Record<string, unknown> = {}
      circle.self = circle
      const write = (word: unknown) =>
        db.transaction().execute(async (tx) => {
          await ahead(tx, put(word))
          await ahead(tx, put('two'))
        })
      await expect(write(circle)).rejects.toThrow('circular')
      expect(await words(db)).toEqual([])
      await write('one')
      expect(await words(db)).toEqual(['one', 'two'])
    }, opening))

  test('what can not be written leaves its statement to be asked again, with others or alone', () =>
    onOneConnection(async ({ db }) => {
      const circle: Record<string, unknown> = {}
      circle.self = circle
      await expect(put(circle).execute(db)).rejects.toThrow('circular')
      await put('one').execute(db)
      const write = (word: unknown) =>
        db.transaction().execute(async (tx) => {
          await ahead(tx, put('1'))
          await sql`update words set word = ${word}::text where word = ${'one'}`.execute(tx)
        })
      await expect(write(circle)).rejects.toThrow('circular')
      expect(await words(db)).toEqual(['one'])
      await write('two')
      expect(await words(db)).toEqual(['1', 'two'])
    }, opening))
})

test.each(['commit', 'rollback'])('what comes while a write ends is not asked at all: %s', (end) =>
  onOneConnection(async ({ db }) => {
    const late: Promise<string>[] = []
    const told = (asked: Promise<unknown>) =>
      late.push(
        asked.then(
          () => 'kept',
          ({ message }: Error) => message,
        ),
      )
    const write = db.transaction().execute(async (tx) => {
      await put('one').execute(tx)
      setImmediate(() => {
        told(ahead(tx, put('late')))
        told(put('later').execute(tx))
      })
      if (end === 'rollback') throw new Error('No.')
    })
    await write.catch(() => {})
    const kept = await words(db)
    expect(await Promise.all(late)).toEqual([
      expect.stringContaining('ends'),
      expect.stringContaining('ends'),
    ])
    expect(kept).toEqual(end === 'commit' ? ['one'] : [])
    expect(await words(db)).toEqual(kept)
  }),
)

test('a connection on which a write could not be rolled back is not lent again', () =>
  onOneConnection(async ({ db, pool }) => {
    const client = await pool.connect()
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const asked = (...given: unknown[]) =>
      given[0] === 'rollback' ? Promise.reject(new Error('Query read timeout')) : query(...given)
    vi.spyOn(client, 'query').mockImplementation(asked as never)
    client.release()
    const write = (word: string, refused?: string) =>
      db.transaction().execute(async (tx) => {
        await put(word).execute(tx)
        if (refused) throw new Error(refused)
      })
    await expect(write('half', 'No.')).rejects.toThrow('timeout')
    await write('whole')
    expect(await words(db)).toEqual(['whole'])
  }))

test('a write that asks for more than it gets does not begin', () =>
  onOneConnection(async ({ db }) => {
    const nothing = async () => {}
    await expect(db.transaction().setIsolationLevel('serializable').execute(nothing)).rejects.toThrow('level')
    await expect(db.startTransaction().setAccessMode('read only').execute()).rejects.toThrow('level')
    expect(await words(db)).toEqual([])
  }))

test('an end that fails is heard, and so is one after a failure that nobody heeded', () =>
  onOneConnection(async ({ db }) => {
    const nobody = db
      .transaction()
      .execute((tx) => ahead(tx, sql`insert into words (word, of) values (${'one'}, ${-1})`))
    await expect(nobody).rejects.toThrow('violates foreign key')
    const unheeded = db.transaction().execute(async (tx) => {
      await put('one').execute(tx)
      await sql`select 1 / ${0}::int`.execute(tx).catch(() => {})
    })
    await expect(unheeded).rejects.toThrow('nothing of it is kept')
    expect(await words(db)).toEqual([])
  }))

test('a write that asks nothing sends nothing, and what was not sent goes with a rollback', () =>
  onOneConnection(async ({ db, waitsOf }) => {
    const refused = db.transaction().execute(async (tx) => {
      await ahead(tx, put('one'))
      throw new Error('No.')
    })
    const waits = await waitsOf(() => expect(refused).rejects.toThrow('No.'))
    expect(waits).toBe(0)
    const tx = await db.startTransaction().execute()
    const point = await tx.savepoint('here').execute()
    await ahead(point, put('two'))
    await point.rollbackToSavepoint('here').execute()
    expect(await words(tx)).toEqual([])
    await ahead(tx, put('three'))
    await tx.commit().execute()
    expect(await words(db)).toEqual(['three'])
  }))

test('outside a write nothing waits; a stream comes after what was sent ahead', () =>
  onOneConnection(async ({ db }) => {
    await ahead(db, put('one'))
    expect(await words(db)).toEqual(['one'])
    await db.transaction().execute(async (tx) => {
      await ahead(tx, put('two'))
      const read: unknown[] = []
      for await (const row of tx
        .selectFrom('words' as never)
        .selectAll()
        .stream(1))
        read.push(row)
      expect(read).toHaveLength(2)
    })
  }))

test('none of what is sent together runs after one that fails', () =>
  onOneConnection(async ({ db, pool }) => {
    const client = (await pool.connect()) as pg.PoolClient & NamingClient
    const sent = client.together([
      { text: 'begin nonsense', values: [] },
      { text: 'insert into words (word) values ($1)', values: ['one'] },
    ])
    await expect(sent).rejects.toThrow('syntax')
    client.release()
    expect(await words(db)).toEqual([])
  }))
