import { allocation } from '#domain/allocation/contract.ts'
import { GRIDS, type Grid, gridLabels } from '#domain/allocation/grid.ts'
import { requestedCount } from '#domain/allocation/matching.ts'
import { planEntries } from '#domain/allocation/plan.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { groupBy } from '#domain/group_by.ts'
import { asteroids, labelOf, termLabel } from '#domain/masters/values.ts'
import { sizeInMm } from '#domain/samples/size.ts'
import type { Ctx } from '../platform/context.ts'
import { type Export, exportAddress, plainColumn, textColumn } from '../platform/csv.ts'
import { submittedProposals } from '../proposals/shared_queries.ts'
import { samplesByIds } from '../samples/service.ts'
import { crossIf, figureColumns } from './assigned_list.ts'
import { findOfSamples, type findOfTerm } from './queries.ts'
import { assignmentsOfTerm, blocksOthers, termOrCurrent } from './service.ts'

interface PlanQuery {
  grid: Grid
  term_id: number
}
type Proposal = Awaited<ReturnType<typeof submittedProposals>>[number]
type Request = Proposal['requested_samples'][number]
type Assignment = Awaited<ReturnType<typeof findOfTerm>>[number]
type OtherAssignment = Awaited<ReturnType<typeof findOfSamples>>[number]
type Sample = Awaited<ReturnType<typeof samplesByIds>>[number]

interface PlanRow {
  term_id: number
  proposal: Proposal
  request: Request | null
  assignment: Assignment | null
  /** The assigned sample, or the one requested by name; null for an unserved request for any sample. */
  sample: Assignment | Sample | null
  /** Blocking assignments of the sample to other proposals. */
  others: OtherAssignment[]
  /** How many samples the request lacks; only in one row per request. */
  missing: number | null
  /** Assigned without a request, or beyond the requested number. */
  over: boolean
}

/**
 * One row per requested or assigned pair, in the grid's row order, then by priority. A request and a sample assigned for it
 * share a row, which is part of the plan of the sample's type. A request that lacks samples has one more row.
 */
async function* planRows(ctx: Ctx, { grid, term_id }: PlanQuery): AsyncGenerator<PlanRow> {
  const proposals = await submittedProposals(ctx.db, ctx.actor, term_id)
  const all = await assignmentsOfTerm(ctx.db, term_id)
  const assigned = groupBy(all, (a) => a.proposal_id)
  const named = proposals.flatMap((p) => p.requested_samples.flatMap((r) => r.sample_id ?? []))
  const samples = new Map((await samplesByIds(ctx.db, named)).map((sample) => [sample.id, sample]))
  const blocking = groupBy(
    (await findOfSamples(ctx.db, [...named, ...all.map((a) => a.sample_id)])).filter(blocksOthers),
    (a) => a.sample_id,
  )
  for (const proposal of proposals) {
    const entries = planEntries(grid, proposal.requested_samples, assigned.get(proposal.id) ?? [])
    for (const { request, assignment, over, missing } of entries) {
      const named = samples.get(request?.sample_id ?? 0) ?? null
      const sample_id = assignment?.sample_id ?? request?.sample_id ?? 0
      yield {
        term_id,
        proposal,
        request,
        assignment,
        sample: assignment ?? named,
        others: (blocking.get(sample_id) ?? []).filter((a) => a.proposal_id !== proposal.id),
        missing,
        over,
      }
    }
  }
}

function asteroid({ sample, request }: PlanRow) {
  const source = sample ?? request
  return source ? asteroids[source.db_type] : ''
}

const requestColumn = (header: string, of: (request: Request) => string | number | null) =>
  plainColumn<PlanRow>(header, ({ request }) => request && of(request))
const box = (list: 'ChamberList' | 'dish_list', box: number | null) => (box ? labelOf(list, box) : '')

/** '12, 15 (confirmed)'; a proposal of another term with its label. */
const holders = ({ others, term_id }: PlanRow) =>
  others
    .map(
      (a) =>
        `${a.proposal_id}${a.term_id === term_id ? '' : ` of ${termLabel(a.term_id)}`}${a.status === CONFIRMED ? ' (confirmed)' : ''}`,
    )
    .join(', ')

const planExport = (grid: Grid): Export<PlanRow, PlanQuery> => ({
  name: `distribution_plan_${gridLabels[grid].toLowerCase().replaceAll(' ', '_')}`,
  endpoint: allocation.downloadOf,
  columns: [
    plainColumn('Term', (row) => termLabel(row.term_id)),
    plainColumn('Proposal ID', (row) => row.proposal.id),
    textColumn('Name', (row) => row.proposal.name),
    textColumn('Title', (row) => row.proposal.title),
    plainColumn('Global Score', (row) => row.proposal.global_score),
    plainColumn('Rank', (row) => row.proposal.rank),
    requestColumn('Priority', ({ priority }) => priority),
    requestColumn('Requested type', ({ sample_type }) => labelOf('sample_type', sample_type)),
    textColumn('Requested sample', ({ request }) => request && (request.sample_name ?? 'Any')),
    requestColumn('Requested weight[mg]', ({ weight }) => weight),
    requestColumn('Requested size[mm]', ({ size }) => sizeInMm(size)),
    requestColumn('Requested chamber', ({ chamber }) => box('ChamberList', chamber)),
    requestColumn('Requested dish', ({ dish }) => box('dish_list', dish)),
    requestColumn('Requested number', requestedCount),
    plainColumn('Asteroid', asteroid),
    plainColumn('Sample ID', (row) => row.assignment?.sample_id ?? row.request?.sample_id ?? null),
    textColumn('Sample', ({ sample }) => sample?.name ?? ''),
    plainColumn('Type', ({ sample }) => (sample ? labelOf('sample_type', sample.sample_type) : '')),
    ...figureColumns<PlanRow>((row) => row.sample),
    plainColumn('Assigned', (row) => crossIf(row.assignment !== null)),
    plainColumn('Confirmed', (row) => crossIf(row.assignment?.status === CONFIRMED)),
    plainColumn('More than asked', (row) => crossIf(row.over)),
    plainColumn('Missing', (row) => row.missing),
    plainColumn('Also assigned to', holders),
  ],
  rows: planRows,
})

const plans = Object.fromEntries(GRIDS.map((grid) => [grid, planExport(grid)])) as Record<
  Grid,
  ReturnType<typeof planExport>
>
export const planExports = Object.values(plans)

export const downloadPlan = async (ctx: Ctx, grid: Grid, term_id: number | undefined) =>
  exportAddress(ctx, plans[grid], { grid, term_id: await termOrCurrent(ctx.db, term_id) })
