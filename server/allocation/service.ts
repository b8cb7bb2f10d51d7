import type { GridProposal, GridSample, Change as Happening } from '#domain/allocation/contract.ts'
import { EVERY_TYPE, type Grid, isTarget, typesOf } from '#domain/allocation/grid.ts'
import type { Pair } from '#domain/allocation/rules.ts'
import { type AssignmentStatus, CONFIRMED } from '#domain/allocation/status.ts'
import type { allocationActions } from '#domain/audit_actions.ts'
import { groupBy } from '#domain/group_by.ts'
import { PROCESSED, type SampleType } from '#domain/masters/values.ts'
import type { Ctx, Db, Tx } from '../platform/context.ts'
import { submittedProposals } from '../proposals/shared_queries.ts'
import { availableSamples, samplesByIds } from '../samples/service.ts'
import { currentTerm } from '../terms/service.ts'
import { etagOf } from './grid_etag.ts'
import { lastRecord } from './history_queries.ts'
import { findOfProposal, findOfSamples, findOfTerm, lockAssignments, removeUnconfirmed } from './queries.ts'

/** No term has this id, and nothing is found in it: it stands for the current term before there is one. */
const NO_TERM_ID = 0

/** The term that is asked for; the current one when none is. */
export const termOr = async (db: Db, term_id: number | undefined) =>
  term_id ?? (await currentTerm(db))?.id ?? NO_TERM_ID

/** Everything that a term's proposals are assigned. */
export const assignmentsOfTerm = (db: Db, term_id: number) => findOfTerm(db, term_id, typesOf[EVERY_TYPE])

/** The rows of a grid: the term's submitted proposals, what they ask for and what they are assigned. */
export async function gridProposals(ctx: Ctx, grid: Grid, asked?: number): Promise<GridProposal[]> {
  const term_id = await termOr(ctx.db, asked)
  const proposals = await submittedProposals(ctx.db, ctx.actor, term_id)
  const assigned = groupBy(await assignmentsOfTerm(ctx.db, term_id), (a) => a.proposal_id)
  return proposals.map((proposal) => ({
    ...proposal,
    requested_samples: proposal.requested_samples.map((r) => ({ ...r, target: isTarget(grid, r) })),
    assigned_samples: assigned.get(proposal.id) ?? [],
  }))
}

export interface Columns {
  grid: Grid
  term_id?: number | undefined
  /** Previously allocated samples that are not on offer too. */
  all?: boolean | undefined
}

/** The columns of a grid, and the state of its assignments as an ETag. */
export async function gridSamples(ctx: Ctx, { grid, term_id: asked, all }: Columns) {
  const types = typesOf[grid]
  const term_id = await termOr(ctx.db, asked)
  const record = await lastRecord(ctx.db, term_id)
  const standing = await findOfTerm(ctx.db, term_id, types)
  const samples = await columnsOf(ctx.db, types, term_id, { all, given: standing.map((a) => a.sample_id) })
  const others = await findOfSamples(
    ctx.db,
    samples.map(({ id }) => id),
  )
  const elsewhere = groupBy(
    others.filter((a) => a.term_id !== term_id && blocksOthers(a)),
    (a) => a.sample_id,
  )
  const given = groupBy(standing, (a) => a.sample_id)
  const asking = requestsBySample(await submittedProposals(ctx.db, ctx.actor, term_id))
  const columns = samples.map((sample): GridSample => {
    const requests = asking.get(sample.id) ?? []
    const assigned_sample = given.get(sample.id) ?? []
    return {
      ...sample,
      requested: Object.fromEntries(requests.map((r) => [r.position, r.priority])),
      requested_sample: requests,
      assigned: assigned_sample.map((a) => a.proposal_id),
      assigned_sample,
      elsewhere: elsewhere.get(sample.id) ?? [],
    }
  })
  return { columns, etag: etagOf({ term_id, types, record, standing }) }
}

/** Available samples of the types (processed ones on offer, or all), and any that has an assignment here. */
async function columnsOf(
  db: Db,
  types: readonly number[],
  term_id: number,
  { all, given }: { all: boolean | undefined; given: number[] },
) {
  const here = new Set(given)
  const available = await availableSamples(db, types, term_id)
  const shown = available.filter((s) => s.sample_type !== PROCESSED || s.flg === 1 || all || here.has(s.id))
  const known = new Set(shown.map(({ id }) => id))
  const further = [...here].filter((id) => !known.has(id))
  if (further.length === 0) return shown
  return samplesByIds(db, [...known, ...further])
}

type Asking = GridSample['requested_sample'][number]

/** Who asks for each sample by name: one entry a proposal, with its best priority. */
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
  return groupBy<number, Asking & { sample_id: number }>(requests, (r) => r.sample_id)
}

/** An assignment that stands in the way of another of its sample: confirmed, or of a term still open. */
export const blocksOthers = ({ status, disabled }: { status: AssignmentStatus; disabled: boolean }) =>
  status === CONFIRMED || !disabled

type Kind = Exclude<Happening, 'added' | 'changed'>
interface Changed extends Pair {
  name: string
  sample_type: SampleType
}
export type Changes = Partial<Record<Kind, readonly Changed[]>>

const pick = ({ sample_id, name, sample_type, proposal_id }: Changed) => ({
  sample_id,
  name,
  sample_type,
  proposal_id,
})

type Action = keyof typeof allocationActions

/** Records what happened to a term's assignments; what concerns a grid is also what a stale save is told. */
export async function recordChanges(tx: Tx, action: Action, term_id: number, changes: Changes) {
  const told = Object.entries(changes).filter(([, pairs]) => pairs.length > 0)
  if (told.length === 0) return tx.skipAudit('No assignment changed.')
  const after = Object.fromEntries(told.map(([kind, pairs]) => [kind, pairs.map(pick)]))
  await tx.audit(action, { id: term_id }, after)
}

/**
 * Takes a proposal's unconfirmed assignments away, for it is no longer submitted. Answers the names of the samples
 * it loses; or, where samples are confirmed for it, their names, and nothing is taken. The caller holds the proposal.
 */
export async function withdrawAssignments(tx: Tx, proposal: { id: number; term_id: number }) {
  await lockAssignments(tx, proposal.term_id)
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
