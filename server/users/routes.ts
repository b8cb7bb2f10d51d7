import type { users } from '#domain/users/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { findChoices, findUsers } from './list_queries.ts'
import * as office from './office_service.ts'
import { saveMyProfile } from './profile.ts'
import * as service from './service.ts'

export const userRoutes: Handlers<typeof users> = {
  myProfile: service.myProfile,
  saveMyProfile: (ctx, { body }) => saveMyProfile(ctx, body),
  list: (ctx, { query }) => findUsers(ctx.db, query),
  all: (ctx, { query }) => findChoices(ctx.db, ctx.actor, query),
  mailList: (ctx, { query }) => service.downloadMailList(ctx, query),
  get: (ctx, { params }) => office.showUser(ctx, params.id),
  add: (ctx, { body }) => office.addByOffice(ctx, body),
  save: (ctx, { params, body }) => office.saveByOffice(ctx, params.id, body),
  resetPassword: (ctx, { params }) => office.resetByOffice(ctx, params.id),
  resetSecondFactor: (ctx, { params }) => office.resetFactorByOffice(ctx, params.id),
  waiting: (ctx) => office.listWaiting(ctx),
  confirmChange: (ctx, { params }) => office.confirmChange(ctx, params.id),
  dismissChange: (ctx, { params }) => office.dismissChange(ctx, params.id),
  remove: (ctx, { params }) => office.removeByOffice(ctx, params.id),
}
