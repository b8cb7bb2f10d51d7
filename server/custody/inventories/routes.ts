import type { inventories } from '#domain/custody/inventories/contract.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { answerFor, answerInventory } from './answers.ts'
import { downloadInventory } from './exports.ts'
import { listInventories, ownInventory, partOf, showInventory } from './read.ts'
import { previewReminder } from './reminders.ts'
import * as service from './service.ts'

export const inventoryRoutes: Handlers<typeof inventories> = {
  list: (ctx) => listInventories(ctx),
  preview: (ctx) => service.previewInventory(ctx),
  ask: (ctx, { body }) => service.askInventory(ctx, body),
  mine: (ctx) => ownInventory(ctx),
  answer: (ctx, { body }) => answerInventory(ctx, body),
  get: (ctx, { params }) => showInventory(ctx, params.id),
  download: (ctx, { params }) => downloadInventory(ctx, params.id),
  remind: (ctx, { params, body }) => service.remindHolders(ctx, params.id, body.user_ids),
  reminder: (ctx, { params, query }) => previewReminder(ctx, params.id, query.user_id),
  accept: (ctx, { params }) => service.acceptAnswers(ctx, params.id),
  resolve: (ctx, { params, body }) => service.resolveDifference(ctx, params.id, body),
  answerFor: (ctx, { params, body }) => answerFor(ctx, params.id, body),
  entriesOf: (ctx, { params, query }) => partOf(ctx, params.id, query.user_id ?? null),
  close: (ctx, { params, body }) => service.closeInventory(ctx, params.id, body.unanswered),
}
