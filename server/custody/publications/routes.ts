import type { publications } from '#domain/custody/publications/contract.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import * as service from './service.ts'

export const publicationRoutes: Handlers<typeof publications> = {
  list: (ctx, { query }) => service.listPublications(ctx, query),
  download: (ctx, { query }) => service.downloadPublications(ctx, query),
  bibtex: (ctx, { query }) => service.downloadBibtex(ctx, query),
  mine: (ctx) => service.ownPublications(ctx),
  ofProposal: (ctx, { params }) => service.publicationsOfProposal(ctx, params.id),
  ofPiece: (ctx, { params }) => service.publicationsOfPiece(ctx, params.address),
  choosable: (ctx, { query }) => service.choosablePieces(ctx, query.name),
  add: (ctx, { body }) => service.addPublication(ctx, body),
  save: (ctx, { params, body }) => service.savePublication(ctx, params.id, body),
  confirm: (ctx, { body }) => service.confirmPublications(ctx, body.ids),
  remove: (ctx, { params, body }) => service.deletePublication(ctx, params.id, body.reason),
}
