import type { Insertable } from 'kysely'
import type { Db } from '../platform/context.ts'
import type { Information } from '../platform/database/tables.gen.ts'

/** Published announcements to any of `targets`, newest first. */
export const findPublished = (db: Db, targets: number[]) =>
  db
    .selectFrom('information')
    .select(['id', 'title', 'date', 'content', 'url'])
    .where('published', '=', true)
    .where('target', 'in', targets)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const findInformation = (db: Db, id: number) =>
  db.selectFrom('information').selectAll().where('id', '=', id).executeTakeFirst()

export const addInformation = (tx: Db, item: Insertable<Information>) =>
  tx.insertInto('information').values(item).returning('id').executeTakeFirstOrThrow()
