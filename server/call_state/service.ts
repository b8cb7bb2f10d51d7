import type { Role } from '#domain/access.ts'
import type { CallState, CallStep } from '#domain/call_state/contract.ts'
import { termLabel } from '#domain/masters/values.ts'
import type { ReviewerState } from '#domain/reports/own_state.ts'
import { isOffice, isStaff } from '#domain/session/actor.ts'
import type { Term } from '#domain/terms/rules.ts'
import { stepState } from '#domain/terms/status.ts'
import { presentStep, termSteps } from '#domain/terms/steps.ts'
import type { Ctx } from '../platform/context.ts'
import { proposerState } from '../proposals/own_state.ts'
import { reviewerState } from '../reports/own_state.ts'
import { currentTerm, isScored } from '../terms/service.ts'
import { type Counts, countTerm } from './counts.ts'
import { officeTodo } from './office_todo.ts'
import { reviewedSince, staffState } from './staff_state.ts'

/** Where the current call stands, and what it asks of the viewer, by role. */
export async function showCall(ctx: Ctx): Promise<CallState> {
  const term = await currentTerm(ctx.db)
  const asStaff = isStaff(ctx.actor)
  const counts = term && asStaff ? await countTerm(ctx, term) : null
  const as = <T>(role: Role, block: (ctx: Ctx, term: Term) => Promise<T>): Promise<T> | null =>
    term && ctx.actor.roles.includes(role) ? block(ctx, term) : null
  const [todo, staff, panel, reviewer, proposer] = await Promise.all([
    isOffice(ctx.actor) ? officeTodo(ctx, term, counts) : [],
    term && counts && staffState(ctx, term, counts),
    as('panel', reviewedSince),
    as('reviewer', reviewerState),
    as('proposer', proposerState),
  ])
  return {
    term: term && { id: term.id, label: termLabel(term.id), disabled: term.disabled },
    steps: term ? await steps(ctx, term, isLate(term, ctx.now(), counts, reviewer)) : [],
    todo,
    staff,
    panel,
    reviewer,
    proposer,
  }
}

/** Reviews are due and not all in: staff know of all, a reviewer of the own ones, a proposer of none. */
const isLate = (term: Term, now: Date, counts: Counts | null, reviewer: ReviewerState | null) =>
  !term.disabled &&
  +now >= Date.parse(term.reviews_due_at) &&
  (counts?.awaited.some(({ under_review }) => under_review) ||
    [reviewer?.answer, reviewer?.write, reviewer?.submit].some((waiting) =>
      waiting?.some(({ due_at }) => due_at === term.reviews_due_at),
    ))

async function steps(ctx: Ctx, term: Term, late: boolean): Promise<CallStep[]> {
  const now = ctx.now()
  const all = termSteps(term, { scored: await isScored(ctx.db, term.id) }, now)
  const present = presentStep(all)
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
