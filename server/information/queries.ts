import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../platform/context.ts'
import type { Information } from '../platform/database/tables.gen.ts'
import { anyOf } from '../platform/sql.ts'

/** Announcements without a date come last. */
const newest = sql`date desc nulls last, id desc`

/** Published announcements to any of `targets`, newest first. */
export const findPublished = (db: Db, targets: number[]) =>
  db
    .selectFrom('information')
    .select(['id', 'title', 'date', 'content', 'url'])
    .where('published', '=', true)
    .where('target', '=', anyOf(targets))
    .orderBy(newest)
    .execute()

export const findAll = (db: Db) => db.selectFrom('information').selectAll().orderBy(newest).execute()

export const findInformation = (db: Db, id: number) =>
  db.selectFrom('information').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks an announcement and reads it with the name of its last editor. */
export const lockInformation = (tx: Db, id: number) =>
  tx
    .selectFrom('information as i')
    .selectAll('i')
    .select((eb) =>
      eb.selectFrom('users as u').select('u.name').whereRef('u.id', '=', 'i.updated_by').as('saved_by'),
    )
    .where('i.id', '=', id)
    .forUpdate('i')
    .executeTakeFirst()

export const addInformation = (tx: Db, item: Insertable<Information>) =>
  tx.insertInto('information').values(item).returning('id').executeTakeFirstOrThrow()

export const changeInformation = (tx: Db, id: number, item: Updateable<Information>) =>
  tx
    .updateTable('information')
    .set({ ...item, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const removeInformation = (tx: Db, id: number) =>
  tx.deleteFrom('information').where('id', '=', id).execute()
