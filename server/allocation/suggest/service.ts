import { PassThrough } from 'node:stream'
import type { GridProposal } from '#domain/allocation/contract.ts'
import { type Grid, typesOf } from '#domain/allocation/grid.ts'
import { CONFIRMED, UNCONFIRMED } from '#domain/allocation/status.ts'
import {
  ProgressLine,
  type Suggestion,
  SuggestionReply,
  type SuggestionRequest,
} from '#domain/allocation/suggest/contract.ts'
import { NDJSON } from '#domain/allocation/suggest/policy.ts'
import { Fault, notFound, refusal } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import type { SampleType } from '#domain/masters/values.ts'
import { whyReadOnly } from '#domain/terms/rules.ts'
import type { Ctx } from '../../platform/context.ts'
import { Attachment } from '../../platform/http/handlers.ts'
import { samplesByIds } from '../../samples/service.ts'
import { allTerms, requireCurrentTerm } from '../../terms/service.ts'
import { gridProposals, gridSamples } from '../service.ts'
import type { SuggestJob } from './suggest_worker.ts'
import { runInThread } from './thread.ts'

const OWN_BUSY = 'A suggestion of yours is still being computed. Please wait for it, or cancel it.'

/** The suggestion of each user that is being computed; `left` resolves when it has ended. */
const computing = new Map<number, { cancelled: AbortSignal; left: Promise<void> }>()

/**
 * Lets each user have one suggestion computed at a time, so that nobody takes both threads. Waits for one that was
 * cancelled to end. Call the result when the suggestion has ended.
 */
async function enter({ actor }: Ctx, cancelled: AbortSignal): Promise<() => void> {
  const before = computing.get(actor.id)
  if (before?.cancelled.aborted) await before.left
  if (computing.has(actor.id)) throw refusal(OWN_BUSY)
  let end = () => {}
  const left = new Promise<void>((resolve) => {
    end = resolve
  })
  computing.set(actor.id, { cancelled, left })
  return () => {
    computing.delete(actor.id)
    end()
  }
}

/**
 * Suggests an allocation for a grid; nothing is written. Proposals with which the actor has a conflict of interest are left
 * out. Throws 'refused' for a closed term, where no one could apply the suggestion, and while another one of the actor is
 * computed.
 */
export async function suggestAllocation(
  ctx: Ctx,
  request: SuggestionRequest,
  cancelled: AbortSignal,
): Promise<Suggestion> {
  const leave = await enter(ctx, cancelled)
  try {
    return await runInThread(await createJob(ctx, request), cancelled)
  } finally {
    leave()
  }
}

/** The same as a stream of JSON lines: progress events, then the reply. */
export async function streamSuggestion(ctx: Ctx, request: SuggestionRequest, cancelled: AbortSignal) {
  const leave = await enter(ctx, cancelled)
  const lines = new PassThrough()
  const line = (value: unknown) => `${JSON.stringify(value)}\n`
  try {
    const job = await createJob(ctx, request)
    runInThread(job, cancelled, (progress) => lines.write(line(ProgressLine.parse({ progress }))))
      .finally(leave)
      .then(
        (reply) => lines.end(line(SuggestionReply.parse(reply))),
        (error) =>
          error instanceof Fault
            ? lines.end(line({ result: 0, message: error.message }))
            : lines.destroy(error),
      )
  } catch (error) {
    leave()
    throw error
  }
  return new Attachment('suggestion.ndjson', NDJSON, lines)
}

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
