import type { reports } from '#domain/reports/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { downloadPdfWithAttachment } from '../proposals/document.ts'
import * as links from './answer_links.ts'
import * as office from './assignment.ts'
import { addReviewer } from './assignment.ts'
import { downloadReport } from './documents.ts'
import { findAssigned, findRequested } from './queries.ts'
import { saveRanks, showRanks } from './ranks.ts'
import { listLateReports, remindMany, remindReviewer } from './reminders.ts'
import * as reviewers from './reviewers.ts'
import * as service from './service.ts'
import { showReport } from './service.ts'

export const reportRoutes: Handlers<typeof reports> = {
  requested: (ctx) => findRequested(ctx.db, ctx.actor.id),
  assigned: (ctx, { query }) => findAssigned(ctx.db, ctx.actor.id, query),
  get: (ctx, { params }) => showReport(ctx, params.id),
  proposalPdf: (ctx, { params }) => downloadPdfWithAttachment(ctx, params.proposalId),
  acceptAll: service.acceptAll,
  declineAll: service.declineAll,
  accept: (ctx, { params }) => service.answerRequest(ctx, params.reportId, { step: 'accept' }),
  declineOwn: (ctx, { params, body }) =>
    service.answerRequest(ctx, params.reportId, { step: 'decline', decline: body }),
  linked: (ctx, { params }) => links.showLinkedRequest(ctx, params.token),
  acceptLinked: (ctx, { params }) => links.acceptLinked(ctx, params.token),
  declineLinked: (ctx, { params, body }) => links.declineLinked(ctx, params.token, body),
  confirmConflict: (ctx, { params, body }) =>
    service.confirmStatedConflict(ctx, params.reportId, body.confirmed),
  save: (ctx, { params, body }) => service.saveReport(ctx, params.id, body),
  check: (ctx, { params }) => service.checkReport(ctx, params.reportId),
  submit: (ctx, { params, body }) => service.submitReport(ctx, params.reportId, body),
  cancel: (ctx, { params }) => office.cancelReport(ctx, params.reportId),
  decline: (ctx, { params }) => office.declineReport(ctx, params.reportId),
  withdraw: (ctx, { params, body }) => office.withdrawReport(ctx, params.reportId, body.reason),
  pdf: (ctx, { params }) => downloadReport(ctx, params.reportId),
  ranks: (ctx, { params }) => showRanks(ctx, params.userId),
  saveRanks: (ctx, { body }) => saveRanks(ctx, body.ranks),
  reviewers: (ctx, { query }) => reviewers.listReviewers(ctx, query),
  allReviewers: (ctx, { query }) => reviewers.reviewerChoices(ctx, query.proposal_id),
  download: (ctx, { query }) => reviewers.downloadReviewers(ctx, query),
  reviewer: (ctx, { params }) => reviewers.showReviewer(ctx, params.id),
  requestAllReviewers: (ctx, { body }) => office.requestAllReviewers(ctx, body),
  requestAll: (ctx, { params }) => office.requestAll(ctx, params.id),
  requestMany: (ctx, { body }) => office.requestMany(ctx, body.report_ids),
  request: (ctx, { params }) => office.requestReport(ctx, params.reportId),
  remind: (ctx, { params }) => remindReviewer(ctx, params.id),
  late: (ctx, { query }) => listLateReports(ctx, query.term_id),
  remindMany: (ctx, { body }) => remindMany(ctx, body.report_ids),
  add: (ctx, { params, body }) => addReviewer(ctx, params.proposalId, body),
  removeReviewer: (ctx, { params }) => office.removeReviewer(ctx, params.reportId),
}
