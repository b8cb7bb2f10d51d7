import { sql } from 'kysely'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { viewerHasConflict } from '../users/conflict_shared_queries.ts'

/** The user, and whether the administrator has a conflict with any proposal. */
export const findImpersonationTarget = async (db: Db, admin: Pick<Actor, 'id'>, id: number) => {
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'disabled', 'deleted_at'])
    .select(['is_administration_office', 'is_panel', 'is_reviewer', 'is_curation', 'is_proposer'])
    .select(sql<boolean>`exists (select from proposals p where ${viewerHasConflict(admin)})`.as('conflict'))
    .where('id', '=', id)
    .executeTakeFirst()
  return user && { ...user, deleted: user.deleted_at !== null }
}
