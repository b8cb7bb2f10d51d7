import { done } from '#domain/endpoint.ts'
import { notFound } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import { reminderDue, utcDay } from '#domain/reports/reminders.ts'
import { whyNotAwaited } from '#domain/reports/rules.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { allSettings } from '../masters/settings.ts'
import { type AnyTx, type Ctx, context, type Services } from '../platform/context.ts'
import { currentTerm } from '../terms/service.ts'
import { factsOf, holdAll } from './hold.ts'
import { reminderMail } from './mails.ts'
import { findReviewerName } from './one_reviewer_queries.ts'
import { findOpenIds, type Report } from './queries.ts'
import { findAwaited, findReminded, noteReminded, takeReminderDay } from './reminder_queries.ts'

/** The statuses in which a report is waited for. */
export const REMINDED = reportStatus.where(({ reminder }) => reminder !== null)

/** Reminds the one reviewer of these reports, in one mail. */
export async function remindOf(tx: AnyTx, reports: readonly Report[]) {
  await tx.mail(reminderMail(tx.config, reports[0]!, reports))
  await noteReminded(
    tx,
    reports.map(({ id }) => id),
    tx.now(),
  )
  for (const report of reports) await tx.audit('report.remind', report)
}

/** Reminds a reviewer of what is requested or accepted, in one mail. Throws 'missing'. */
export const remind = (ctx: Ctx, user_id: number) =>
  ctx.write(async (tx) => {
    const reviewer = await findReviewerName(tx, tx.actor, user_id)
    if (!reviewer) throw notFound()
    tx.refuse(reviewer.disabled ? 'This user is disabled.' : null)
    const ids = await findOpenIds(tx, user_id, REMINDED)
    const held = await holdAll(tx, ids, REMINDED)
    const reports = held.filter(({ conflict, term_disabled }) => !conflict && !term_disabled)
    tx.refuse(reports.length === 0 ? 'This reviewer has nothing to be reminded of.' : null)
    await remindOf(tx, reports)
    return done('The reminder has been sent.')
  })

/**
 * Sends the reminders by themselves that are due now: one mail to each reviewer of the current term who is waited for
 * and was not reminded on this UTC day. Any number of processes may ask, as often as they like: a reminder leaves once.
 */
export const sendDueReminders = (services: Services) =>
  context(services, null).write(async (tx) => {
    const term = await currentTerm(tx)
    const day = term && reminderDue(term, await allSettings(tx), tx.now())
    if (!day || !(await takeReminderDay(tx, term.id, day))) return tx.unrecorded('No reminder is due.')
    const held = await holdAll(tx, await findAwaited(tx, term.id, REMINDED), REMINDED)
    const reminded = await findReminded(tx, utcDay(tx.now()))
    const reports = held.filter(
      (report) => whyNotAwaited(factsOf(report), report) === null && !reminded.has(report.user_id),
    )
    if (reports.length === 0) tx.unrecorded('Nobody is to be reminded.')
    for (const of of groupBy(reports, ({ user_id }) => user_id).values()) await remindOf(tx, of)
  })
