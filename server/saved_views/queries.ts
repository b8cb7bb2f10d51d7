import { type Insertable, sql, type Updateable } from 'kysely'
import type { ViewSearch } from '#domain/saved_views/contract.ts'
import type { ViewedPath } from '#domain/saved_views/rules.ts'
import type { Db } from '../platform/context.ts'
import type { SavedViews } from '../platform/database/tables.gen.ts'

const columns = ['id', 'list', 'name', 'owner_id', 'search', 'updated_at', 'version'] as const
type Row = { list: string; search: unknown; name: string }

const typed = <R extends Row>(row: R) => ({
  ...row,
  list: row.list as ViewedPath,
  search: row.search as ViewSearch,
})

/** A user's views of a list and the office's, by name. */
export const findViews = async (db: Db, list: ViewedPath, owner: number) =>
  (
    await db
      .selectFrom('saved_views')
      .select(columns)
      .where('list', '=', list)
      .where((eb) => eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', owner)]))
      .orderBy(sql`fold(name)`)
      .orderBy('id')
      .execute()
  ).map(typed)

/** Locks a view and reads it with the name of its last editor. */
export async function lockView(tx: Db, id: number) {
  const row = await tx
    .selectFrom('saved_views as v')
    .select(columns.map((column) => `v.${column}` as const))
    .select((eb) =>
      eb.selectFrom('users as u').select('u.name').whereRef('u.id', '=', 'v.updated_by').as('saved_by'),
    )
    .where('v.id', '=', id)
    .forUpdate('v')
    .executeTakeFirst()
  return row && typed(row)
}

/** The other views of the same list and owner: their number, and whether one has the name. */
export async function countOthers(
  tx: Db,
  { list, owner_id, name, id }: { list: ViewedPath; owner_id: number | null; name: string; id?: number },
) {
  const found = await tx
    .selectFrom('saved_views')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select(sql<boolean>`coalesce(bool_or(fold(name) = fold(${name})), false)`.as('named'))
    .where('list', '=', list)
    .where('owner_id', owner_id === null ? 'is' : '=', owner_id)
    .where('id', '<>', id ?? 0)
    .executeTakeFirstOrThrow()
  return { count: Number(found.count), named: found.named }
}

/** Makes savers of views of one list wait for each other. */
export const lockList = (tx: Db, list: ViewedPath) =>
  sql`select pg_advisory_xact_lock(hashtext(${`saved_views ${list}`}))`.execute(tx)

export const addView = (tx: Db, view: Insertable<SavedViews>) =>
  tx.insertInto('saved_views').values(view).returning('id').executeTakeFirstOrThrow()

export const changeView = (tx: Db, id: number, view: Updateable<SavedViews>) =>
  tx
    .updateTable('saved_views')
    .set({ ...view, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const removeView = (tx: Db, id: number) => tx.deleteFrom('saved_views').where('id', '=', id).execute()
