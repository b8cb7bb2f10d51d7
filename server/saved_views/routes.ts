import type { savedViews } from '#domain/saved_views/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { createView, deleteView, listViews, saveView } from './service.ts'

export const savedViewRoutes: Handlers<typeof savedViews> = {
  list: (ctx, { query }) => listViews(ctx, query.list),
  add: (ctx, { body }) => createView(ctx, body),
  save: (ctx, { params, body }) => saveView(ctx, params.id, body),
  remove: (ctx, { params }) => deleteView(ctx, params.id),
}
