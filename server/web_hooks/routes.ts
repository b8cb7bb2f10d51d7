import type { webHooks } from '#domain/web_hooks/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import * as service from './service.ts'

export const webHookRoutes: Handlers<typeof webHooks> = {
  list: (ctx) => service.listHooks(ctx),
  deliveries: (ctx, { query }) => service.listDeliveries(ctx, query),
  get: (ctx, { params }) => service.showHook(ctx, params.id),
  add: (ctx, { body }) => service.addHook(ctx, body),
  save: (ctx, { params, body }) => service.saveHook(ctx, params.id, body),
  switchTo: (ctx, { params, body }) => service.switchHook(ctx, params.id, body.on),
  rotate: (ctx, { params, body }) => service.rotateSecret(ctx, params.id, body),
  test: (ctx, { params }) => service.testHook(ctx, params.id),
  remove: (ctx, { params }) => service.removeHook(ctx, params.id),
  retry: (ctx, { params, body }) =>
    params.id === 'all' ? service.retryDeliveries(ctx, body) : service.retryDelivery(ctx, params.id),
}
