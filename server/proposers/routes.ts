import type { proposers } from '#domain/proposers/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import * as service from './service.ts'

export const proposerRoutes: Handlers<typeof proposers> = {
  list: (ctx, { query }) => service.listProposers(ctx, query),
  download: (ctx, { query }) => service.downloadProposers(ctx, query),
  get: (ctx, { params }) => service.showProposer(ctx, params.id),
  people: (ctx, { query }) => service.listPeople(ctx, query),
  peopleDownload: (ctx, { query }) => service.downloadPeople(ctx, query),
}
