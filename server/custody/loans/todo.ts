import { dayOfMoment } from '#domain/custody/loans/due.ts'
import { dueActs } from '#domain/custody/loans/next_act.ts'
import { hasTask, LOAN_TASK_NAMES, type LoanTask } from '#domain/custody/loans/tasks.ts'
import type { Ctx } from '../../platform/context.ts'
import { findFacts } from './facts.ts'
import { findOpenLoans } from './queries.ts'

/** What the office, or curation, has to do with loans: for each task the loans, 'L0112 (Ελένη Παπαδοπούλου)'. */
export async function loanTasks(ctx: Ctx): Promise<Record<LoanTask, string[]>> {
  const today = dayOfMoment(ctx.now())
  const viewer = ctx.actor.roles.includes('admin') ? 'office' : 'curation'
  const loans = (await findFacts(ctx.db, await findOpenLoans(ctx.db))).map((loan) => ({
    name: `${loan.number} (${loan.record.borrower_name})`,
    acts: dueActs(loan, today),
  }))
  const namesOf = (task: LoanTask) =>
    loans.filter(({ acts }) => hasTask(task, acts, viewer)).map(({ name }) => name)
  return Object.fromEntries(LOAN_TASK_NAMES.map((task) => [task, namesOf(task)])) as Record<
    LoanTask,
    string[]
  >
}
