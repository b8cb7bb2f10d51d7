import { done } from '#domain/endpoint.ts'
import { forbidden, invalid, notFound } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import type { ReviewerFilter } from '#domain/reports/contract.ts'
import {
  whyNotAddReviewer,
  whyNotCancelReport,
  whyNotRequest,
  whyNotRequestAll,
  whyNotReviewer,
  whyNotStep,
} from '#domain/reports/rules.ts'
import {
  REPORT_DECLINED,
  REPORT_NOT_REQUESTED,
  REPORT_REQUESTED,
  reportStatus,
  requestStep,
  STEPS,
  type Step,
} from '#domain/reports/status.ts'
import type { Term } from '#domain/terms/rules.ts'
import { findJudgements } from '../conflicts/findings.ts'
import { type Ctx, commandOn, type Tx } from '../platform/context.ts'
import { lockTerm } from '../terms/service.ts'
import { lockReport, lockReports, reportFacts, requireForOffice } from './access.ts'
import { makeAnswerLinks } from './answer_links.ts'
import { cancelledMail, closedMail, declinedMail, requestMail, withdrawnMail } from './mails.ts'
import {
  deleteReport,
  findCandidate,
  findOpenReportIds,
  insertReport,
  lockProposal,
  type Report,
  updateReports,
} from './queries.ts'
import { closeRankGaps } from './ranks.ts'
import { findNotRequested, findReviewerContact } from './reviewer_queries.ts'
import { findReportsToClose } from './shared_queries.ts'

/** A command of the office on one report. */
const command = commandOn(async (tx, id) => requireForOffice(await lockReport(tx, id)))
/** A command that takes a report away from its reviewer, whose other ranks then move up. */
const commandWithRanks = commandOn(async (tx, id) =>
  requireForOffice(await lockReport(tx, id, { withReviewersReports: true })),
)
const whyNotNow = (step: Step) => (report: Report) => whyNotStep(step, reportFacts(report))
const whyNotRequestNow = (report: Report) => whyNotRequest(reportFacts(report), report)

/** Requests reports of a single reviewer with one mail; all of them may be requested. */
async function requestFromReviewer(tx: Tx, reports: readonly Report[]) {
  const fields = {
    status: REPORT_REQUESTED,
    requested_at: tx.now().toISOString(),
    decline_reason: null,
    decline_note: '',
    decline_suggestion: '',
    conflict_stated: false,
  }
  await updateReports(
    tx,
    reports.map(({ id }) => id),
    fields,
    tx.now(),
  )
  for (const report of reports) {
    const action = requestStep(report.status) === 'request' ? 'report.request' : 'report.ask_again'
    await tx.audit(action, report, { status: fields.status }, report)
  }
  const requested = reports.map((report) => ({ ...report, status: fields.status }))
  const tokens = await makeAnswerLinks(tx, requested)
  await tx.mail(requestMail(tx.config, reports[0]!, reports, tokens, tx.now()))
}

/** Requests one report, or asks again for one that was declined. */
export const requestReport = command(whyNotRequestNow, async (tx, report) => {
  await requestFromReviewer(tx, [report])
  return done(`The request has been sent to ${report.name}.`)
})

/** Requests those reports that are not requested yet and may be, one mail per reviewer. */
async function requestReports(tx: Tx, ids: readonly number[]) {
  const locked = await lockReports(tx, ids, [REPORT_NOT_REQUESTED])
  const reports = locked.filter((report) => !report.conflict && whyNotRequestNow(report) === null)
  tx.refuse(reports.length === 0 ? 'There is no report to request.' : null)
  const reviewers = [...groupBy(reports, ({ user_id }) => user_id).values()]
  for (const reviewerReports of reviewers) await requestFromReviewer(tx, reviewerReports)
  const from = reviewers.length === 1 ? reports[0]!.name : `${reviewers.length} reviewers`
  const message = `${reports.length} ${reports.length === 1 ? 'report has' : 'reports have'} been requested from ${from}.`
  return { ...done(message), requested: reports.length }
}

/** SEND All REQUEST: requests everything of one reviewer that is not requested yet. Throws 'missing'. */
export const requestAll = (ctx: Ctx, user_id: number) =>
  ctx.write(async (tx) => {
    if (!(await findReviewerContact(tx, tx.actor, user_id))) throw notFound()
    const { message } = await requestReports(tx, await findOpenReportIds(tx, user_id, [REPORT_NOT_REQUESTED]))
    return done(message)
  })

/** SEND ALL REQUEST: requests the reports of every reviewer that matches the filters, on all pages. */
export const requestAllReviewers = (ctx: Ctx, filter: ReviewerFilter) =>
  ctx.write(async (tx) => {
    tx.refuse(whyNotRequestAll(filter.status))
    const reports = await findNotRequested(tx, tx.actor, filter)
    const { message } = await requestReports(
      tx,
      reports.map(({ id }) => id),
    )
    return done(message)
  })

/** Requests selected reports, one mail per reviewer; the message counts those that cannot be requested. */
export const requestMany = (ctx: Ctx, ids: readonly number[]) =>
  ctx.write(async (tx) => {
    const selected = [...new Set(ids)]
    const { message, requested } = await requestReports(tx, selected)
    const left = selected.length - requested
    const others = left === 1 ? '1 other cannot be requested now.' : `${left} others cannot be requested now.`
    return done(left === 0 ? message : `${message} ${others}`)
  })

/** DECLINE: takes a request back on the reviewer's behalf. */
export const declineReport = commandWithRanks(whyNotNow('decline'), async (tx, report) => {
  const fields = { status: REPORT_DECLINED, rank: null }
  await updateReports(tx, [report.id], fields, tx.now())
  await closeRankGaps(tx, [report])
  await tx.audit('report.decline', report, fields, report)
  await tx.mail(declinedMail(report))
  return done(`The report of ${report.name} on proposal ${report.proposal_id} has been declined.`)
})

/** Takes an accepted report away from its reviewer, with the reason by mail. */
export const withdrawReport = (ctx: Ctx, id: number, reason: string) =>
  commandWithRanks(whyNotNow('withdraw'), async (tx, report) => {
    const fields = { status: REPORT_DECLINED, rank: null }
    await updateReports(tx, [id], fields, tx.now())
    await closeRankGaps(tx, [report])
    await tx.audit('report.withdraw', report, { ...fields, reason }, report)
    await tx.mail(withdrawnMail(report, reason))
    return done(`The report of ${report.name} on proposal ${report.proposal_id} has been withdrawn.`)
  })(ctx, id)

/** Cancels the submission of a report, so that its reviewer can change it. */
export const cancelReport = command(
  (report) => whyNotCancelReport(reportFacts(report)),
  async (tx, report) => {
    const fields = { status: STEPS.cancel.to, submitted_at: null }
    await updateReports(tx, [report.id], fields, tx.now())
    await tx.audit('report.cancel', report, fields, report)
    await tx.mail(cancelledMail(tx.config, report))
    return done(`${report.name} can edit the report on proposal ${report.proposal_id} again.`)
  },
)

/**
 * Closes the requested and accepted reports of a proposal that is no longer considered, and tells their reviewers; returns
 * their names. The caller has locked the proposal.
 */
export async function closeReports(tx: Tx, proposal_id: number, reason: string): Promise<string[]> {
  const open = await findReportsToClose(tx, tx.actor, proposal_id)
  const reports = await lockReports(
    tx,
    open.map(({ id }) => id),
    reportStatus.where(({ reminder }) => reminder !== null),
    { withReviewersReports: true },
  )
  if (reports.length === 0) return []
  const fields = { status: REPORT_DECLINED, rank: null }
  const ids = reports.map(({ id }) => id)
  await updateReports(tx, ids, fields, tx.now())
  await closeRankGaps(tx, reports)
  for (const report of reports) {
    await tx.audit('report.withdraw', report, { ...fields, reason }, report)
    await tx.mail(closedMail(report))
  }
  return reports.map(({ name }) => name)
}

/** Deletes a report that was not requested yet. */
export const removeReviewer = commandWithRanks(whyNotNow('remove'), async (tx, report) => {
  await removeReport(tx, report)
  return done(`${report.name} has been removed from proposal ${report.proposal_id}.`)
})

async function removeReport(tx: Tx, report: Report) {
  await deleteReport(tx, report.id)
  await closeRankGaps(tx, [report])
  await tx.audit('report.remove', report, null, { proposal_id: report.proposal_id, user_id: report.user_id })
}

/** Deletes those of these reports that were not requested yet; the others stay, each with the reason. */
export async function removeReports(tx: Tx, ids: readonly number[]) {
  const reports = await lockReports(tx, ids, reportStatus.codes, { withReviewersReports: true })
  const known = new Map(reports.filter(({ conflict }) => !conflict).map((report) => [report.id, report]))
  const removed: number[] = []
  const refused: { report_id: number; text: string }[] = []
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const report = known.get(id)
    const why = report ? whyNotNow('remove')(report) : 'There is no such report.'
    if (report && why === null) await removeReport(tx, report)
    if (why === null) removed.push(id)
    else refused.push({ report_id: id, text: why })
  }
  return { removed, refused }
}

/** A reviewer for a proposal; the proposal and its term are locked. */
interface Addition {
  proposal: Omit<NonNullable<Awaited<ReturnType<typeof lockProposal>>>, 'conflict'>
  term: Term
  reviewer_id: number
  /** A possible conflict of interest of the reviewer has not been judged. */
  unjudged: boolean
  /** The office has seen it. */
  acknowledged: boolean
}

/** Adds a report that is not requested yet, or says why it cannot be added. */
export async function addReport(
  tx: Tx,
  { proposal, term, reviewer_id, unjudged, acknowledged }: Addition,
): Promise<{ why: string; unknown?: true } | { report_id: number; name: string }> {
  const reviewer = await findCandidate(tx, reviewer_id, proposal.id)
  if (!reviewer) return { why: 'There is no such user.', unknown: true }
  const why =
    whyNotAddReviewer({ ...proposal, term }) ??
    whyNotReviewer(reviewer) ??
    (unjudged && !acknowledged ? notAcknowledged(reviewer.name) : null)
  if (why) return { why }
  const added = await insertReport(tx, proposal.id, reviewer_id, tx.now())
  if (!added) return { why: `${reviewer.name} already has a report on this proposal.` }
  await tx.audit(
    'report.add',
    { ...added, proposal_id: proposal.id },
    { proposal_id: proposal.id, user_id: reviewer_id, ...(unjudged && { acknowledged }) },
  )
  return { report_id: added.id, name: reviewer.name }
}

const notAcknowledged = (name: string) =>
  `A possible conflict of interest of ${name} has not been judged yet. It must be acknowledged before ${name} is added.`

/**
 * Adds a reviewer to a proposal, without a request. A finding on them that no one has judged must be acknowledged. Throws
 * 'missing', 'forbidden' or 'invalid'.
 */
export const addReviewer = (
  ctx: Ctx,
  proposal_id: number,
  { reviewer_id, acknowledged = false }: { reviewer_id: number; acknowledged?: boolean },
) =>
  ctx.write(async (tx) => {
    const proposal = await lockProposal(tx, tx.actor, proposal_id)
    if (!proposal) throw notFound()
    if (proposal.conflict) throw forbidden()
    const term = await lockTerm(tx, proposal.term_id)
    const judgements = await findJudgements(tx, tx.actor, { term_id: term.id, proposal_id })
    const unjudged = judgements.some(({ user_id, state }) => user_id === reviewer_id && state === 'unjudged')
    const added = await addReport(tx, { proposal, term, reviewer_id, unjudged, acknowledged })
    if ('why' in added) {
      if (added.unknown) throw invalid({ reviewer_id: added.why })
      return tx.refuse(added.why)
    }
    return { ...done(`${added.name} has been added as a reviewer.`), report_id: added.report_id }
  })
