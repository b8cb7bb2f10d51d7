import { type SqlBool, sql } from 'kysely'
import { type Viewer, viewerHasConflict } from '../users/conflict_shared_queries.ts'

/**
 * SQL: the user `u` is a reviewer who can be asked, or one whose reports can be seen; where many are looked at: who has such
 * reports is gathered once, when the first of them needs it.
 */
export const isListedOfMany = (actor: Viewer) => sql<SqlBool>`((u.is_reviewer and not u.disabled) or u.id in (
  select r.user_id from reports r where not ${viewerHasConflict(actor, 'r.proposal_id')}))`

/** SQL: the same, asked of each user `u` by itself: where few are looked at. */
export const isListedHere = (actor: Viewer) => sql<SqlBool>`((u.is_reviewer and not u.disabled) or exists (
  select from reports r where r.user_id = u.id and not ${viewerHasConflict(actor, 'r.proposal_id')} offset 0))`
