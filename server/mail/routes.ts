import type { mail, mailLog } from '#domain/mail/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { findGroupMailPage } from './group_queries.ts'
import * as group from './service.ts'
import { listMails, retryMail, retryMails } from './service.ts'

export const mailRoutes: Handlers<Omit<typeof mail, keyof typeof mailLog>> = {
  list: ({ db }, { query }) => findGroupMailPage(db, query),
  get: (ctx, { params, query }) => group.showGroupMail(ctx, params.id, query.progress_only),
  add: (ctx, { body }) => group.createGroupMail(ctx, body),
  save: (ctx, { params, body }) => group.saveGroupMail(ctx, params.id, body),
  remove: (ctx, { params }) => group.deleteGroupMail(ctx, params.id),
  send: (ctx, { params, body }) => group.sendGroupMail(ctx, params.id, body),
  schedule: (ctx, { params, body }) => group.scheduleGroupMail(ctx, params.id, body),
  unschedule: (ctx, { params }) => group.unscheduleGroupMail(ctx, params.id),
  test: (ctx, { body }) => group.sendTestMail(ctx, body),
  values: (ctx, { body }) => group.showValues(ctx, body.destinations),
  target: (ctx, { params }) => group.showDestinations(ctx, params.id),
}

export const mailLogRoutes: Handlers<typeof mailLog> = {
  log: (ctx, { query }) => listMails(ctx, query),
  retry: (ctx, { params, body }) => (params.id === 'all' ? retryMails(ctx, body) : retryMail(ctx, params.id)),
}
