import { answered } from '#domain/allocation/answered.ts'
import { allocation } from '#domain/allocation/contract.ts'
import { CONTACT_PAD_GRID, GRIDS, type Grid, gridLabels, isTarget, typesOf } from '#domain/allocation/grid.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { groupBy } from '#domain/group.ts'
import { asteroids, labelOf, termLabel } from '#domain/masters/values.ts'
import { sizeInMm } from '#domain/samples/size.ts'
import type { Ctx } from '../platform/context.ts'
import { type Export, exportAddress, plain, text } from '../platform/csv.ts'
import { submittedProposals } from '../proposals/for_allocation_sql.ts'
import { samplesByIds } from '../samples/service.ts'
import { cross, figures } from './exports.ts'
import type { findOfTerm } from './queries.ts'
import { assignmentsOfTerm, termOr } from './service.ts'

interface PlanQuery {
  grid: Grid
  term_id: number
}
type Proposal = Awaited<ReturnType<typeof submittedProposals>>[number]
type Request = Proposal['requested_samples'][number]
type Assignment = Awaited<ReturnType<typeof findOfTerm>>[number]
type Sample = Awaited<ReturnType<typeof samplesByIds>>[number]

interface PlanRow {
  term_id: number
  proposal: Proposal
  request: Request | null
  assignment: Assignment | null
  /** The sample asked for by name, or given. A request for any sample has none. */
  sample: Assignment | Sample | null
}

/** A request for a Bennu particle by name is a matter of the particles' plan alone. */
const asked = (grid: Grid, request: Request) =>
  isTarget(grid, request) && (grid !== CONTACT_PAD_GRID || request.sample_id === null)
const given = (grid: Grid, { sample_type }: Assignment) => typesOf[grid].includes(sample_type)

/**
 * One row per requested or assigned pair, proposal by proposal in the grid's order, then by priority: a request and what
 * is given for it are one, and stand in the plans of both.
 */
async function* planRows(ctx: Ctx, { grid, term_id }: PlanQuery): AsyncGenerator<PlanRow> {
  const proposals = await submittedProposals(ctx.db, ctx.actor, term_id)
  const assigned = groupBy(await assignmentsOfTerm(ctx.db, term_id), (a) => a.proposal_id)
  const named = proposals.flatMap((p) => p.requested_samples.flatMap((r) => r.sample_id ?? []))
  const samples = new Map((await samplesByIds(ctx.db, named)).map((sample) => [sample.id, sample]))
  for (const proposal of proposals) {
    const own = assigned.get(proposal.id) ?? []
    const answer = answered(proposal.requested_samples, own)
    for (const request of proposal.requested_samples) {
      const answers = own.filter((a) => answer.get(a.sample_id) === request)
      const belongs = asked(grid, request)
      for (const assignment of answers)
        if (belongs || given(grid, assignment))
          yield { term_id, proposal, request, assignment, sample: assignment }
      if (belongs && answers.length === 0) {
        const sample = samples.get(request.sample_id ?? 0) ?? null
        yield { term_id, proposal, request, assignment: null, sample }
      }
    }
    for (const assignment of own.filter((a) => !answer.has(a.sample_id) && given(grid, a)))
      yield { term_id, proposal, request: null, assignment, sample: assignment }
  }
}

function asteroid({ sample, request }: PlanRow) {
  const named = sample ?? request
  return named ? asteroids[named.db_type] : ''
}

/** The distribution plan of a grid as a file. */
const plan = (grid: Grid): Export<PlanRow, PlanQuery> => ({
  name: `distribution_plan_${gridLabels[grid].toLowerCase().replaceAll(' ', '_')}`,
  call: allocation.downloadOf,
  columns: [
    plain('Term', (row) => termLabel(row.term_id)),
    plain('Proposal ID', (row) => row.proposal.id),
    text('Name', (row) => row.proposal.name),
    text('Title', (row) => row.proposal.title),
    plain('Global Score', (row) => row.proposal.global_score),
    plain('Rank', (row) => row.proposal.rank),
    plain('Priority', (row) => row.request?.priority ?? null),
    plain('Requested type', (row) => (row.request ? labelOf('sample_type', row.request.sample_type) : '')),
    plain('Requested weight[mg]', (row) => row.request?.weight ?? null),
    plain('Requested size[mm]', (row) => sizeInMm(row.request?.size ?? null)),
    plain(
      'Requested number',
      (row) => row.request?.number_of_bottles ?? row.request?.number_of_samples ?? null,
    ),
    plain('Asteroid', (row) => asteroid(row)),
    plain('Sample ID', (row) => row.request?.sample_id ?? row.assignment?.sample_id ?? null),
    text('Sample', (row) => row.sample?.name ?? 'Any'),
    plain('Type', (row) => (row.sample ? labelOf('sample_type', row.sample.sample_type) : '')),
    ...figures<PlanRow>((row) => row.sample),
    plain('Assigned', (row) => cross(row.assignment !== null)),
    plain('Confirmed', (row) => cross(row.assignment?.status === CONFIRMED)),
  ],
  rows: planRows,
})

const plans = Object.fromEntries(GRIDS.map((grid) => [grid, plan(grid)])) as Record<
  Grid,
  ReturnType<typeof plan>
>
export const planExports = Object.values(plans)

/** The address of a grid's distribution plan. */
export const downloadPlan = async (ctx: Ctx, grid: Grid, term_id: number | undefined) =>
  exportAddress(ctx, plans[grid], { grid, term_id: await termOr(ctx.db, term_id) })
