import type { users } from '#domain/users/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { saveMyProfile } from './profile.ts'
import * as service from './service.ts'

export const userRoutes: Handlers<typeof users> = {
  myProfile: service.myProfile,
  saveMyProfile: (ctx, { body }) => saveMyProfile(ctx, body),
  mailList: (ctx, { query }) => service.downloadMailList(ctx, query),
}
