import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import { EVERY_TYPE, type Grid, isAnswerable, isTarget, typesOf } from '#domain/allocation/grid.ts'
import { type AssignmentStatus, CONFIRMED } from '#domain/allocation/status.ts'
import type { allocationActions, promiseActions } from '#domain/audit_actions.ts'
import { groupBy } from '#domain/group_by.ts'
import { PROCESSED, type SampleType } from '#domain/masters/values.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { WebHookEvent } from '#domain/web_hooks/events.ts'
import type { Ctx, Db, Tx } from '../platform/context.ts'
import { submittedProposals } from '../proposals/shared_queries.ts'
import { availableSamples, lockSamples, samplesByIds } from '../samples/service.ts'
import { currentTerm } from '../terms/service.ts'
import { announce } from '../web_hooks/announce.ts'
import { etagOf } from './grid_etag.ts'
import { type AssignmentChanges, lastRecord } from './history_queries.ts'
import {
  type Ended,
  findOfProposal,
  findOfSamples,
  findOfTerm,
  findPromise,
  findTermOf,
  lockAssignments,
  removeUnconfirmed,
  setEnded,
  setHolding,
} from './queries.ts'

/** An id that no term has, for when there is no current term. */
const NO_TERM_ID = 0

/** The requested term, or the current one. */
export const termOrCurrent = async (db: Db, term_id: number | undefined) =>
  term_id ?? (await currentTerm(db))?.id ?? NO_TERM_ID

export const assignmentsOfTerm = (db: Db, term_id: number) => findOfTerm(db, term_id, typesOf[EVERY_TYPE])

/** The rows of a grid: the term's submitted proposals with their requests and assignments. */
export const gridProposals = async (ctx: Ctx, grid: Grid, requestedTerm?: number): Promise<GridProposal[]> =>
  gridRows(ctx.db, ctx.actor, await termOrCurrent(ctx.db, requestedTerm), grid)

export async function gridRows(
  db: Db,
  actor: Actor,
  term_id: number,
  grid: Grid = EVERY_TYPE,
): Promise<GridProposal[]> {
  const proposals = await submittedProposals(db, actor, term_id)
  const assigned = groupBy(await assignmentsOfTerm(db, term_id), (a) => a.proposal_id)
  return proposals.map((proposal) => ({
    ...proposal,
    requested_samples: proposal.requested_samples.map((r) => ({
      ...r,
      target: isTarget(grid, r),
      answerable: isAnswerable(grid, r),
    })),
    assigned_samples: assigned.get(proposal.id) ?? [],
  }))
}

export interface GridColumnsQuery {
  grid: Grid
  term_id?: number | undefined
  /** Include previously allocated samples that are not on offer. */
  all?: boolean | undefined
}

/** The columns of a grid, and the ETag of its assignments. */
export async function gridSamples(ctx: Ctx, { grid, term_id: requestedTerm, all }: GridColumnsQuery) {
  const types = typesOf[grid]
  const term_id = await termOrCurrent(ctx.db, requestedTerm)
  const record = await lastRecord(ctx.db, term_id)
  const assignments = await findOfTerm(ctx.db, term_id, types)
  const samples = await columnsOf(ctx.db, types, term_id, {
    all,
    assigned: assignments.map((a) => a.sample_id),
  })
  const others = await findOfSamples(
    ctx.db,
    samples.map(({ id }) => id),
  )
  const elsewhere = groupBy(
    others.filter((a) => a.term_id !== term_id && blocksOthers(a)),
    (a) => a.sample_id,
  )
  const assigned = groupBy(assignments, (a) => a.sample_id)
  const requestsOf = requestsBySample(await submittedProposals(ctx.db, ctx.actor, term_id))
  const columns = samples.map((sample): GridSample => {
    const requests = requestsOf.get(sample.id) ?? []
    const assigned_sample = assigned.get(sample.id) ?? []
    return {
      ...sample,
      requested: Object.fromEntries(requests.map((r) => [r.position, r.priority])),
      requested_sample: requests,
      assigned: assigned_sample.map((a) => a.proposal_id),
      assigned_sample,
      elsewhere: elsewhere.get(sample.id) ?? [],
    }
  })
  return { columns, etag: etagOf({ term_id, types, record, assignments }) }
}

/** Available samples of the types (processed ones only on offer, unless `all`), and all that are `assigned`. */
async function columnsOf(
  db: Db,
  types: readonly number[],
  term_id: number,
  { all, assigned }: { all: boolean | undefined; assigned: number[] },
) {
  const here = new Set(assigned)
  const available = await availableSamples(db, types, term_id)
  const shown = available.filter((s) => s.sample_type !== PROCESSED || s.flg === 1 || all || here.has(s.id))
  const shownIds = new Set(shown.map(({ id }) => id))
  const missing = [...here].filter((id) => !shownIds.has(id))
  if (missing.length === 0) return shown
  return samplesByIds(db, [...shownIds, ...missing])
}

type SampleRequest = GridSample['requested_sample'][number]

/** The requests by name for each sample: one per proposal, with its best priority. */
function requestsBySample(proposals: Awaited<ReturnType<typeof submittedProposals>>) {
  const requests = proposals.flatMap(({ id: proposal_id, requested_samples }, position) =>
    [...requested_samples]
      .sort((a, b) => a.priority - b.priority)
      .filter((r, i, all) => r.sample_id !== null && all.findIndex((o) => o.sample_id === r.sample_id) === i)
      .map(({ sample_id, priority }) => ({
        sample_id: sample_id!,
        proposal_id,
        position,
        priority,
        target: true as const,
      })),
  )
  return groupBy<number, SampleRequest & { sample_id: number }>(requests, (r) => r.sample_id)
}

/** Whether an assignment blocks other assignments of its sample: it is confirmed, or its term is still open. */
export const blocksOthers = ({ status, disabled }: { status: AssignmentStatus; disabled: boolean }) =>
  status === CONFIRMED || !disabled

type ChangedAssignment = NonNullable<AssignmentChanges[keyof AssignmentChanges]>[number]

const pick = ({ sample_id, name, sample_type, proposal_id }: ChangedAssignment) => ({
  sample_id,
  name,
  sample_type,
  proposal_id,
})

type Action = keyof typeof allocationActions | keyof typeof promiseActions

/** The event that each kind of change causes for web hooks. */
const EVENT_OF: Record<keyof AssignmentChanges, AllocationEventType | null> = {
  removed: null,
  assigned: null,
  moved: null,
  returned: 'allocation.confirmation_cancelled',
  confirmed: 'allocation.confirmed',
  freed: 'allocation.confirmation_cancelled',
  proposed: null,
  taken_back: null,
  // The confirmation stays on record.
  came_back: null,
  off_offer: null,
}
type AllocationEventType = 'allocation.confirmed' | 'allocation.confirmation_cancelled'

/** One event for each proposal. */
const eventsOf = (
  type: AllocationEventType,
  term_id: number,
  pairs: readonly ChangedAssignment[],
): WebHookEvent[] =>
  [...groupBy(pairs, ({ proposal_id }) => proposal_id)].map(([proposal_id, own]) => ({
    type,
    data: { term_id, proposal_id, sample_ids: own.map(({ sample_id }) => sample_id).sort((a, b) => a - b) },
  }))

/** Writes the audit entry of changes to a term's assignments, and queues their events. Version conflicts of grids are reported from these entries. */
export async function recordChanges(tx: Tx, action: Action, term_id: number, changes: AssignmentChanges) {
  const entries = Object.entries(changes).filter(([, pairs]) => pairs.length > 0)
  if (entries.length === 0) return tx.skipAudit('No assignment changed.')
  const after = Object.fromEntries(entries.map(([kind, pairs]) => [kind, pairs.map(pick)]))
  await tx.audit(action, { id: term_id }, after)
  for (const [kind, pairs] of entries) {
    const type = EVENT_OF[kind as keyof AssignmentChanges]
    if (type) await announce(tx, ...eventsOf(type, term_id, pairs))
  }
}

/**
 * Removes the unconfirmed assignments of a proposal that is no longer submitted, and returns the names of the samples.
 * When any is confirmed, nothing is removed and `confirmed` has their names. The caller has locked the proposal.
 */
export async function withdrawAssignments(tx: Tx, proposal: { id: number; term_id: number }) {
  await lockAssignments(tx, proposal.term_id)
  const assignments = await findOfProposal(tx, proposal.id)
  const confirmed = assignments.filter((a) => a.status === CONFIRMED).map(({ name }) => name)
  if (confirmed.length > 0) return { confirmed, removed: [] }
  await removeUnconfirmed(
    tx,
    assignments.map(({ main_key }) => main_key),
  )
  await recordChanges(tx, 'allocation.withdraw', proposal.term_id, { removed: assignments })
  return { confirmed, removed: assignments.map(({ name }) => name) }
}

interface EndOf {
  proposal_id: number
  sample_ids: readonly number[]
  /** 'freed': declined, or taken back before it was lent. 'returned': it came back and is offered again. */
  ended_as?: Ended
}

/**
 * Ends confirmations of a proposal, so that their samples can be promised again, also in a closed term; returns the samples.
 * The caller has locked the proposal.
 */
export async function endAssignments(
  tx: Tx,
  { proposal_id, sample_ids, ended_as = 'freed' }: EndOf,
): Promise<{ sample_id: number; name: string }[]> {
  const term_id = await findTermOf(tx, proposal_id)
  await lockAssignments(tx, term_id)
  await lockSamples(tx, sample_ids)
  const ended = await setEnded(tx, { proposal_id, sample_ids, ended_as }, tx.now())
  await recordChanges(tx, 'allocation.end', term_id, {
    [ended_as === 'freed' ? 'freed' : 'came_back']: ended,
  })
  return ended
}

/** Ends the confirmation that promised a sample, because its piece is offered again; null where none holds it. */
export async function endPromise(tx: Tx, sample: { id: number }) {
  const promise = await findPromise(tx, sample.id)
  if (!promise || promise.ended_at !== null) return null
  const { proposal_id } = promise
  await endAssignments(tx, { proposal_id, sample_ids: [sample.id], ended_as: 'returned' })
  return promise
}

/** Lets the last confirmation of a sample hold it again, because its piece is off offer. Returns who has it confirmed since, or null. */
export async function holdPromise(tx: Tx, sample: { id: number; name: string; sample_type: SampleType }) {
  const promise = await findPromise(tx, sample.id)
  if (!promise) return null
  if (promise.ended_at === null) return promise
  await lockAssignments(tx, promise.term_id)
  await setHolding(tx, promise.id)
  await recordChanges(tx, 'allocation.hold', promise.term_id, {
    off_offer: [{ ...sample, sample_id: sample.id, proposal_id: promise.proposal_id }],
  })
  return null
}
