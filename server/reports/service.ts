import { done, saved } from '#domain/endpoint.ts'
import type { ReportInput } from '#domain/reports/contract.ts'
import { isReady, whyNotSave, whyNotStep, whyNotSubmitReport } from '#domain/reports/rules.ts'
import { REPORT_REQUESTED, STEPS } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { type Ctx, verbOn } from '../platform/context.ts'
import { requireFresh } from '../platform/stale.ts'
import { admitted } from './access.ts'
import { changeReports, writeReport } from './change_sql.ts'
import { factsOf, holdAll, holdReport } from './hold.ts'
import { receivedMail } from './mails.ts'
import { findOpenIds, findReport, type Report } from './queries.ts'
import { leaveRanks } from './ranks.ts'
import { tellOffice } from './tell_office.ts'

const reviews = (count: number) => (count === 1 ? '1 review has' : `${count} reviews have`)
const idsOf = (reports: readonly Report[]) => reports.map(({ id }) => id)

/** Answers every request that stands: all at once, in terms that are not disabled. */
const answering = (step: 'accept' | 'decline', answer: 'accepted' | 'declined') => (ctx: Ctx) =>
  ctx.write(async (tx) => {
    const ids = await findOpenIds(tx, tx.actor.id, [REPORT_REQUESTED])
    const held = await holdAll(tx, ids, [REPORT_REQUESTED], { leave: step === 'decline' })
    const reports = held.filter(
      (report) => whyNotStep(step, factsOf(report)) === null && (step === 'decline' || !report.takes_part),
    )
    tx.refuse(reports.length === 0 ? 'There is no requested review.' : null)
    const fields = { status: STEPS[step].to, rank: null }
    await changeReports(tx, idsOf(reports), fields, tx.now())
    if (step === 'decline') await leaveRanks(tx, reports)
    for (const report of reports) await tx.audit(`report.${step}`, report, fields, report)
    await tellOffice(tx, answer, reports)
    return done(`${reviews(reports.length)} been ${answer}.`)
  })
export const acceptAll = answering('accept', 'accepted')
export const declineAll = answering('decline', 'declined')

/** A verb on a report that the actor may look at. */
const verb = verbOn(async (tx, id) => admitted(tx.actor, await holdReport(tx, id)))

/** Who of the staff writes on the reviewer's behalf; nobody when it is the reviewer. */
const onBehalf = (actor: Actor, report: Report) => ({
  on_behalf_user_id: report.user_id === actor.id ? null : actor.id,
})

/** Saves scores and comments; the audit log keeps what stood there before. Throws 'missing', 'forbidden' or 'stale'. */
export const saveReport = (ctx: Ctx, id: number, { version, ...input }: ReportInput) =>
  verb(
    (report) => whyNotSave(factsOf(report), report.takes_part),
    async (tx, report) => {
      requireFresh('This report', version, report)
      const fields = { ...input, ...onBehalf(tx.actor, report) }
      const noted = { version: report.version + 1, saved_by: tx.actor.id, saved_at: tx.now().toISOString() }
      await writeReport(tx, { id, ...fields, ...noted })
      await tx.audit('report.edit', report, fields, report)
      return saved('Success', noted.version)
    },
  )(ctx, id)

/** Whether a report can be submitted as far as the report itself goes. */
export const checkReport = async (ctx: Ctx, id: number) =>
  isReady(factsOf(admitted(ctx.actor, await findReport(ctx.db, ctx.actor, id))))

/**
 * Submits a report, with a receipt to its reviewer. Throws 'stale' where somebody else saved it since it was looked at,
 * so that nobody submits what they have not read.
 */
export const submitReport = (ctx: Ctx, id: number, { version }: Pick<ReportInput, 'version'>) =>
  verb(
    (report) => whyNotSubmitReport(factsOf(report), report.takes_part),
    async (tx, report) => {
      requireFresh('This report', version, report)
      const fields = {
        status: STEPS.submit.to,
        submitted_at: tx.now().toISOString(),
        ...onBehalf(tx.actor, report),
      }
      await changeReports(tx, [report.id], fields, tx.now())
      await tx.audit('report.submit', report, fields, report)
      await tx.mail(receivedMail(tx.config, report))
      return done('The report has been submitted.')
    },
  )(ctx, id)
