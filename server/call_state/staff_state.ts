import { comparedMg, fulfilmentOf } from '#domain/allocation/matching.ts'
import type { CallState } from '#domain/call_state/contract.ts'
import { type Asteroid, BENNU, RYUGU, termLabel } from '#domain/masters/values.ts'
import { PROGRESS_REVIEWED, PROGRESS_SCORED, PROGRESS_SUBMITTED } from '#domain/staff/status.ts'
import type { Term } from '#domain/terms/rules.ts'
import { gridRows } from '../allocation/service.ts'
import type { Ctx } from '../platform/context.ts'
import { countByProgress, findTop } from '../staff/shared_queries.ts'
import { previousTerm } from '../terms/service.ts'
import {
  countProposals,
  countUntil,
  findAwaitedReports,
  findPreviousLogin,
  findReviewedSince,
} from './queries.ts'

/** Counts for the to-do list and the staff block, as far as the viewer may see them. */
export async function countTerm({ db, actor }: Ctx, term: Term) {
  const [progress, proposals, awaited] = await Promise.all([
    countByProgress(db, actor, term.id),
    countProposals(db, term.id),
    findAwaitedReports(db, actor, term.id),
  ])
  return { progress, proposals, awaited }
}
export type TermCounts = Awaited<ReturnType<typeof countTerm>>

type Staff = NonNullable<CallState['staff']>

const MAX_TOP = 5
const MAX_LATEST = 8

/** Progress, material and highest scores, as far as the viewer may see them. */
export async function staffState(ctx: Ctx, term: Term, counts: TermCounts): Promise<Staff> {
  const { db, actor } = ctx
  const from = (progress: number) =>
    counts.progress.filter((row) => row.progress >= progress).reduce((sum, { count }) => sum + count, 0)
  const { proposers, allocated } = counts.proposals
  const [{ notices }, last, weights, top] = await Promise.all([
    countUntil(db, term.id, ctx.now().toISOString()),
    previousTermCounts(ctx, term),
    materialTotals(ctx, term.id),
    findTop(db, actor, term.id, MAX_TOP),
  ])
  return {
    funnel: {
      notices,
      proposers,
      submitted: from(PROGRESS_SUBMITTED),
      reviewed: from(PROGRESS_REVIEWED),
      scored: from(PROGRESS_SCORED),
      allocated,
    },
    before: last,
    material: weights,
    top,
  }
}

/** The previous term at the same number of days after its notices opened. */
async function previousTermCounts(ctx: Ctx, term: Term): Promise<Staff['before']> {
  const last = await previousTerm(ctx.db, term.id)
  if (!last) return null
  const day = Date.parse(last.noi_opens_at) + (+ctx.now() - Date.parse(term.noi_opens_at))
  const { notices, submitted } = await countUntil(ctx.db, last.id, new Date(day).toISOString())
  return { label: termLabel(last.id), notices, submitted }
}

/** Requested and assigned weight of the term's proposals by asteroid, compared over the requests that state a weight. */
async function materialTotals(ctx: Ctx, term_id: number): Promise<Staff['material']> {
  const rows = await gridRows(ctx.db, ctx.actor, term_id)
  const matched = rows.map(
    ({ requested_samples, assigned_samples }) => fulfilmentOf(requested_samples, assigned_samples).byRequest,
  )
  const of = (asteroid: Asteroid) => {
    const requests = matched.map((own) => own.filter(({ request }) => request.db_type === asteroid))
    return {
      ...comparedMg(requests.flat()),
      proposals: requests.filter(({ length }) => length > 0).length,
    }
  }
  return { ryugu: of(RYUGU), bennu: of(BENNU) }
}

/** Proposals reviewed since the previous sign-in. */
export async function reviewedSince(ctx: Ctx, term: Term): Promise<NonNullable<CallState['panel']>> {
  const since = await findPreviousLogin(ctx.db, ctx.actor)
  const proposals = await findReviewedSince(ctx.db, ctx.actor, term.id, since)
  return { since, count: proposals.length, proposals: proposals.slice(0, MAX_LATEST) }
}
