import type { Db } from '../platform/context.ts'

/** The choices of a data list that are not hidden, in their order. */
export const findChoices = (db: Db, table: 'keywords' | 'analysis_methods') =>
  db
    .selectFrom(table)
    .select(['id', 'name as label'])
    .where('hidden', '=', false)
    .orderBy('sort')
    .orderBy('id')
    .execute()
