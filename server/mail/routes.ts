import type { mail } from '#domain/mail/contract.ts'
import type { mailLog } from '#domain/mail/log.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import * as group from './group_service.ts'
import { findPage } from './list_queries.ts'

export const mailRoutes: Handlers<Omit<typeof mail, keyof typeof mailLog>> = {
  list: ({ db }, { query }) => findPage(db, query),
  get: (ctx, { params, query }) => group.getGroupMail(ctx, params.id, query.progress_only),
  add: (ctx, { body }) => group.addGroup(ctx, body),
  save: (ctx, { params, body }) => group.saveGroup(ctx, params.id, body),
  remove: (ctx, { params }) => group.deleteGroup(ctx, params.id),
  send: (ctx, { params, body }) => group.sendGroup(ctx, params.id, body),
  target: (ctx, { params }) => group.groupMailTarget(ctx, params.id),
}
