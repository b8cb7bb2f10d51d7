import { CONFIRMED } from '#domain/allocation/status.ts'
import type { Tx } from '../platform/context.ts'
import { recordChanges } from './history.ts'
import { findOfProposal, lockTerm, removeUnconfirmed } from './queries.ts'

/**
 * Takes a proposal's unconfirmed assignments away, for it is no longer submitted. Answers the names of the samples
 * it loses; or, where samples are confirmed for it, their names, and nothing is taken. The caller holds the proposal.
 */
export async function withdrawAssignments(tx: Tx, proposal: { id: number; term_id: number }) {
  await lockTerm(tx, proposal.term_id)
  const standing = await findOfProposal(tx, proposal.id)
  const confirmed = standing.filter((a) => a.status === CONFIRMED).map(({ name }) => name)
  if (confirmed.length > 0) return { confirmed, removed: [] }
  await removeUnconfirmed(
    tx,
    standing.map(({ main_key }) => main_key),
  )
  await recordChanges(tx, 'allocation.withdraw', proposal.term_id, { removed: standing })
  return { confirmed, removed: standing.map(({ name }) => name) }
}
