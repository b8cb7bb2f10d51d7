import type { Insertable } from 'kysely'
import type { Db } from '../platform/context.ts'
import type { SubmittedVersions } from '../platform/database/tables.gen.ts'

export const insertVersion = (tx: Db, version: Insertable<SubmittedVersions>) =>
  tx.insertInto('submitted_versions').values(version).execute()

/** The version with this id, or the last one. */
export const findVersion = (db: Db, proposal_id: number, id: number | undefined) =>
  db
    .selectFrom('submitted_versions')
    .select(['content', 'guidance', 'submitted_at'])
    .where('proposal_id', '=', proposal_id)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
