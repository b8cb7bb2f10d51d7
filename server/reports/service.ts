import { REPORT_REQUESTED } from '#domain/masters/values.ts'
import type { ReportInput } from '#domain/reports/contract.ts'
import { isReady, STEPS, whyNotSave, whyNotStep, whyNotSubmitReport } from '#domain/reports/rules.ts'
import { done, refused } from '#domain/wire.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { admitted } from './access.ts'
import { factsOf, holdAll, holdReport } from './hold.ts'
import { receivedMail } from './mails.ts'
import { changeReports, findOpenIds, findReport, type Report } from './queries.ts'
import { tellOffice } from './tell_office.ts'

const object = ({ id }: { id: number }) => ({ type: 'report', id })
const reviews = (count: number) => (count === 1 ? '1 review has' : `${count} reviews have`)
const idsOf = (reports: readonly Report[]) => reports.map(({ id }) => id)

/** Answers every request that stands: all at once, in terms that are not disabled. */
const answering = (step: 'accept' | 'decline', answer: 'accepted' | 'declined') => (ctx: Ctx) =>
  ctx.write(async (tx) => {
    const ids = await findOpenIds(tx, ctx.actor.id, [REPORT_REQUESTED])
    const held = await holdAll(tx, ctx, ids, REPORT_REQUESTED)
    const reports = held.filter(
      (report) => whyNotStep(step, factsOf(report)) === null && (step === 'decline' || !report.takes_part),
    )
    if (reports.length === 0) return refused('There is no requested review.')
    const fields = { status: STEPS[step].to, rank: null }
    await changeReports(tx, idsOf(reports), fields, ctx.now())
    for (const report of reports) await tx.audit(`report.${step}`, object(report), fields, report)
    await tellOffice(tx, ctx, answer, reports)
    return done(`${reviews(reports.length)} been ${answer}.`)
  })
export const acceptAll = answering('accept', 'accepted')
export const declineAll = answering('decline', 'declined')

/** The report, held for writing, if the actor may look at it. */
const own = async (tx: Tx, ctx: Ctx, id: number) => admitted(ctx.actor, await holdReport(tx, ctx, id))

/** Who of the staff writes on the reviewer's behalf; nobody when it is the reviewer. */
const onBehalf = (ctx: Ctx, report: Report) => ({
  on_behalf_user_id: report.user_id === ctx.actor.id ? null : ctx.actor.id,
})

/** Saves scores and comments; the audit log keeps what stood there before. Throws 'missing' or 'forbidden'. */
export const saveReport = (ctx: Ctx, id: number, input: ReportInput) =>
  ctx.write(async (tx) => {
    const report = await own(tx, ctx, id)
    const why = whyNotSave(factsOf(report), report.takes_part)
    if (why) return refused(why)
    const fields = { ...input, ...onBehalf(ctx, report) }
    await changeReports(tx, [id], fields, ctx.now())
    await tx.audit('report.edit', object(report), fields, report)
    return done('Success')
  })

/** Whether a report can be submitted as far as the report itself goes. */
export const checkReport = async (ctx: Ctx, id: number) =>
  isReady(factsOf(admitted(ctx.actor, await findReport(ctx.db, ctx.actor, id))))

/** Submits a report, with a receipt to its reviewer. */
export const submitReport = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const report = await own(tx, ctx, id)
    const why = whyNotSubmitReport(factsOf(report), report.takes_part)
    if (why) return refused(why)
    const fields = {
      status: STEPS.submit.to,
      submitted_at: ctx.now().toISOString(),
      ...onBehalf(ctx, report),
    }
    await changeReports(tx, [id], fields, ctx.now())
    await tx.audit('report.submit', object(report), fields, report)
    await tx.mail(receivedMail(ctx.config, report))
    return done('The report has been submitted.')
  })
