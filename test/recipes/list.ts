import { sql } from 'kysely'
import { z } from 'zod'
import { office } from '#domain/access.ts'
import { get, paged } from '#domain/endpoint.ts'
import { listFilter, searchText, yesNo } from '#domain/filters.ts'
import type { Db } from '#server/platform/context.ts'
import * as condition from '#server/platform/filter_conditions.ts'
import { order, pageOf, rowMatches } from '#server/platform/lists.ts'

const MethodRow = z.object({ id: z.number(), name: z.string() })

export const MethodFilter = listFilter({ name: searchText, hidden: yesNo }, ['id', 'name', 'sort'])
type MethodFilter = z.output<typeof MethodFilter>

export const masters = {
  methods: get('/api/methods', office, {
    summary: 'Lists analysis methods.',
    query: MethodFilter,
    reply: paged(MethodRow),
  }),
}

const matching = (db: Db, f: MethodFilter) =>
  db
    .selectFrom('analysis_methods as m')
    .selectAll()
    .where(rowMatches(f, { name: condition.contains('m.name'), hidden: condition.whenChecked('m.hidden') }))
    .orderBy(
      order(f, sql`m.sort, m.id`, { id: 'm.id', name: condition.foldedColumn('m.name'), sort: 'm.sort' }),
    )

export const findMethods = (db: Db, f: MethodFilter) => pageOf(matching(db, f), f)
export const streamMethods = (db: Db, f: MethodFilter) => matching(db, f).stream(200)
