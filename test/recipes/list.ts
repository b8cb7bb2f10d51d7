import { sql } from 'kysely'
import { z } from 'zod'
import { office } from '#domain/access.ts'
import { get, paged } from '#domain/endpoint.ts'
import { listFilter, searchText, yesNo } from '#domain/filters.ts'
import * as ask from '#server/platform/asks.ts'
import type { Db } from '#server/platform/context.ts'
import { fits, order, pageOf } from '#server/platform/lists.ts'

const MethodRow = z.object({ id: z.number(), name: z.string() })

export const MethodFilter = listFilter({ name: searchText, hidden: yesNo }, ['id', 'name', 'sort'])
type MethodFilter = z.output<typeof MethodFilter>

export const masters = {
  methods: get('/api/methods', office, { query: MethodFilter, reply: paged(MethodRow) }),
}

const matching = (db: Db, f: MethodFilter) =>
  db
    .selectFrom('analysis_methods as m')
    .selectAll()
    .where(fits(f, { name: ask.holds('m.name'), hidden: ask.onlyIf('m.hidden') }))
    .orderBy(order(f, sql`m.sort, m.id`, { id: 'm.id', name: ask.folded('m.name'), sort: 'm.sort' }))

export const findMethods = (db: Db, f: MethodFilter) => pageOf(matching(db, f), f)
export const streamMethods = (db: Db, f: MethodFilter) => matching(db, f).stream(200)
