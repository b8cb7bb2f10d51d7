import { type RawBuilder, sql } from 'kysely'
import type { UndoableAction } from '#domain/undo/rules.ts'
import { anyOf } from '../platform/sql.ts'

/** SQL: when the action is about to be carried out on the object whose id is in the column `id`, and by whom; else null. */
export const pendingAct = (action: UndoableAction, id: string) =>
  sql<{ due_at: string; scheduled: boolean; by: string } | null>`(
    select json_build_object('due_at', to_char(k.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'scheduled', k.scheduled, 'by', u.name)
    from kept_act_objects o join kept_acts k on k.id = o.act_id join users u on u.id = k.user_id
    where o.waiting and o.action = ${action} and o.object_id = ${sql.ref(id)})`

/**
 * SQL: the action that waits for the object whose id is in the column `id`, or null. Only for rows that the viewer may
 * see: it says that something is about to be done to them.
 */
export const waitingAction = <A extends UndoableAction>(
  actions: readonly A[],
  id: string,
): RawBuilder<A | null> =>
  sql<A | null>`(select o.action from kept_act_objects o
    where o.waiting and o.action = ${anyOf(actions)} and o.object_id = ${sql.ref(id)} limit 1)`
