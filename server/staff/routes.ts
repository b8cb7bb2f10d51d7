import type { staffProposals } from '#domain/staff/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { downloadReports } from '../reports/documents.ts'
import { adjustedScores } from './adjusted.ts'
import { saveNotes, showDecisionNotes } from './decision_notes.ts'
import * as service from './service.ts'
import { countInViews, listProposals, listWithFields } from './views.ts'
import * as withdrawal from './withdrawal.ts'

export const staffRoutes: Handlers<typeof staffProposals> = {
  list: (ctx, { query }) => listWithFields(ctx, query),
  withReviewers: (ctx, { query }) => listProposals(ctx, query),
  withAssignedSamples: (ctx, { query }) => service.listWithSamples(ctx, query),
  viewCounts: (ctx, { query }) => countInViews(ctx, query),
  adjusted: (ctx, { query }) => adjustedScores(ctx, query.term_id),
  download: (ctx, { query }) => service.downloadProposals(ctx, query),
  downloadAssignedSamples: (ctx, { query }) => service.downloadWithSamples(ctx, query),
  get: (ctx, { params }) => service.showProposal(ctx, params.id),
  score: (ctx, { params }) => service.showScores(ctx, params.id),
  zip: (ctx, { params }) => downloadReports(ctx, params.id),
  correctionMail: service.correctionMail,
  sendCorrectionMail: service.sendCorrectionMail,
  saveNote: (ctx, { params, body }) => service.saveNote(ctx, params.id, body),
  decisionNotes: (ctx, { params }) => showDecisionNotes(ctx, params.id),
  saveDecisionNotes: (ctx, { params, body }) => saveNotes(ctx, params.id, body),
  saveGlobalScore: (ctx, { params, body }) => service.saveGlobalScore(ctx, params.id, body),
  cancel: (ctx, { params }) => service.cancelSubmission(ctx, params.id),
  unlock: (ctx, { params, body }) => service.unlock(ctx, params.id, body),
  withdraw: (ctx, { params, body }) => withdrawal.withdrawProposal(ctx, params.id, body.reason),
  grantWithdrawal: (ctx, { params }) => withdrawal.grantWithdrawal(ctx, params.id),
  refuseWithdrawal: (ctx, { params, body }) => withdrawal.refuseWithdrawal(ctx, params.id, body.reason),
  cancelUnlock: (ctx, { params }) => service.cancelUnlock(ctx, params.id),
}
