import { notFound } from '#domain/errors.ts'
import type { ResultFacts } from '#domain/results/rules.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { commandOn } from '../platform/context.ts'
import { findLastResults, lockForResults, type StoredResult } from './queries.ts'

/** A stored result as the rules take it. */
export const factsOf = (result: StoredResult): ResultFacts => ({
  state: result.state,
  edition: result.edition,
  samples: result.samples.length,
  findings: result.findings,
  reasons: result.unmet.map(({ reason }) => reason),
  outdated: result.outdated,
  saved_by: result.saved_by_id,
  waiting: result.about_to_release ? 'release' : result.about_to_remind ? 'remind' : null,
})

/** Locks the last editions of the results of these proposals. Throws 'missing' unless the actor may see each. */
export async function lockResults(tx: Tx, proposal_ids: readonly number[]): Promise<StoredResult[]> {
  const ids = [...new Set(proposal_ids)]
  await lockForResults(tx, ids)
  const results = await findLastResults(tx, tx.actor, ids, tx.now())
  if (results.length < ids.length) throw notFound()
  return results
}

/** The same for one. */
export const lockResult = async (tx: Tx, proposal_id: number): Promise<StoredResult> =>
  (await lockResults(tx, [proposal_id]))[0]!

/** A command on the result of a proposal. Throws 'missing' where the actor may not see it. */
export const onResult = commandOn(lockResult)

/** The last edition of a result. Throws 'missing' where the actor may not see it. */
export async function readResult(ctx: Ctx, proposal_id: number): Promise<StoredResult> {
  const [result] = await findLastResults(ctx.db, ctx.actor, [proposal_id], ctx.now())
  if (!result) throw notFound()
  return result
}
