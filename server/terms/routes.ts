import type { terms } from '#domain/terms/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import * as office from './service.ts'
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
  list: office.listTerms,
  add: (ctx, { body }) => office.openTerm(ctx, body),
  get: (ctx, { params }) => office.showTerm(ctx, params.id),
  save: (ctx, { params, body }) => office.saveTerm(ctx, params.id, body),
}
