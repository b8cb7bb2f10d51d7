import type { results } from '#domain/results/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { answerOnBehalf, answerResult, markResultRead, remindToAnswer, takeNote } from './answers.ts'
import { allowFinding, checkResults, saveResult } from './checking.ts'
import { cancelCorrection, correctResult } from './corrections.ts'
import { downloadAllResults, downloadOwnResult, downloadResult } from './document.ts'
import { draftResults, renewResult } from './drafting.ts'
import { downloadResults, listOwnResults, listResults, showCounts, showResult } from './reading.ts'
import { previewRelease, releaseResults } from './release.ts'

export const resultRoutes: Handlers<typeof results> = {
  list: (ctx, { query }) => listResults(ctx, query),
  counts: (ctx, { query }) => showCounts(ctx, query.term_id),
  download: (ctx, { query }) => downloadResults(ctx, query),
  draft: (ctx, { body }) => draftResults(ctx, body.term_id),
  get: (ctx, { params }) => showResult(ctx, params.id),
  save: (ctx, { params, body }) => saveResult(ctx, params.id, body),
  renew: (ctx, { params }) => renewResult(ctx, params.id),
  allow: (ctx, { params, body }) => allowFinding(ctx, params.id, body),
  check: (ctx, { body }) => checkResults(ctx, body.proposal_ids),
  preview: (ctx, { body }) => previewRelease(ctx, body.proposal_ids),
  release: (ctx, { body }) => releaseResults(ctx, body.proposal_ids),
  correct: (ctx, { params, body }) => correctResult(ctx, params.id, body),
  cancelCorrection: (ctx, { params }) => cancelCorrection(ctx, params.id),
  remind: (ctx, { body }) => remindToAnswer(ctx, body.proposal_ids),
  answerOnBehalf: (ctx, { params, body }) => answerOnBehalf(ctx, params.id, body),
  takeNote: (ctx, { body }) => takeNote(ctx, body.proposal_ids),
  pdf: (ctx, { params }) => downloadResult(ctx, params.id),
  allPdf: (ctx, { query }) => downloadAllResults(ctx, query),
  mine: (ctx) => listOwnResults(ctx),
  markRead: (ctx, { params }) => markResultRead(ctx, params.id),
  answer: (ctx, { params, body }) => answerResult(ctx, params.id, body),
  myPdf: (ctx, { params }) => downloadOwnResult(ctx, params.id),
}
