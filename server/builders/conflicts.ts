import { declareConflict } from '../conflicts/service.ts'
import type { Ctx } from '../platform/context.ts'

interface ConflictOptions {
  proposal_id: number
  /** The user with the conflict; the actor by default. */
  user_id?: number
  reason?: string
}

/** Declares a conflict of interest and returns its id. */
export async function aConflict(
  ctx: Ctx,
  { reason = 'We have published together.', ...conflict }: ConflictOptions,
) {
  await declareConflict(ctx, { ...conflict, reason })
  const { id } = await ctx.db
    .selectFrom('conflicts')
    .select('id')
    .where('proposal_id', '=', conflict.proposal_id)
    .where('user_id', '=', conflict.user_id ?? ctx.actor.id)
    .executeTakeFirstOrThrow()
  return id
}
