import type { UndoableAction } from '#domain/undo/rules.ts'
import type { Tx } from '../platform/context.ts'
import { auditObjects, keepInTransaction, type UndoableRequest } from './keep.ts'
import { deleteAct, lockActOn, updateAct } from './queries.ts'

interface ScheduledAct extends Pick<UndoableRequest, 'area' | 'name'> {
  action: UndoableAction
  object_id: number
  /** What it does, by name. */
  description: string
}

/** Sets an act on one object for a time, or for another one, in the name of the actor; by itself, no one can undo it. */
export async function schedule(
  tx: Tx,
  { area, name, action, object_id, description }: ScheduledAct,
  at: Date,
) {
  const objects = [{ action, object_id, proposal_id: null }]
  const before = await lockActOn(tx, { action, object_id })
  if (before) {
    const due_at = at.toISOString()
    await updateAct(tx, before.id, { due_at, description, user_id: tx.actor.id })
    return auditObjects(tx, 'defer', objects, { due_at })
  }
  const input = { params: { id: object_id }, query: {}, body: {} }
  await keepInTransaction(tx, { area, endpoint: name, input, description, scheduled: true }, objects, at)
}

/** Cancels the act that is set for a time. */
export async function unschedule(tx: Tx, { action, object_id }: Pick<ScheduledAct, 'action' | 'object_id'>) {
  const act = await lockActOn(tx, { action, object_id })
  if (act) await deleteAct(tx, act.id)
  await auditObjects(tx, 'undo', [{ action, object_id, proposal_id: null }])
}
