import type { FindingRef } from '#domain/conflicts/contract.ts'
import type { FindingState } from '#domain/conflicts/status.ts'
import { listFindings } from '../conflicts/judging.ts'
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

/** Gives two people one affiliation, and with it a finding. */
export const makeColleagues = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .updateTable('users')
    .set({ affiliation: 'Institute of Small Bodies' })
    .where('id', 'in', ids)
    .execute()

interface FindingOptions {
  proposal_id: number
  user_id: number
  kind?: FindingRef['kind']
  state?: FindingState
}

/** A finding of the current call as the actor judges it. Throws when there is none. */
export async function findFinding(
  ctx: Ctx,
  { proposal_id, user_id, kind = 'organisation', state = 'unjudged' }: FindingOptions,
): Promise<FindingRef> {
  const { rows } = await listFindings(ctx, { term_id: undefined, state })
  const row = rows.find(
    (one) => one.proposal.id === proposal_id && one.user.id === user_id && one.kind === kind,
  )
  if (!row) throw new Error(`There is no finding ${kind} on ${user_id} and ${proposal_id}.`)
  return { proposal_id, user_id, kind, fingerprint: row.fingerprint }
}
