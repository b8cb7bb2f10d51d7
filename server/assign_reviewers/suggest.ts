import {
  type Suggestion,
  SuggestionReply,
  type SuggestionRequest,
} from '#domain/assign_reviewers/contract.ts'
import { BOTH_OFF, type Snapshot } from '#domain/assign_reviewers/problem.ts'
import { refusal } from '#domain/errors.ts'
import { whyReadOnly } from '#domain/terms/rules.ts'
import { computeSuggestion, streamSuggestion, type ThreadTask } from '../allocation/suggest/thread.ts'
import type { Ctx } from '../platform/context.ts'
import { dayOf, readFits, readGrid, requireTerm } from './grid.ts'
import { findDueDate } from './queries.ts'

const FILE = new URL('./assign_worker.ts', import.meta.url)
const ADVICE = 'Select some proposals, so that less is left to decide.'

/**
 * What a suggestion depends on, as far as the actor may see it. Throws 'refused' for a closed term, and when neither the
 * reports of a proposal nor those of a reviewer are limited.
 */
export async function readSnapshot(ctx: Ctx, request: SuggestionRequest): Promise<Snapshot> {
  const term = await requireTerm(ctx, request.term_id)
  const why = whyReadOnly(term)
  if (why) throw refusal(why)
  const grid = await readGrid(ctx, term)
  if (!grid.limits.per_proposal_on && !grid.limits.per_reviewer_on) throw refusal(BOTH_OFF)
  const fits = await readFits(ctx.db, ctx.actor, grid)
  return {
    limits: grid.limits,
    proposals: grid.proposals.map(({ id, reports, closed }) => ({ id, reports, closed })),
    reviewers: grid.reviewers,
    fit: fits.matrix(),
    knows: grid.proposals.map((_, p) => grid.reviewers.map((__, r) => fits.knows(p, r))),
    reports: grid.reports,
    blocked: grid.blocked,
    unjudged: grid.unjudged,
    marks: request.marks ?? grid.marks,
    keep: request.keep ?? [],
    acknowledged: request.acknowledged ?? [],
    allow: request.allow ?? [],
    proposal_ids: request.proposal_ids ?? null,
    repair: request.repair,
    today: dayOf(ctx.now()),
    due: dayOf(await findDueDate(ctx.db, term.id)),
  }
}

const task = async (ctx: Ctx, request: SuggestionRequest): Promise<ThreadTask<Snapshot, Suggestion>> => ({
  file: FILE,
  job: await readSnapshot(ctx, request),
  advice: ADVICE,
})

/** Suggests reviewers; nothing is written. Throws 'refused' also while another suggestion of the actor is computed. */
export const suggestReviewers = (ctx: Ctx, request: SuggestionRequest, cancelled: AbortSignal) =>
  computeSuggestion(ctx, () => task(ctx, request), cancelled)

/** The same as a stream of JSON lines: progress events, then the reply. */
export const streamReviewers = (ctx: Ctx, request: SuggestionRequest, cancelled: AbortSignal) =>
  streamSuggestion(ctx, () => task(ctx, request), cancelled, SuggestionReply)
