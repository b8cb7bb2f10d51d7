import { address } from '#domain/address.ts'
import { ApplicantFilter } from '#domain/applicants/contract.ts'
import { NOT_REGISTERED } from '#domain/applicants/status.ts'
import type { Todo } from '#domain/call_state/contract.ts'
import { countNoun, days, daysSince, TODO, type TodoKey } from '#domain/call_state/rules.ts'
import { type MailState, mailState } from '#domain/mail/status.ts'
import { isSubmitted } from '#domain/proposals/status.ts'
import { isUnlocked } from '#domain/proposals/unlock.ts'
import { REPORT_ACCEPTED, REPORT_NOT_REQUESTED, REPORT_REQUESTED } from '#domain/reports/status.ts'
import { PROGRESS_NOT_SUBMITTED, PROGRESS_REVIEWED, PROGRESS_SUBMITTED } from '#domain/staff/status.ts'
import { BACKUP_CHECK } from '#domain/system/checks.ts'
import { formatUtc, type Term } from '#domain/terms/rules.ts'
import { listNames } from '#domain/text.ts'
import { deliveryState } from '#domain/web_hooks/status.ts'
import { listApplicants } from '../applicants/service.ts'
import { countUnjudged } from '../conflicts/judging.ts'
import { listMails } from '../mail/service.ts'
import { findFreePlaces } from '../panel/leads.ts'
import type { Ctx } from '../platform/context.ts'
import { backupState } from '../system/backups.ts'
import { lastChecks } from '../system/check_results.ts'
import { findUnsettledActs } from '../undo/service.ts'
import { requiresTwo } from '../users/shared_queries.ts'
import { webHookTrouble } from '../web_hooks/service.ts'
import { custodyTodo, MAX_NAMES, resultTodo, type TodoEntry } from './custody_todo.ts'
import {
  countAssignmentsToConfirm,
  findClashes,
  findQuestions,
  findRetriedMails,
  findUnlocks,
  findWaitingNotices,
  findWithdrawals,
} from './queries.ts'
import type { TermCounts } from './staff_state.ts'

/** Open items for the office, in the order of the call. In a closed term mails, the system, results and loans can need someone. */
export async function officeTodo(ctx: Ctx, term: Term | null, counts: TermCounts | null): Promise<Todo[]> {
  const open = term && !term.disabled && counts ? { term, counts } : null
  const [
    intake,
    unlocks,
    withdrawals,
    questions,
    conflicts,
    speakers,
    allocation,
    mails,
    unsent_acts,
    mails_waiting,
    hooks,
    backup,
    checks,
    results,
    custody,
  ] = await Promise.all([
    open && intakeTodo(ctx, open.term),
    open && unlockTodo(ctx, open.term),
    open && withdrawalTodo(ctx, open.term),
    open && questionTodo(ctx, open.term),
    open && conflictTodo(ctx, open.term),
    open && speakerTodo(ctx, open.term),
    open && allocationTodo(ctx, open.term),
    failedMails(ctx),
    unsentActs(ctx),
    refusedMails(ctx),
    webHookTodo(ctx),
    overdueBackup(ctx),
    failedChecks(ctx),
    resultTodo(ctx, term),
    custodyTodo(ctx),
  ])
  const items: Partial<Record<TodoKey, TodoEntry>> = {
    ...allocation,
    ...(open && reviewTodo(open.term, open.counts.awaited, ctx.now())),
    ...intake,
    ...(open && proposalTodo(open.counts)),
    ...unlocks,
    ...withdrawals,
    ...questions,
    ...conflicts,
    ...speakers,
    mails,
    unsent_acts,
    mails_waiting,
    ...hooks,
    backup,
    checks,
    ...results,
    ...custody,
  }
  return listed(items)
}

/** What curation has to do, which is what there is to do with loans and inventories. */
export const curationTodo = async (ctx: Ctx): Promise<Todo[]> => listed(await custodyTodo(ctx))

/** The items of which there is something to do, in their order. */
const listed = (items: Partial<Record<TodoKey, TodoEntry>>): Todo[] =>
  (Object.keys(TODO) as TodoKey[]).flatMap((key): Todo[] => {
    const item = items[key]
    if (!item || item.count === 0) return []
    return [{ key, ...TODO[key], note: '', due_at: null, ...item }]
  })

/** Rows on the longest page of a list. */
const MAX_ROWS = 100

const failedInRun = (term_id: number) => ApplicantFilter.parse({ term_id, run_failed: true, per_page: 1 })

async function intakeTodo(ctx: Ctx, term: Term) {
  const { count, oldest } = await findWaitingNotices(ctx.db, term.id)
  const { total, data } = await listApplicants(ctx, failedInRun(term.id))
  return {
    run_failed: {
      count: total,
      note: data[0] ? `${data[0].name}: ${data[0].run_failure}` : '',
      href: address('/proposers/applicant', {}, { run_failed: 'true' }),
    },
    not_registered: {
      count,
      note: oldest ? `the oldest has been waiting for ${days(daysSince(oldest, ctx.now()))}` : '',
      // All of them on one page, where they can be selected.
      href: address('/proposers/applicant', {}, { status: String(NOT_REGISTERED), per_page: MAX_ROWS }),
    },
  }
}

/** Questions of the panel to reviewers, with who asks; without those on proposals that the viewer has a conflict with. */
async function questionTodo(ctx: Ctx, term: Term) {
  const asked = await findQuestions(ctx.db, ctx.actor, term.id)
  return {
    questions: {
      count: asked.length,
      note: listNames(
        asked.map(({ id, name }) => `${id} by ${name}`),
        MAX_NAMES,
      ),
      href: address('/proposals', {}, { question_waiting: 'true' }),
    },
  }
}

/** Proposals with a free place, once speakers are named; with who was named and cannot speak any more. */
async function speakerTodo(ctx: Ctx, term: Term) {
  const { free, lost } = await findFreePlaces(ctx, term.id)
  return {
    without_speaker: {
      count: free.length,
      note: listNames(
        lost.map(({ proposal_id, name, why }) => `${proposal_id}: ${name} ${why}`),
        MAX_NAMES,
      ),
      href: address('/proposals/leads', {}, { free: '1' }),
    },
  }
}

/** Findings that no one has judged, as far as the actor may judge them. */
async function conflictTodo(ctx: Ctx, term: Term) {
  const { unjudged, answered } = await countUnjudged(ctx, term.id)
  return {
    conflicts: {
      count: unjudged,
      note: answered > 0 ? `${answered} with an answer of the person` : '',
      href: address('/reviewers/conflicts'),
    },
  }
}

/** Open unlocks with their ends, and proposals that were locked again by themselves before they were submitted. */
async function withdrawalTodo(ctx: Ctx, term: Term) {
  const asked = await findWithdrawals(ctx.db, ctx.actor, term.id)
  return {
    withdrawals: {
      count: asked.length,
      note: listNames(
        asked.map(({ id, name }) => `${id} by ${name}`),
        MAX_NAMES,
      ),
      href: address('/proposals', {}, { withdrawal_asked: 'true' }),
    },
  }
}

async function unlockTodo(ctx: Ctx, term: Term) {
  const unlocks = await findUnlocks(ctx.db, term.id)
  const open = unlocks.filter(({ unlocked_until }) => isUnlocked(unlocked_until, ctx.now()))
  const ended = unlocks.filter((one) => !open.includes(one) && !isSubmitted(one.status))
  return {
    unlocked: {
      count: open.length,
      note: listNames(
        open.map(({ id, unlocked_until }) => `${id} until ${formatUtc(unlocked_until)}`),
        MAX_NAMES,
      ),
      href: address('/proposals', {}, { is_unlocked: 'true' }),
    },
    unlock_ended: {
      count: ended.length,
      note: listNames(
        ended.map(({ id }) => String(id)),
        8,
      ),
      href: address('/proposals', {}, { unlock_ended: 'true' }),
    },
  }
}

function proposalTodo({ progress: rows, proposals: { unopened } }: TermCounts) {
  const withoutConflict = (progress: number) =>
    rows.find((row) => row.progress === progress && !row.conflict) ?? { count: 0, ids: [] }
  const total = (progress: number) =>
    rows.filter((row) => row.progress === progress).reduce((sum, { count }) => sum + count, 0)
  const listIds = ({ count, ids }: { count: number; ids: number[] }) =>
    count > ids.length ? `${ids.join(', ')} and ${count - ids.length} others` : listNames(ids.map(String), 8)
  const unassigned = withoutConflict(PROGRESS_SUBMITTED)
  const reviewed = withoutConflict(PROGRESS_REVIEWED)
  return {
    not_submitted: {
      count: total(PROGRESS_NOT_SUBMITTED) + unopened,
      note: unopened > 0 ? `${unopened} never opened by their proposer` : '',
      href: address('/proposers', {}, { not_created: 'true', not_submitted: 'true' }),
    },
    without_reviewer: {
      count: unassigned.count,
      note: listIds(unassigned),
      href: address('/proposals', {}, { without_reviewer: 'true' }),
    },
    to_score: {
      count: reviewed.count,
      note: listIds(reviewed),
      href: address('/proposals', {}, { to_score: 'true' }),
    },
  }
}

/** Once reviews are due, all missing reports are one overdue item that names the reviewers. */
function reviewTodo(
  term: Term,
  awaited: TermCounts['awaited'],
  now: Date,
): Partial<Record<TodoKey, TodoEntry>> {
  const reportsAt = (status: number): Pick<TermCounts['awaited'][number], 'count' | 'names' | 'oldest'> =>
    awaited.find((row) => row.status === status) ?? { count: 0, names: [], oldest: null }
  const notRequested = reportsAt(REPORT_NOT_REQUESTED)
  const requested = reportsAt(REPORT_REQUESTED)
  const accepted = reportsAt(REPORT_ACCEPTED)
  const lateReports = (status?: number) => address('/reviewers/late', {}, { status })
  const not_requested = {
    count: notRequested.count,
    note: `${countNoun(notRequested.names.length, 'reviewer')} would get one e-mail each`,
    href: address('/reviewers', {}, { status: String(REPORT_NOT_REQUESTED) }),
  }
  const due_at = term.reviews_due_at
  if (+now >= Date.parse(due_at)) {
    const names = [...new Set([...requested.names, ...accepted.names])]
    return {
      not_requested,
      overdue: {
        count: requested.count + accepted.count,
        note: listNames(names, MAX_NAMES),
        due_at,
        href: lateReports(),
      },
    }
  }
  const waits = requested.oldest ? `, longest ${days(daysSince(requested.oldest, now))}` : ''
  return {
    not_requested,
    requested: {
      count: requested.count,
      note: `${listNames(requested.names, MAX_NAMES)}${waits}`,
      href: lateReports(REPORT_REQUESTED),
    },
    accepted: {
      count: accepted.count,
      note: listNames(accepted.names, MAX_NAMES),
      due_at,
      href: lateReports(REPORT_ACCEPTED),
    },
  }
}

const weightText = ({ mg, proposals }: { mg: number; proposals: number }) =>
  `${mg} mg for ${countNoun(proposals, 'proposal')}`

async function allocationTodo(ctx: Ctx, term: Term) {
  const twoToConfirm = await requiresTwo(ctx.db)
  const clashes = await findClashes(ctx.db, term.id)
  const { propose, confirm, own } = await countAssignmentsToConfirm(ctx.db, ctx.actor, term.id, twoToConfirm)
  const [first] = clashes
  return {
    clashes: {
      count: clashes.length,
      note: first ? `${first.name} is assigned to ${first.proposals.join(' and ')}` : '',
      href: address('/samples', {}, { clash: '1' }),
    },
    to_propose: {
      count: propose.count,
      note: `${weightText(propose)}; another member of the office then confirms them`,
      href: address('/samples/assigned', {}, { show: 'to_propose' }),
    },
    to_confirm: {
      count: confirm.count,
      note: `${weightText(confirm)}${own > 0 ? `, ${own} proposed by you wait for someone else` : ''}`,
      href: address('/samples/assigned', {}, { show: 'to_confirm' }),
    },
  }
}

/** The first mail in one state, of any term, and the total. */
const firstMail = (ctx: Ctx, state: MailState) =>
  listMails(ctx, { person: '', subject: '', state, dir: 'asc', page: 1, per_page: 1 })

async function failedMails(ctx: Ctx): Promise<TodoEntry> {
  const state = mailState.code.FAILED
  const { total, data } = await firstMail(ctx, state)
  return { count: total, note: data[0]?.last_error ?? '', href: address('/mail-log', {}, { state }) }
}

/** Requests, reminders and group mails that could not be carried out when the time to undo them was over. */
async function unsentActs(ctx: Ctx): Promise<TodoEntry> {
  const acts = await findUnsettledActs(ctx)
  const [first] = acts
  return {
    count: acts.length,
    note: first ? `could not ${first.description}: ${first.outcome}` : '',
    href: address('/mail-log'),
  }
}

/** Waiting mails, if the mail server has temporarily refused at least one; they are retried automatically. */
async function refusedMails(ctx: Ctx): Promise<TodoEntry> {
  const state = mailState.code.WAITING
  const { count, oldest } = await findRetriedMails(ctx.db, ctx.actor)
  const waits = oldest && daysSince(oldest, ctx.now())
  return {
    count: count > 0 ? (await firstMail(ctx, state)).total : 0,
    note: `${waits ? `the first has been waiting for ${days(waits)}; ` : ''}they are retried automatically`,
    href: address('/mail-log', {}, { state }),
  }
}

/** Web hooks that the system has switched off, and events that it has given up to send. */
async function webHookTodo(ctx: Ctx) {
  const { off, failed } = await webHookTrouble(ctx)
  return {
    hooks_off: { count: off.length, note: listNames(off, MAX_NAMES), href: address('/system/web-hooks') },
    hook_deliveries: {
      count: failed,
      note: '',
      href: address('/system/web-hooks/deliveries', {}, { state: deliveryState.code.FAILED }),
    },
  }
}

async function overdueBackup(ctx: Ctx): Promise<TodoEntry> {
  const { last, overdue } = await backupState(ctx.db, ctx.now())
  return {
    count: overdue ? 1 : 0,
    note: last ? `the last good one was made ${formatUtc(last.made_at)}` : 'there is none yet',
    href: address('/system'),
  }
}

/** The last run of the checks, which the server repeats every hour; the System page runs them again. */
async function failedChecks(ctx: Ctx): Promise<TodoEntry> {
  const failed = (await lastChecks(ctx.db)).filter(
    ({ name, state }) => state === 'bad' && name !== BACKUP_CHECK,
  )
  return {
    count: failed.length,
    note: listNames(
      failed.map(({ name, detail }) => `${name}: ${detail}`),
      MAX_NAMES,
    ),
    href: address('/system'),
  }
}
