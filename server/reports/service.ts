import { done, saved } from '#domain/endpoint.ts'
import { forbidden, notFound } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import { scoreMeanings } from '#domain/masters/setting_schemas.ts'
import { proposalChanges } from '#domain/proposals/changes.ts'
import type { ReportInput } from '#domain/reports/contract.ts'
import type { DeclineInput } from '#domain/reports/declining_schemas.ts'
import { navigationAt, type OwnReport, type ReviewerState } from '#domain/reports/report.ts'
import {
  isClosed,
  isReady,
  whyNotAnswer,
  whyNotConfirmConflict,
  whyNotSave,
  whyNotSubmitReport,
} from '#domain/reports/rules.ts'
import {
  isHandedIn,
  isHidden,
  isTakenOn,
  REPORT_ACCEPTED,
  REPORT_DECLINED,
  REPORT_REQUESTED,
  REPORT_SUBMITTED,
  STEPS,
} from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Term } from '#domain/terms/rules.ts'
import { getAllSettings } from '../masters/settings.ts'
import { type Ctx, commandOn, type Tx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { toProposal } from '../proposals/shared_queries.ts'
import { insertConflict } from '../users/conflict_shared_queries.ts'
import { officeMembers } from '../users/service.ts'
import {
  lockReport,
  lockReports,
  reportFacts,
  requireOwn,
  requireReadable,
  seesAsStaff,
  whyNotReasons,
} from './access.ts'
import { findAnswerLink } from './answer_link_queries.ts'
import { answerMail, receivedMail } from './mails.ts'
import {
  findConflictedUsers,
  findNavigation,
  findOpenReportIds,
  findReadReport,
  findReports,
  findReviewedProposal,
  type Report,
  updateReportContent,
  updateReports,
} from './queries.ts'
import { closeRankGaps } from './ranks.ts'

/** What the office is told of an answer. */
interface Answer {
  step: 'accept' | 'decline'
  reports: readonly Report[]
  decline?: DeclineInput
  /** It was given through a link, without signing in. */
  by_link?: boolean
}

const reviewCountText = (count: number) => (count === 1 ? '1 review has' : `${count} reviews have`)
const idsOf = (reports: readonly Report[]) => reports.map(({ id }) => id)

const ANSWERED = { accept: 'accepted', decline: 'declined' } as const
const whyNotAnswerNow = (step: Answer['step'], report: Report) =>
  whyNotAnswer(step, reportFacts(report), report.takes_part)

/** Stores the reviewer's answer to requests and tells the office; the caller has locked the reports. */
async function storeAnswer(tx: Tx, { step, reports, decline, by_link = false }: Answer) {
  const conflict_stated = by_link && decline?.reason === 'conflict'
  const fields = {
    status: STEPS[step].to,
    rank: null,
    ...(decline && {
      decline_reason: decline.reason,
      decline_note: decline.note,
      decline_suggestion: decline.suggestion,
      conflict_stated,
    }),
  }
  await updateReports(tx, idsOf(reports), fields, tx.now())
  if (step === 'decline') await closeRankGaps(tx, reports)
  const audited = { ...fields, ...(by_link && { by_link }) }
  for (const report of reports) await tx.audit(`report.${step}`, report, audited, report)
  await notifyOffice(tx, { step, reports, by_link, ...(decline && { decline }) })
}

/** Accepts or declines all open requests of the reviewer at once. Those with a conflict of interest are not accepted. */
const answerAll = (step: Answer['step']) => (ctx: Ctx) =>
  ctx.write(async (tx) => {
    const ids = await findOpenReportIds(tx, tx.actor.id, [REPORT_REQUESTED])
    const options = { withReviewersReports: step === 'decline' }
    const locked = await lockReports(tx, ids, [REPORT_REQUESTED], options)
    const reports = locked.filter((report) => whyNotAnswerNow(step, report) === null)
    tx.refuse(reports.length === 0 ? 'There is no requested review.' : null)
    await storeAnswer(tx, { step, reports })
    return done(`${reviewCountText(reports.length)} been ${ANSWERED[step]}.`)
  })
export const acceptAll = answerAll('accept')
export const declineAll = answerAll('decline')

interface SingleAnswer {
  step: Answer['step']
  decline?: DeclineInput
  /** The hash of the link's token, for an answer without signing in. */
  token_hash?: string
}

/**
 * Accepts or declines one request as its reviewer. A conflict of interest as the reason is recorded as one, through a link
 * only stated until it is confirmed. Throws 'missing' or 'forbidden'; 'missing' in any case for a link that has ended.
 */
export const answerRequest = (ctx: Ctx, id: number, { step, decline, token_hash }: SingleAnswer) =>
  commandOn(async (tx, id) => {
    const report = await lockReport(tx, id, { withReviewersReports: step === 'decline' })
    if (token_hash !== undefined && !(await findAnswerLink(tx, token_hash, tx.now()))) throw notFound()
    return requireOwn(tx.actor, report)
  })(
    (report) => whyNotAnswerNow(step, report),
    async (tx, report) => {
      const by_link = token_hash !== undefined
      await storeAnswer(tx, { step, reports: [report], by_link, ...(decline && { decline }) })
      if (decline?.reason === 'conflict' && !by_link) await recordConflict(tx, report, decline.note)
      return done(`You have ${ANSWERED[step]} the review of proposal ${report.proposal_id}.`)
    },
  )(ctx, id)

/**
 * Confirms the conflict of interest that the reviewer stated through a link, which then has its full effect, or takes it
 * back. Throws 'missing' or 'forbidden'.
 */
export const confirmStatedConflict = (ctx: Ctx, id: number, confirmed: boolean) =>
  commandOn(async (tx, id) => {
    const report = await lockReport(tx, id)
    if (!report || isHidden(report.status)) throw notFound()
    if (report.user_id !== tx.actor.id) throw forbidden()
    return report
  })(
    (report) => whyNotConfirmConflict(reportFacts(report)),
    async (tx, report) => {
      const { proposal_id } = report
      const fields = {
        conflict_stated: false,
        ...(!confirmed && { decline_reason: 'other', decline_note: STATED_BY_MISTAKE }),
      }
      await updateReports(tx, [id], fields, tx.now())
      await tx.audit(
        confirmed ? 'report.confirm_conflict' : 'report.dismiss_conflict',
        report,
        fields,
        report,
      )
      if (!confirmed)
        return done(`You have no conflict of interest with proposal ${proposal_id}; it stays declined.`)
      await recordConflict(tx, report, report.decline_note)
      return done(`Your conflict of interest with proposal ${proposal_id} is recorded.`)
    },
  )(ctx, id)
const STATED_BY_MISTAKE = 'The conflict of interest was stated by mistake.'

/** Records the conflict for which the reviewer declines, unless it is already declared. */
async function recordConflict(tx: Tx, { proposal_id }: Report, note: string) {
  const conflict = {
    proposal_id,
    user_id: tx.actor.id,
    reason: note || 'Stated when declining the review.',
  }
  const added = await insertConflict(tx, {
    ...conflict,
    declared_by: tx.actor.id,
    created_at: tx.now().toISOString(),
  })
  if (added) await tx.audit('conflict.declare', { ...added, proposal_id }, conflict)
}

/** A command on a report that the actor may read. */
const command = commandOn(async (tx, id) => requireReadable(tx.actor, await lockReport(tx, id)))

/** The member of the staff who writes on the reviewer's behalf; null when it is the reviewer. */
const onBehalf = (actor: Actor, report: Report) => ({
  on_behalf_user_id: report.user_id === actor.id ? null : actor.id,
})

/** Saves scores and comments; the audit log keeps the values before. Throws 'missing', 'forbidden' or 'stale'. */
export const saveReport = (ctx: Ctx, id: number, { version, ...input }: ReportInput) =>
  command(
    (report) => whyNotSave(reportFacts(report), report.takes_part),
    async (tx, report) => {
      requireVersion('This report', version, report)
      const fields = { ...input, ...onBehalf(tx.actor, report) }
      const saving = { version: report.version + 1, saved_by: tx.actor.id, saved_at: tx.now().toISOString() }
      await updateReportContent(tx, { id, ...fields, ...saving })
      await tx.audit('report.edit', report, fields, report)
      return saved('Success', saving.version)
    },
  )(ctx, id)

/** Whether the report itself is complete, whatever its proposal and term allow. */
export const checkReport = async (ctx: Ctx, id: number) =>
  isReady(reportFacts(requireReadable(ctx.actor, await findReadReport(ctx.db, ctx.actor, id))))

/**
 * Submits a report and mails its reviewer a receipt. Throws 'stale' when someone else saved it since it was read, so
 * that no one submits text they have not seen.
 */
export const submitReport = (ctx: Ctx, id: number, { version }: Pick<ReportInput, 'version'>) =>
  command(
    (report) => whyNotSubmitReport(reportFacts(report), report.takes_part),
    async (tx, report) => {
      requireVersion('This report', version, report)
      const fields = {
        status: STEPS.submit.to,
        submitted_at: tx.now().toISOString(),
        ...onBehalf(tx.actor, report),
      }
      await updateReports(tx, [report.id], fields, tx.now())
      await tx.audit('report.submit', report, fields, report)
      await tx.mail(receivedMail(tx.config, report))
      return done(`The report on proposal ${report.proposal_id} has been submitted.`)
    },
  )(ctx, id)

/**
 * One report with its proposal, as far as the viewer may see it: a reviewer gets no file before accepting, no notes, and
 * like the proposer no assigned samples before the term is disabled. Throws 'missing' or 'forbidden'.
 */
export async function showReport(ctx: Ctx, id: number) {
  const report = requireReadable(ctx.actor, await findReadReport(ctx.db, ctx.actor, id))
  const asStaff = seesAsStaff(ctx.actor, report)
  const [[row], reports, settings] = await Promise.all([
    findReviewedProposal(ctx.db, { viewer: ctx.actor.id, id: report.proposal_id, report_id: id }),
    findNavigation(ctx.db, ctx.actor, report, asStaff),
    getAllSettings(ctx.db),
  ])
  if (!row) throw notFound()
  const { additional_notes, confirmed, saves, ...proposal } = toProposal(row, ctx.now())
  return {
    ...report,
    ...whyNotReasons(report),
    // A reviewer is not told that a submitted report can no longer be reopened: it would say that the proposal is scored.
    closed: asStaff ? report.closed : isClosed(report),
    user: { id: report.user_id, name: report.name },
    due_at: report.reviews_due_at,
    changes: proposalChanges(saves),
    score_meanings: scoreMeanings(settings),
    proposal: {
      ...proposal,
      file: asStaff || isTakenOn(report.status) ? proposal.file : null,
      additional_notes: asStaff ? additional_notes : null,
      assigned_samples_status_true: asStaff || proposal.term.disabled ? confirmed : [],
    },
    ...navigationAt(reports, report.id),
  }
}

const REVIEWER_STATUSES = [REPORT_REQUESTED, REPORT_ACCEPTED, REPORT_SUBMITTED, REPORT_DECLINED]

/** The signed-in reviewer's open work. */
export async function reviewerState(ctx: Ctx, term: Term): Promise<ReviewerState> {
  const ids = await findOpenReportIds(ctx.db, ctx.actor.id, REVIEWER_STATUSES)
  const all = await findReports(ctx.db, ctx.actor, ids)
  const inTerm = all.filter(({ term_id }) => term_id === term.id)
  const toWrite = inTerm.filter(
    (report) =>
      report.status === REPORT_ACCEPTED && whyNotSave(reportFacts(report), report.takes_part) === null,
  )
  const ready = (report: Report) => isReady(reportFacts(report))
  return {
    due_at: term.reviews_due_at,
    answer: all.filter(({ status }) => status === REPORT_REQUESTED).map(toOwnReport),
    write: toWrite.filter((report) => !ready(report)).map(toOwnReport),
    submit: toWrite.filter(ready).map(toOwnReport),
    rank: inTerm.filter(({ status, rank }) => isTakenOn(status) && rank === null).map(toOwnReport),
    confirm: all.filter(({ conflict_stated }) => conflict_stated).map(toOwnReport),
    submitted: inTerm.filter(({ status }) => isHandedIn(status)).length,
  }
}

const toOwnReport = ({ id, proposal_id, title, reviews_due_at, takes_part }: Report): OwnReport => ({
  id,
  proposal_id,
  title,
  takes_part,
  due_at: reviews_due_at,
})

/** Mails the office the reviewer's answer; members with a conflict do not get the reports that they may not see. */
async function notifyOffice(tx: Tx, { step, reports, decline, by_link = false }: Answer) {
  const members = await officeMembers(tx)
  const conflicts = await findConflictedUsers(
    tx,
    members.map(({ id }) => id),
    reports.map(({ proposal_id }) => proposal_id),
  )
  const visible = members.map(({ id, email }) => ({
    email,
    reports: reports.filter(
      (report) =>
        !conflicts.some(({ proposal_id, user_id }) => proposal_id === report.proposal_id && user_id === id),
    ),
  }))
  const groups = groupBy(visible, (member) => idsOf(member.reports).join())
  for (const group of groups.values()) {
    const groupReports = group[0]!.reports
    if (groupReports.length === 0) continue
    const recipients = group.map(({ email }) => email)
    const why = decline && { decline, conflict_stated: by_link && decline.reason === 'conflict' }
    await tx.mail(answerMail(tx.config, recipients, tx.actor, ANSWERED[step], groupReports, why))
  }
}
