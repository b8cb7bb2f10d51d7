import { type AllocationItem, GridChanges } from '#domain/allocation/contract.ts'
import { type Grid, typesOf } from '#domain/allocation/grid.ts'
import {
  type AssignmentContext,
  diffAssignments,
  pairKey,
  whyConflicted,
  whyNotAssign,
} from '#domain/allocation/rules.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { done } from '#domain/endpoint.ts'
import { Fault, invalid, MAX_ERRORS } from '#domain/errors.ts'
import { whyReadOnly } from '#domain/terms/rules.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { findConflictingIds, lockForAllocation } from '../proposals/shared_queries.ts'
import { lockSamples, writtenOffSamples } from '../samples/service.ts'
import { lockTerm, requireCurrentTerm } from '../terms/service.ts'
import { type GridState, gridChangesSince } from './grid_changes.ts'
import { outdatedRecord } from './grid_etag.ts'
import { lastRecord } from './history_queries.ts'
import {
  addPairs,
  findOfSamples,
  findOfTerm,
  lockAssignments,
  movePairs,
  removeUnconfirmed,
} from './queries.ts'
import { recordChanges } from './service.ts'

interface Save {
  grid: Grid
  term_id: number | undefined
  items: AllocationItem[]
  /** ETag of the grid that was edited; omit it to overwrite. */
  ifMatch: string | undefined
}

/**
 * Replaces the unconfirmed assignments of a grid in a term by `items`; confirmed ones stay. All or nothing: throws 'invalid'
 * for wrong items and 'stale', with the changes, for an outdated `ifMatch`.
 * Everything that writes assignments locks in this order: proposals, term, the term's assignments, samples.
 */
export const saveGrid = (ctx: Ctx, { grid, term_id: requestedTerm, items, ifMatch }: Save) =>
  ctx.write(async (tx) => {
    const term_id = requestedTerm ?? (await requireCurrentTerm(tx)).id
    const types = typesOf[grid]
    const proposals = await lockForAllocation(
      tx,
      items.map((item) => item.proposal_id),
    )
    tx.refuse(whyReadOnly(await lockTerm(tx, term_id)))
    await lockAssignments(tx, term_id)
    const state = {
      term_id,
      types,
      record: await lastRecord(tx, term_id),
      assignments: await findOfTerm(tx, term_id, types),
    }
    const since = outdatedRecord(ifMatch, state)
    if (since !== null) throw await versionConflict(tx, state, since)

    const ids = items.map((item) => item.sample_id)
    const samples = new Map((await lockSamples(tx, ids)).map((sample) => [sample.id, sample]))
    requireAssignable(items, {
      types,
      term_id,
      samples,
      proposals: new Map(proposals.map((proposal) => [proposal.id, proposal])),
      promised: await promisedOf(tx, ids),
      written_off: await writtenOffSamples(tx, ids),
      before: new Set(state.assignments.map(pairKey)),
    })
    const { added, removed, moved } = diffAssignments(state.assignments, items)
    const changedProposals = [...added, ...removed, ...moved].map(({ proposal_id }) => proposal_id)
    tx.refuse(whyConflicted(await findConflictingIds(tx, tx.actor, changedProposals)))

    await removeUnconfirmed(
      tx,
      removed.map(({ main_key }) => main_key),
    )
    await addPairs(tx, added, tx.now())
    await movePairs(tx, moved)
    await recordChanges(tx, 'allocation.save', term_id, {
      assigned: added.map((pair) => ({ ...pair, ...samples.get(pair.sample_id)! })),
      removed,
      moved,
    })
    return done('The assignments have been saved.')
  })

async function promisedOf(tx: Tx, sample_ids: readonly number[]) {
  const assignments = await findOfSamples(tx, sample_ids)
  return new Map(assignments.filter((a) => a.status === CONFIRMED).map((a) => [a.sample_id, a]))
}

/** What `whyNotAssign` needs of all items, by id. */
interface SaveContext extends Pick<AssignmentContext, 'types' | 'term_id'> {
  samples: ReadonlyMap<number, AssignmentContext['sample']>
  proposals: ReadonlyMap<number, AssignmentContext['proposal']>
  promised: ReadonlyMap<number, AssignmentContext['promised']>
  written_off: ReadonlySet<number>
  /** Pairs that were assigned before. */
  before: ReadonlySet<string>
}

/** Throws 'invalid' with the items that may not be assigned, by position, at most MAX_ERRORS of them. */
function requireAssignable(items: readonly AllocationItem[], context: SaveContext) {
  const errors: Record<string, string> = {}
  for (const [i, item] of items.entries()) {
    const error = whyNotAssign(item, {
      ...context,
      sample: context.samples.get(item.sample_id),
      proposal: context.proposals.get(item.proposal_id),
      promised: context.promised.get(item.sample_id),
      written_off: context.written_off.has(item.sample_id) && !context.before.has(pairKey(item)),
    })
    if (error) errors[`${i}.${error[0]}`] = error[1]
    if (Object.keys(errors).length === MAX_ERRORS) break
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

async function versionConflict(tx: Tx, state: GridState, since: number) {
  // Only what the contract names leaves the server, as where it answers the changes by themselves.
  const details = GridChanges.parse(await gridChangesSince(tx, state, since))
  const message = 'These assignments were changed by someone else since you loaded them. Nothing was saved.'
  return new Fault('stale', message, { details: { ...details } })
}
