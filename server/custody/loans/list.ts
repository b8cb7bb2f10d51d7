import type { Loan, MyLoans } from '#domain/custody/loans/contract.ts'
import { loans as endpoints } from '#domain/custody/loans/contract.ts'
import { dayOfMoment, daysBetween } from '#domain/custody/loans/due.ts'
import type { LoanFilter, LoanSummary, Owed } from '#domain/custody/loans/list_contract.ts'
import { type DueAct, dueActs, nextAct, urgencyOf } from '#domain/custody/loans/next_act.ts'
import * as rules from '#domain/custody/loans/rules.ts'
import { isAccountedFor, loanStatus } from '#domain/custody/loans/status.ts'
import { actsOfTask } from '#domain/custody/loans/tasks.ts'
import type { Paged } from '#domain/endpoint.ts'
import { notFound } from '#domain/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Export, plainColumn, textColumn } from '../../platform/csv.ts'
import { findFacts, findTolerance, type LoanFacts, requireVisible } from './facts.ts'
import {
  findLoan,
  findLoans,
  findLoansOf,
  findOpenLoans,
  findOpenLoansOf,
  findProposers,
  findUnanswered,
} from './queries.ts'
import { loanReplies, loanRow, outOf, viewAs } from './view.ts'

/** A loan that the caller may see. Throws 'missing'. */
export async function findVisible(ctx: Ctx, number: string): Promise<LoanFacts> {
  const record = requireVisible(ctx.actor, await findLoan(ctx.db, number))
  const [facts] = await findFacts(ctx.db, [record])
  return facts!
}

/** Throws 'missing'. */
export async function showLoan(ctx: Ctx, number: string): Promise<Loan> {
  const record = requireVisible(ctx.actor, await findLoan(ctx.db, number))
  const [reply] = await loanReplies(ctx.db, ctx.actor, [record], dayOfMoment(ctx.now()))
  if (!reply) throw notFound()
  return reply
}

type Sort = NonNullable<LoanFilter['sort']>

const comparisons: Record<Sort, (loan: LoanFacts) => string | number> = {
  number: ({ number }) => number,
  borrower_name: ({ record }) => record.folded_borrower,
  state: (loan) => rules.labelOfState(loan),
  out_ug: (loan) => outOf(loan).ug,
  // What is not due yet comes last in both directions, as elsewhere.
  due_on: ({ due_on }) => due_on ?? '',
}

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

/** By the column asked for, else by what the viewer has to do and what is owed. */
function sorted(
  loans: LoanFacts[],
  { sort, dir }: LoanFilter,
  urgencies: ReadonlyMap<LoanFacts, readonly [number, number]>,
): LoanFacts[] {
  const byUrgency = (a: LoanFacts, b: LoanFacts) => {
    const [of, more] = urgencies.get(a)!
    const [ofOther, moreOfOther] = urgencies.get(b)!
    return of - ofOther || more - moreOfOther || compare(a.number, b.number)
  }
  if (sort === undefined) return loans.toSorted(byUrgency)
  const value = comparisons[sort]
  return loans.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)]
    if (sort === 'due_on' && (one === '') !== (other === '')) return one === '' ? 1 : -1
    return (dir === 'desc' ? compare(other, one) : compare(one, other)) || byUrgency(a, b)
  })
}

/** Whether an act is due of the task, and for those, that are asked for. */
function hasDue({ task, waits_for }: LoanFilter, acts: readonly DueAct[]): boolean {
  if (task === undefined && waits_for === undefined) return true
  const ofTask = task === undefined ? acts : actsOfTask(task, acts)
  return ofTask.some(({ who }) => waits_for === undefined || who === waits_for)
}

/** All loans that a filter finds, in the order of the caller's list. */
async function findMatching({ db, actor }: Ctx, filter: LoanFilter, today: string): Promise<LoanFacts[]> {
  const loans = await findFacts(db, await findLoans(db, filter))
  const matching = loans.filter(
    (loan) =>
      (filter.state === undefined || filter.state.includes(rules.stateOf(loan))) &&
      (filter.late !== true || rules.loanDaysLate(loan, today) > 0) &&
      hasDue(filter, dueActs(loan, today)),
  )
  const urgencies = new Map(matching.map((loan) => [loan, urgencyOf(loan, viewAs(actor, loan), today)]))
  return sorted(matching, filter, urgencies)
}

export async function listLoans(ctx: Ctx, filter: LoanFilter): Promise<Paged<ReturnType<typeof loanRow>>> {
  const today = dayOfMoment(ctx.now())
  const all = await findMatching(ctx, filter, today)
  const { per_page } = filter
  const last_page = Math.max(1, Math.ceil(all.length / per_page))
  const current_page = Math.min(filter.page, last_page)
  const shown = all.slice((current_page - 1) * per_page, current_page * per_page)
  const data = shown.map((loan) => loanRow(loan, viewAs(ctx.actor, loan), today))
  return { total: all.length, last_page, per_page, current_page, data }
}

type Row = ReturnType<typeof loanRow>

/** The list of loans as CSV; amounts in µg and mPa. */
export const loanExport: Export<Row, LoanFilter> = {
  name: 'loans',
  endpoint: endpoints.download,
  columns: [
    plainColumn('Loan', ({ number }) => number),
    plainColumn('Term', ({ term_id }) => term_id),
    plainColumn('Proposal', ({ proposal_id }) => proposal_id),
    textColumn('Title', ({ title }) => title),
    textColumn('Holder', ({ borrower_name }) => borrower_name),
    textColumn('Affiliation', ({ affiliation }) => affiliation),
    plainColumn('State', ({ state }) => loanStatus.label(state)),
    plainColumn('Pieces', ({ pieces }) => pieces),
    plainColumn('Out (µg)', ({ out_ug }) => out_ug),
    plainColumn('Out (mPa)', ({ out_mpa }) => out_mpa),
    plainColumn('Due', ({ due_on }) => due_on),
    plainColumn('Days late', ({ days_late }) => days_late),
    textColumn('Next act', ({ next }) => next.label),
  ],
  async *rows(ctx, query) {
    const today = dayOfMoment(ctx.now())
    for (const loan of await findMatching(ctx, query, today))
      yield loanRow(loan, viewAs(ctx.actor, loan), today)
  },
}

export async function summarizeLoans(ctx: Ctx): Promise<LoanSummary> {
  const today = dayOfMoment(ctx.now())
  const loans = await findFacts(ctx.db, await findOpenLoans(ctx.db))
  const late = loans.filter((loan) => rules.loanDaysLate(loan, today) > 0)
  const states: Record<string, number> = {}
  for (const loan of loans)
    if (!late.includes(loan)) {
      const state = rules.stateOf(loan)
      states[state] = (states[state] ?? 0) + 1
    }
  const holders = new Set(loans.map(({ record }) => record.borrower_user_id ?? record.borrower_email))
  const out = [1, 2].map((db_type) => {
    const sums = loans.map((loan) => outOf(loan, db_type))
    const total = (unit: 'ug' | 'mpa') => sums.reduce((sum, one) => sum + one[unit], 0)
    return { db_type, ug: total('ug'), mpa: total('mpa') }
  })
  return {
    open: loans.length,
    holders: holders.size,
    out,
    late: late.length,
    to_pack: loans.filter((loan) => actsOfTask('packing', dueActs(loan, today)).length > 0).length,
    states,
    to_do: loans.filter((loan) => nextAct(loan, viewAs(ctx.actor, loan), today).verb !== null).length,
  }
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

/** The caller's own loans, with what they owe; closed ones for another year. */
export async function listMine(ctx: Ctx): Promise<MyLoans> {
  const today = dayOfMoment(ctx.now())
  const since = new Date(+ctx.now() - YEAR_MS)
  const records = await findLoansOf(ctx.db, ctx.actor.id, since)
  const loans = await findFacts(ctx.db, records)
  return {
    loans: await loanReplies(ctx.db, ctx.actor, records, today),
    owed: loans.flatMap((loan) => owedBy(loan, today)),
    tolerance: await findTolerance(ctx.db),
  }
}

/** What the borrower of a loan owes. */
function owedBy(loan: LoanFacts, today: string): MyLoans['owed'] {
  const { number, due_on, pieces } = loan
  const acts = new Set(dueActs(loan, today).map(({ kind }) => kind))
  const count = (test: (piece: LoanFacts['pieces'][number]) => boolean) => pieces.filter(test).length
  const without = { number, until: null, days: null }
  const inUse = count(({ state }) => state === 'received' || state === 'in_use')
  return [
    ...(acts.has('receive')
      ? [
          {
            ...without,
            kind: 'receive' as const,
            count: count(({ state, missing }) => state === 'dispatched' && !missing),
          },
        ]
      : []),
    ...(acts.has('sign') ? [{ ...without, kind: 'sign' as const, count: 1 }] : []),
    ...(acts.has('weigh_again')
      ? [{ ...without, kind: 'weigh_again' as const, count: count(({ weigh_again }) => weigh_again) }]
      : []),
    ...(due_on !== null && inUse > 0 && loan.closed_at === null
      ? [{ number, kind: 'return' as const, count: inUse, until: due_on, days: daysBetween(today, due_on) }]
      : []),
    ...(acts.has('report') ? [{ ...without, kind: 'report' as const, count: 1 }] : []),
  ]
}

/** What persons owe from earlier loans and inventories: only those who owe something. */
export async function listOwed(
  ctx: Ctx,
  {
    user_id = [],
    email = [],
    proposal_id = [],
  }: {
    user_id?: readonly number[] | undefined
    email?: readonly string[] | undefined
    proposal_id?: readonly number[] | undefined
  },
): Promise<Owed[]> {
  const today = dayOfMoment(ctx.now())
  const proposers = await findProposers(ctx.db, proposal_id)
  const user_ids = [...user_id, ...proposers.map((proposer) => proposer.user_id)]
  const loans = await findFacts(ctx.db, await findOpenLoansOf(ctx.db, { user_ids, emails: email }))
  const unanswered = await findUnanswered(ctx.db, { user_ids, emails: email, today })
  const of = new Map<string, Owed>()
  const entry = (id: number | null, address: string) => {
    const key = id === null ? address.toLowerCase() : String(id)
    const known = of.get(key)
    if (known) return known
    const made: Owed = {
      user_id: id,
      email: address,
      proposal_ids: proposers.filter(({ user_id }) => user_id === id).map(({ proposal_id }) => proposal_id),
      overdue: [],
      missing_reports: [],
      unanswered_inventories: [],
    }
    of.set(key, made)
    return made
  }
  for (const loan of loans) {
    const { borrower_user_id, borrower_email } = loan.record
    const days_late = rules.loanDaysLate(loan, today)
    const isBack = loan.dispatched_at !== null && loan.pieces.every(({ state }) => isAccountedFor(state))
    if (days_late > 0)
      entry(borrower_user_id, borrower_email).overdue.push({
        number: loan.number,
        due_on: loan.due_on!,
        days_late,
        pieces: loan.pieces.filter(
          ({ state }) => state === 'dispatched' || state === 'received' || state === 'in_use',
        ).length,
      })
    if (isBack && loan.report_at === null)
      entry(borrower_user_id, borrower_email).missing_reports.push(loan.number)
  }
  for (const { id, name, until, holder_user_id, holder_email } of unanswered)
    entry(holder_user_id, holder_email).unanswered_inventories.push({ id, name, until })
  return [...of.values()]
}
