import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inParallelWorld, inWorld } from '../testing/world.ts'
import type { Db } from './context.ts'
import { defused, written } from './csv_cells.ts'
import { csvOfCopied, wholeRows } from './csv_copied.ts'
import { copied } from './database/copied.ts'

const AWKWARD = [
  ...'a健é🌟 =+-@＝＋－＠’,"\\\'$1N.',
  '\t',
  '\r',
  '\n',
  '\v',
  '\f',
  '\b',
  '\u2028',
  '\u2029',
  '\u0001',
]
const cell = fc.option(fc.string({ unit: fc.constantFrom(...AWKWARD), maxLength: 8 }))
const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 })
const IS_TEXT = [true, false, true]

/** The rows as they are given, in an order that is told. */
const listed = (db: Db, given: readonly (readonly (string | null)[])[]) =>
  db
    .selectFrom(
      sql<{ n: number; a: string | null; b: string | null; c: string | null }>`(
        values ${sql.join(given.map(([a, b, c], n) => sql`(${n}::int, ${a}::text, ${b}::text, ${c}::text)`))})`.as<'v'>(
        sql`v (n, a, b, c)`,
      ),
    )
    .select(['a', 'b', 'c'])
    .orderBy('n')

async function whole(parts: AsyncIterable<Buffer>) {
  const all: Buffer[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}
async function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.subarray(at, at + size))
}

test('what PostgreSQL copies out becomes the lines that are written of its rows, wherever it is cut', () =>
  inWorld((world) =>
    fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 40 }), async (given, size) => {
        const bytes = await whole(copied(world.db, listed(world.db, given)))
        const linesOf = csvOfCopied(IS_TEXT)
        const lines: Buffer[] = []
        for await (const some of wholeRows(cut(bytes, size), size * 2)) lines.push(linesOf(some))
        const expected = given.map((row) =>
          row.map((one, i) => written(IS_TEXT[i] ? defused(one ?? '') : one)).join(','),
        )
        expect(Buffer.concat(lines).toString()).toBe(expected.map((line) => `${line}\r\n`).join(''))
      }),
      { numRuns: 60 },
    ),
  ))

test('values stand in the statement as what they are', () =>
  inWorld(async ({ db }) => {
    const query = db.selectNoFrom([
      sql`${"'; drop table users; --"}::text`.as('a'),
      sql`${'\\'}::text || ${'$1'}::text || ${null}::text is null`.as('b'),
      sql`${["it's", 'b']}::text[]`.as('c'),
      sql`${[]}::int[]`.as('d'),
      sql`${true}::boolean`.as('e'),
      sql`${12}::int + 1`.as('f'),
    ])
    expect((await whole(copied(db, query))).toString()).toBe(
      "'; drop table users; --\tt\t{it's,b}\t{}\tt\t13\n",
    )
  }))

test('a connection is whole again after a copy that was left, and after one that failed', () =>
  inParallelWorld(({ db }) =>
    db.connection().execute(async (one) => {
      const many = one
        .selectFrom(sql<{ n: number }>`generate_series(1, 200000)`.as<'g'>(sql`g (n)`))
        .select(sql`n`.as('n'))
      for await (const part of copied(one, many)) {
        expect(part.length).toBeGreaterThan(0)
        break
      }
      const failing = one.selectNoFrom(sql`1 / ${0}::int`.as('n'))
      await expect(whole(copied(one, failing))).rejects.toThrow('division by zero')
      const told = one.selectNoFrom(sql`${1}::int`.as('n'))
      expect((await whole(copied(one, told))).toString()).toBe('1\n')
    }),
  ))
