import type { Ctx } from '../platform/context.ts'
import { findUndrafted } from './queries.ts'
import { findWaitingResults, isAllocated } from './todo_queries.ts'

/**
 * What the office has to do with results, without those that the actor has a conflict with: to draft in a term that is
 * allocated, and of any call those that wait, each '1012 (Ελένη Παπαδοπούλου)'.
 */
export async function resultTasks(ctx: Ctx, term_id: number | null) {
  const { db, actor } = ctx
  const isDue = term_id !== null && (await isAllocated(db, actor, term_id))
  const waiting = await findWaitingResults(db, actor, ctx.now())
  const named = (list: typeof waiting) => list.map(({ proposal_id, name }) => `${proposal_id} (${name})`)
  return {
    to_draft: isDue ? (await findUndrafted(db, actor, term_id)).length : 0,
    finding: named(waiting.filter(({ finding }) => finding)),
    to_release: named(waiting.filter(({ not_released }) => not_released)),
    checked: waiting.filter(({ state }) => state === 'checked').length,
    overdue: named(waiting.filter(({ overdue }) => overdue)),
    declined: named(waiting.filter(({ declined }) => declined)),
  }
}
