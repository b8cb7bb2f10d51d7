import { type Address, address } from '#domain/address.ts'
import type { TodoKey } from '#domain/call_state/rules.ts'
import { dayOf } from '#domain/custody/inventories/rules.ts'
import { LOAN_TASK_NAMES } from '#domain/custody/loans/tasks.ts'
import { publicationState } from '#domain/custody/publications/status.ts'
import type { Term } from '#domain/terms/rules.ts'
import { listNames } from '#domain/text.ts'
import { inventoryTasks } from '../custody/inventories/todo.ts'
import { loanTasks } from '../custody/loans/todo.ts'
import { writeOffsToConfirm } from '../custody/pieces/write_offs.ts'
import { publicationsToConfirm } from '../custody/publications/service.ts'
import type { Ctx } from '../platform/context.ts'
import { resultTasks } from '../results/todo.ts'

/** Maximum number of names in a note. */
export const MAX_NAMES = 2

export interface TodoEntry {
  count: number
  note?: string
  due_at?: string
  href: Address
}

const isOffice = ({ actor }: Ctx) => actor.roles.includes('admin')

/** Results to draft in the current call, closed or not, and what is to be done with those of any call. */
export async function resultTodo(ctx: Ctx, term: Term | null): Promise<Partial<Record<TodoKey, TodoEntry>>> {
  const { to_draft, finding, to_release, checked, overdue, declined } = await resultTasks(
    ctx,
    term?.id ?? null,
  )
  const inList = (names: readonly string[], filter: Record<string, string>) => ({
    count: names.length,
    note: listNames(names, MAX_NAMES),
    href: address('/results', {}, { term_id: '', ...filter }),
  })
  const states = [
    ...(finding.length > 0 ? [`${finding.length} with findings`] : []),
    ...(checked > 0 ? [`${checked} checked`] : []),
  ]
  return {
    results_to_draft: { count: to_draft, href: address('/results') },
    result_findings: inList(finding, { state: 'finding' }),
    results_to_release: { ...inList(to_release, { state: 'not_released' }), note: states.join(', ') },
    answers_overdue: inList(overdue, { answer: 'overdue' }),
    declined_samples: inList(declined, { declined: 'true' }),
  }
}

/** What is due in loans, of any call; curation has only what it can do. */
async function loanTodo(ctx: Ctx): Promise<Partial<Record<TodoKey, TodoEntry>>> {
  const tasks = await loanTasks(ctx)
  const own = isOffice(ctx) ? {} : { waits_for: 'curation' }
  return Object.fromEntries(
    LOAN_TASK_NAMES.map((task) => [
      `loans_${task}` satisfies TodoKey,
      {
        count: tasks[task].length,
        note: listNames(tasks[task], MAX_NAMES),
        href: address('/loans', {}, { task, ...own }),
      },
    ]),
  )
}

/** Loans, the inventory and publications, of any call; the office alone confirms publications. */
export const custodyTodo = async (ctx: Ctx): Promise<Partial<Record<TodoKey, TodoEntry>>> => ({
  ...(await loanTodo(ctx)),
  ...(await writeOffTodo(ctx)),
  ...(await inventoryTodo(ctx)),
  ...(isOffice(ctx) && (await publicationTodo(ctx))),
})

/** Pieces in the vault whose write-off waits for a second person. */
async function writeOffTodo(ctx: Ctx): Promise<Partial<Record<TodoKey, TodoEntry>>> {
  const names = await writeOffsToConfirm(ctx)
  return {
    write_offs: {
      count: names.length,
      note: listNames(names, MAX_NAMES),
      href: address('/pieces', {}, { write_off: 'true' }),
    },
  }
}

/** That an inventory is due, or what the open one waits for; curation has only what it was asked. */
async function inventoryTodo(ctx: Ctx): Promise<Partial<Record<TodoKey, TodoEntry>>> {
  const { due, open } = await inventoryTasks(ctx)
  if (due)
    return {
      inventory_due: {
        count: 1,
        note: `${due.last} was asked ${dayOf(due.asked_at)}`,
        href: address('/inventories'),
      },
    }
  if (!open) return {}
  const at = (names: readonly string[], more?: Partial<TodoEntry>) => ({
    count: names.length,
    note: listNames(names, MAX_NAMES),
    href: address('/inventories/$id', { id: open.id }),
    ...more,
  })
  return {
    inventory_differs: at(open.differences),
    inventory_accept: at(open.to_accept),
    inventory_unanswered: at(open.unanswered, { due_at: `${open.until}T23:59:59.000Z` }),
    inventory_close: at(open.may_close ? [open.name] : []),
  }
}

async function publicationTodo(ctx: Ctx): Promise<Partial<Record<TodoKey, TodoEntry>>> {
  const state = publicationState.code.TO_CONFIRM
  const { count, title } = await publicationsToConfirm(ctx)
  return {
    publications_to_confirm: { count, note: title ?? '', href: address('/publications', {}, { state }) },
  }
}
