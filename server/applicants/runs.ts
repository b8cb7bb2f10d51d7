import { applicants, type RunInput, type SelectedApplicant } from '#domain/applicants/contract.ts'
import { whyNotDecide } from '#domain/applicants/rules.ts'
import { runTitle, whyInAnotherRun, whyNoLongerOffice } from '#domain/applicants/runs.ts'
import { done } from '#domain/endpoint.ts'
import { Fault, invalid, notFound, refusal } from '#domain/errors.ts'
import { type Actor, isOffice } from '#domain/session/actor.ts'
import { whyReadOnly } from '#domain/terms/rules.ts'
import { listNames } from '#domain/text.ts'
import { type Ctx, context, type Services, type Tx } from '../platform/context.ts'
import { rolesOf } from '../platform/session.ts'
import { lockTerm } from '../terms/service.ts'
import { decideOnApplicant } from './decisions.ts'
import {
  endRow,
  failLostRows,
  findRun,
  findRunRows,
  findRuns,
  findSelected,
  findStarter,
  findWaiting,
  insertRun,
  insertRunRows,
  lockApplicants,
  lockWaitingRow,
  type TakenRow,
  takeRow,
} from './run_queries.ts'

/** What is known of selected applicants, in the order of their ids; those that do not exist are left out. */
export async function showSelected(ctx: Ctx, ids: readonly number[] = []): Promise<SelectedApplicant[]> {
  const rows = new Map((await findSelected(ctx.db, ids)).map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const { disabled, user_id, user_disabled, user_deleted_at, proposal_id, proposal_title } = row
    return {
      id,
      name: row.name,
      email: row.email,
      term_id: row.term_id,
      why_not: whyNotDecide(row.status, { id: row.term_id, disabled }),
      account:
        user_id === null
          ? null
          : {
              id: user_id,
              roles: rolesOf({
                is_administration_office: row.is_administration_office === true,
                is_panel: row.is_panel === true,
                is_reviewer: row.is_reviewer === true,
                is_curation: row.is_curation === true,
                is_proposer: row.is_proposer === true,
              }),
              disabled: user_disabled === true,
              deleted: user_deleted_at !== null,
            },
      proposal: proposal_id === null ? null : { id: proposal_id, title: proposal_title ?? '' },
      namesakes: row.namesakes,
    }
  })
}

export const listRuns = (ctx: Ctx) => findRuns(ctx.db, ctx.now())

/** A run with its applicants. Throws 'missing'. */
export async function showRun(ctx: Ctx, id: number) {
  const run = await findRun(ctx.db, id)
  if (!run) throw notFound()
  return { ...run, rows: await findRunRows(ctx.db, id) }
}

/** Why an applicant of a selection cannot be decided on now: its term is closed, or another run has it. */
async function findObstacles(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const applicants = await lockApplicants(tx, ids)
  const found = new Map(applicants.map(({ id, term_id }) => [id, term_id]))
  const absent = ids.filter((id) => !found.has(id))
  if (absent.length > 0) throw invalid({ ids: `There is no applicant ${listNames(absent.map(String), 10)}.` })
  const obstacles = new Map<number, string>()
  for (const term_id of [...new Set(found.values())].sort((a, b) => a - b)) {
    const why = whyReadOnly(await lockTerm(tx, term_id))
    if (why) for (const { id } of applicants.filter((one) => one.term_id === term_id)) obstacles.set(id, why)
  }
  for (const { applicant_id, decision, started_by } of await findWaiting(tx, ids))
    if (!obstacles.has(applicant_id)) obstacles.set(applicant_id, whyInAnotherRun(decision, started_by))
  return obstacles
}

/**
 * Accepts a decision on many applicants, which the server then carries out. Those whose term is closed or whom another run
 * has already are listed as failed; refused if there are no others. Throws 'invalid' for applicants that do not exist.
 */
export const startRun = (ctx: Ctx, { decision, ids, without_mail }: RunInput) =>
  ctx.write(async (tx) => {
    const obstacles = await findObstacles(tx, ids)
    if (obstacles.size === ids.length) tx.refuse(obstacles.get(ids[0]!) ?? null)
    const at = tx.now().toISOString()
    const run = await insertRun(tx, { decision, started_by: tx.actor.id, started_at: at })
    const rows = ids.map((applicant_id, index) => {
      const message = obstacles.get(applicant_id) ?? null
      return {
        run_id: run.id,
        position: index + 1,
        applicant_id,
        decision: without_mail.includes(applicant_id) ? 'reject_no_mail' : decision,
        ...(message === null
          ? { state: 'waiting', message: '', ended_at: null }
          : { state: 'failed', message, ended_at: at }),
      }
    })
    await insertRunRows(tx, rows)
    await tx.audit('applicant.start_run', { id: null }, { run: run.id, decision, applicants: ids })
    const counts = { decision, waiting: ids.length, done: 0, failed: 0 }
    return { ...done(`${runTitle(counts)}.`), id: run.id }
  })

/** A row left without a result three times: the server stopped, or failed in a way that the log says. */
const LOST = 'The server could not do this. Nothing was changed; try again.'

/** Carries out what waits in all runs, one applicant at a time, until nothing does or `stopping` is aborted. */
export async function carryOutRuns(services: Services, stopping?: AbortSignal): Promise<void> {
  await failLostRows(services.db, LOST, services.clock())
  while (!stopping?.aborted) {
    const row = await takeRow(services.db, services.clock())
    if (!row) return
    await carryOut(services, row)
  }
}

async function carryOut(services: Services, row: TakenRow) {
  const { disabled, ...user } = await findStarter(services.db, row.run_id)
  const actor: Actor = { id: user.id, name: user.name, email: user.email, roles: rolesOf(user) }
  const ctx = context(services, actor, '', applicants.startRun.mails)
  try {
    if (disabled || !isOffice(actor)) throw refusal(whyNoLongerOffice(user.name))
    await ctx.write((tx) => decide(tx, row))
  } catch (error) {
    // Other failures may pass: the row is tried again.
    if (!(error instanceof Fault) || !['refused', 'missing'].includes(error.kind)) throw error
    await endRow(services.db, row, { state: 'failed', message: error.message }, services.clock())
  }
}

/** Decides on the applicant of a row and records it, in one transaction, so that nobody is decided on twice. */
async function decide(tx: Tx, row: TakenRow) {
  const waiting = await lockWaitingRow(tx, row)
  if (!waiting) return tx.skipAudit('Another server was faster.')
  const message = await decideOnApplicant(tx, waiting.applicant_id, waiting.decision)
  await endRow(tx, row, { state: 'done', message }, tx.now())
}
