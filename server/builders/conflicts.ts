import { declareConflict } from '../conflicts/service.ts'
import type { Ctx } from '../platform/context.ts'

interface Wanted {
  proposal_id: number
  /** Whose it is: the declaring actor's own unless said otherwise. */
  user_id?: number
  reason?: string
}

/** A declared conflict of interest; answers its id. */
export async function aConflict(ctx: Ctx, { reason = 'We have published together.', ...wanted }: Wanted) {
  await declareConflict(ctx, { ...wanted, reason })
  const { id } = await ctx.db
    .selectFrom('conflicts')
    .select('id')
    .where('proposal_id', '=', wanted.proposal_id)
    .where('user_id', '=', wanted.user_id ?? ctx.actor.id)
    .executeTakeFirstOrThrow()
  return id
}
