import type { Role } from '#domain/access.ts'
import type { CallState, CallStep } from '#domain/call_state/contract.ts'
import { termLabel } from '#domain/masters/values.ts'
import type { ReviewerState } from '#domain/reports/report.ts'
import { isOffice, isStaff } from '#domain/session/actor.ts'
import type { Term } from '#domain/terms/rules.ts'
import { stepState } from '#domain/terms/status.ts'
import { currentStep, termSteps } from '#domain/terms/steps.ts'
import type { Ctx } from '../platform/context.ts'
import { proposerProgress } from '../proposals/service.ts'
import { reviewerState } from '../reports/service.ts'
import { currentTerm, isScored } from '../terms/service.ts'
import { curationTodo, officeTodo } from './office_todo.ts'
import { findAwaitedReports } from './queries.ts'
import { countTerm, reviewedSince, staffState, type TermCounts } from './staff_state.ts'

/** State of the current term with the blocks of the viewer's roles. */
export async function showCall(ctx: Ctx): Promise<CallState> {
  const term = await currentTerm(ctx.db)
  const asStaff = isStaff(ctx.actor)
  const counts = term && asStaff ? await countTerm(ctx, term) : null
  const blockFor = <T>(role: Role, load: (ctx: Ctx, term: Term) => Promise<T>): Promise<T> | null =>
    term && ctx.actor.roles.includes(role) ? load(ctx, term) : null
  const [todo, staff, panel, reviewer, proposer] = await Promise.all([
    isOffice(ctx.actor)
      ? officeTodo(ctx, term, counts)
      : ctx.actor.roles.includes('curation')
        ? curationTodo(ctx)
        : [],
    term && counts && staffState(ctx, term, counts),
    blockFor('panel', reviewedSince),
    blockFor('reviewer', reviewerState),
    blockFor('proposer', proposerProgress),
  ])
  return {
    ...(await termAndSteps(ctx, term, { awaited: counts?.awaited, reviewer })),
    todo,
    staff,
    panel,
    reviewer,
    proposer,
  }
}

/** The steps only, for the line above every screen. */
export async function showSteps(ctx: Ctx): Promise<CallState> {
  const term = await currentTerm(ctx.db)
  const due = term && areReviewsDue(term, ctx.now()) ? term : null
  const [awaited, reviewer] = await Promise.all([
    due && isStaff(ctx.actor) ? findAwaitedReports(ctx.db, ctx.actor, due.id) : undefined,
    due && ctx.actor.roles.includes('reviewer') ? reviewerState(ctx, due) : null,
  ])
  const blocks = { todo: [], staff: null, panel: null, reviewer: null, proposer: null }
  return { ...(await termAndSteps(ctx, term, { awaited, reviewer })), ...blocks }
}

/** Missing reviews: staff know of all, a reviewer of their own, a proposer of none. */
interface MissingReviews {
  awaited: TermCounts['awaited'] | undefined
  reviewer: ReviewerState | null
}

async function termAndSteps(
  ctx: Ctx,
  term: Term | null,
  waiting: MissingReviews,
): Promise<Pick<CallState, 'term' | 'steps'>> {
  if (!term) return { term: null, steps: [] }
  const { id, disabled } = term
  return {
    term: { id, label: termLabel(id), disabled },
    steps: await steps(ctx, term, isLate(term, ctx.now(), waiting)),
  }
}

const areReviewsDue = (term: Term, now: Date) => !term.disabled && +now >= Date.parse(term.reviews_due_at)

/** Reviews are due and some are missing, as far as the viewer knows. */
const isLate = (term: Term, now: Date, { awaited, reviewer }: MissingReviews) =>
  areReviewsDue(term, now) &&
  (awaited?.some(({ under_review }) => under_review) ||
    [reviewer?.answer, reviewer?.write, reviewer?.submit].some((waiting) =>
      waiting?.some(({ due_at }) => due_at === term.reviews_due_at),
    ))

async function steps(ctx: Ctx, term: Term, late: boolean): Promise<CallStep[]> {
  const now = ctx.now()
  const all = termSteps(term, { scored: await isScored(ctx.db, ctx.actor, term.id) }, now)
  const present = currentStep(all)
  return all.map((step) => {
    const { key, label, from, to, ends, state } = step
    const overdue = state === stepState.code.OPEN && to !== null && +now >= Date.parse(to)
    return {
      key,
      label,
      from,
      to,
      ends,
      state,
      present: step === present,
      late: overdue || (key === 'reviews' && late),
    }
  })
}
