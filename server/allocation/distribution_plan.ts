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

const requestColumn = (header: string, of: (request: Request) => string | number | null, about: string) =>
  plainColumn<PlanRow>(header, ({ request }) => request && of(request), about)
const box = (list: 'ChamberList' | 'dish_list', box: number | null) => (box ? labelOf(list, box) : '')

/** '12, 15 (confirmed)'; a proposal of another term with its label. */
const holders = ({ others, term_id }: PlanRow) =>
  others
    .map(
      (a) =>
        `${a.proposal_id}${a.term_id === term_id ? '' : ` of ${termLabel(a.term_id)}`}${a.status === CONFIRMED ? ' (confirmed)' : ''}`,
    )
    .join(', ')

const ASTEROIDS = Object.entries(asteroids)
  .map(([code, name]) => `${name} (${code})`)
  .join(' or ')
const OF_PROPOSAL = 'of the proposal (`allocation.proposals`)'
const OF_REQUEST = 'of the request (`requested_samples`)'
const THE_SAMPLE = 'the assigned sample, otherwise the one requested by name'

const ROWS = [
  'One row for each sample that is assigned to a submitted proposal, and one for each request that lacks samples.',
  'Proposals are in the order of `allocation.proposals`, the rows of one by the priority of the request that the sample answers (`request` of `allocation.assigned`); last come samples that answer none, by id.',
  'Several samples of one request: first the one that it names, then by |ln(given/requested)| of its size or, where it states none, of its weight; 0 where it states neither.',
  'Those that do not fit come last: of another type, asteroid, chamber or dish, or less than half or more than twice as large or heavy. The same distance is by id.',
  'The row for what a request lacks follows its samples.',
].join(' ')

const planExport = (grid: Grid): Export<PlanRow, PlanQuery> => ({
  name: `distribution_plan_${gridLabels[grid].toLowerCase().replaceAll(' ', '_')}`,
  endpoint: allocation.downloadOf,
  about: ROWS,
  columns: [
    plainColumn('Term', (row) => termLabel(row.term_id), '`AO` and the number of the call.'),
    plainColumn('Proposal ID', (row) => row.proposal.id, `\`id\` ${OF_PROPOSAL}.`),
    textColumn('Name', (row) => row.proposal.name, `\`name\` ${OF_PROPOSAL}.`),
    textColumn('Title', (row) => row.proposal.title, `\`title\` ${OF_PROPOSAL}.`),
    plainColumn('Global Score', (row) => row.proposal.global_score, `\`global_score\` ${OF_PROPOSAL}.`),
    plainColumn('Rank', (row) => row.proposal.rank, `\`rank\` ${OF_PROPOSAL}.`),
    requestColumn('Priority', ({ priority }) => priority, `\`priority\` ${OF_REQUEST}.`),
    requestColumn(
      'Requested type',
      ({ sample_type }) => labelOf('sample_type', sample_type),
      `The label (\`masters.sampleTypeMap\`) of \`sample_type\` ${OF_REQUEST}.`,
    ),
    textColumn(
      'Requested sample',
      ({ request }) => request && (request.sample_name ?? 'Any'),
      `\`sample_name\` ${OF_REQUEST}, or \`Any\`.`,
    ),
    requestColumn('Requested weight[mg]', ({ weight }) => weight, `\`weight\` ${OF_REQUEST}.`),
    requestColumn(
      'Requested size[mm]',
      ({ size }) => sizeInMm(size),
      `\`size\` ${OF_REQUEST}, in mm with three decimals.`,
    ),
    requestColumn(
      'Requested chamber',
      ({ chamber }) => box('ChamberList', chamber),
      `The label (\`masters.chamberMap\`) of \`chamber\` ${OF_REQUEST}; empty for 0.`,
    ),
    requestColumn(
      'Requested dish',
      ({ dish }) => box('dish_list', dish),
      `The label (\`masters.dishMap\`) of \`dish\` ${OF_REQUEST}; empty for 0.`,
    ),
    requestColumn(
      'Requested number',
      requestedCount,
      'Of gas `number_of_bottles`, of any particles or aggregates `number_of_samples`; 1 where it is null, and of all others.',
    ),
    plainColumn(
      'Asteroid',
      asteroid,
      `${ASTEROIDS}: \`db_type\` of ${THE_SAMPLE}, otherwise of the request.`,
    ),
    plainColumn(
      'Sample ID',
      (row) => row.assignment?.sample_id ?? row.request?.sample_id ?? null,
      `The id of ${THE_SAMPLE}.`,
    ),
    textColumn('Sample', ({ sample }) => sample?.name ?? '', `The name of ${THE_SAMPLE}.`),
    plainColumn(
      'Type',
      ({ sample }) => (sample ? labelOf('sample_type', sample.sample_type) : ''),
      `The label of the type of ${THE_SAMPLE}.`,
    ),
    ...figureColumns<PlanRow>((row) => row.sample, `${THE_SAMPLE} (\`allocation.history\`)`),
    plainColumn('Assigned', (row) => crossIf(row.assignment !== null), '`x` where the sample is assigned.'),
    plainColumn(
      'Confirmed',
      (row) => crossIf(row.assignment?.status === CONFIRMED),
      '`x` where the assignment is confirmed, as the events of web hooks say too.',
    ),
    plainColumn(
      'More than asked',
      (row) => crossIf(row.over),
      '`x` for `over_asked` of the assignment (`allocation.assigned`).',
    ),
    plainColumn(
      'Missing',
      (row) => row.missing,
      'How many samples the request lacks, in the row that it has for them.',
    ),
    plainColumn(
      'Also assigned to',
      holders,
      'Assignments of the sample to other proposals that are confirmed or of a call that is not disabled, by proposal: `12, 15 (confirmed), 9 of AO6`.',
    ),
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
