import type { information } from '#domain/information/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import * as service from './service.ts'

export const informationRoutes: Handlers<typeof information> = {
  mine: service.listOwnInformation,
  show: (ctx, { params }) => service.showInformation(ctx, params.id),
  list: service.listInformation,
  get: (ctx, { params }) => service.getInformation(ctx, params.id),
  add: (ctx, { body }) => service.addAnnouncement(ctx, body),
  save: (ctx, { params, body }) => service.saveAnnouncement(ctx, params.id, body),
  remove: (ctx, { params }) => service.deleteAnnouncement(ctx, params.id),
}
