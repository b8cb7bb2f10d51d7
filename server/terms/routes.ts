import type { terms } from '#domain/terms/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import * as service from './service.ts'

export const termRoutes: Handlers<typeof terms> = {
  current: service.currentTermId,
  text: (ctx, { params }) => service.termText(ctx, params.id),
  open: service.openTerms,
  past: service.pastTerms,
  all: service.allTerms,
  proposalAccepted: service.proposalAccepted,
  proposalLimit: service.proposalLimit,
  noticeAccepted: service.noticeAccepted,
  list: service.listTerms,
  add: (ctx, { body }) => service.openTerm(ctx, body),
  get: (ctx, { params }) => service.showTerm(ctx, params.id),
  save: (ctx, { params, body }) => service.saveTerm(ctx, params.id, body),
}
