import type { discussions } from '#domain/discussions/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { declineQuestion, sendQuestion } from './questions.ts'
import * as service from './service.ts'

export const discussionRoutes: Handlers<typeof discussions> = {
  get: (ctx, { params, query }) => service.showDiscussion(ctx, params.id, query.last),
  counts: (ctx, { query }) => service.countEntries(ctx, query.term_id),
  earlier: (ctx, { params, query }) => service.listEarlierTexts(ctx, params.id, query.number),
  write: (ctx, { params, body }) => service.writeEntry(ctx, params.id, body),
  edit: (ctx, { params, body }) => service.editEntry(ctx, params.id, body),
  withdraw: (ctx, { params, body }) => service.withdrawEntry(ctx, params.id, body),
  follow: (ctx, { params, body }) => service.followDiscussion(ctx, params.id, body.follow),
  seen: (ctx, { params, body }) => service.markSeen(ctx, params.id, body.number),
  sendQuestion: (ctx, { params, body }) => sendQuestion(ctx, params.id, body),
  declineQuestion: (ctx, { params, body }) => declineQuestion(ctx, params.id, body),
}
