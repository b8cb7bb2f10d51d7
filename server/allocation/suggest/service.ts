import type { GridProposal } from '#domain/allocation/contract.ts'
import { type Grid, typesOf } from '#domain/allocation/grid.ts'
import { CONFIRMED, UNCONFIRMED } from '#domain/allocation/status.ts'
import {
  type Suggestion,
  SuggestionReply,
  type SuggestionRequest,
} from '#domain/allocation/suggest/contract.ts'
import { notFound, refusal } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import type { SampleType } from '#domain/masters/values.ts'
import { whyReadOnly } from '#domain/terms/rules.ts'
import type { Ctx } from '../../platform/context.ts'
import { samplesByIds } from '../../samples/service.ts'
import { allTerms, requireCurrentTerm } from '../../terms/service.ts'
import { gridProposals, gridSamples } from '../service.ts'
import type { SuggestJob } from './suggest_worker.ts'
import { computeSuggestion, streamSuggestion, type ThreadTask } from './thread.ts'

const FILE = new URL('./suggest_worker.ts', import.meta.url)
const ADVICE = 'Assign or confirm some samples first, so that less is left to decide.'

export const suggestionTask = (job: SuggestJob): ThreadTask<SuggestJob, Suggestion> => ({
  file: FILE,
  job,
  advice: ADVICE,
})

/**
 * Suggests an allocation for a grid; nothing is written. Proposals with which the actor has a conflict of interest are left
 * out. Throws 'refused' for a closed term, where no one could apply the suggestion, and while another one of the actor is
 * computed.
 */
export const suggestAllocation = (ctx: Ctx, request: SuggestionRequest, cancelled: AbortSignal) =>
  computeSuggestion(ctx, async () => suggestionTask(await createJob(ctx, request)), cancelled)

/** The same as a stream of JSON lines: progress events, then the reply. */
export const streamAllocation = (ctx: Ctx, request: SuggestionRequest, cancelled: AbortSignal) =>
  streamSuggestion(ctx, async () => suggestionTask(await createJob(ctx, request)), cancelled, SuggestionReply)

async function createJob(
  ctx: Ctx,
  { grid, policy, term_id: requestedTerm, items: draft, others }: SuggestionRequest,
): Promise<SuggestJob> {
  const term_id = requestedTerm ?? (await requireCurrentTerm(ctx.db)).id
  const term = (await allTerms(ctx))[term_id]
  if (!term) throw notFound()
  const why = whyReadOnly(term)
  if (why) throw refusal(why)
  const rows = await gridProposals(ctx, grid, term_id)
  const proposals = others ? await withOtherGrids(ctx, grid, rows, others) : rows
  const { columns: samples } = await gridSamples(ctx, { grid, term_id, all: true })
  return { snapshot: { grid, proposals, samples, draft }, policy }
}

/** The rows with `others` in place of the unconfirmed assignments that are saved in the other grids. */
async function withOtherGrids(
  ctx: Ctx,
  grid: Grid,
  rows: readonly GridProposal[],
  others: NonNullable<SuggestionRequest['others']>,
): Promise<GridProposal[]> {
  const ids = others.map(({ sample_id }) => sample_id)
  const samples = new Map((await samplesByIds(ctx.db, ids)).map((sample) => [sample.id, sample]))
  const isHere = ({ sample_type }: { sample_type: SampleType }) => typesOf[grid].includes(sample_type)
  const given = groupBy(others, ({ proposal_id }) => proposal_id)
  return rows.map((row) => {
    const kept = row.assigned_samples.filter((one) => one.status === CONFIRMED || isHere(one))
    const known = new Set(kept.map(({ sample_id }) => sample_id))
    const more = (given.get(row.id) ?? []).flatMap(({ sample_id, priority = null }) => {
      const sample = samples.get(sample_id)
      if (!sample || isHere(sample) || known.has(sample_id)) return []
      return [{ ...sample, sample_id, priority, status: UNCONFIRMED }]
    })
    return { ...row, assigned_samples: [...kept, ...more] }
  })
}
