import type { session } from '#domain/session/contract.ts'
import { Answer, type Handlers } from '../platform/http/handlers.ts'
import * as service from './service.ts'

export const sessionRoutes: Handlers<typeof session> = {
  async csrfCookie(_ctx, { session }) {
    session.offerCsrf()
    return new Answer(204, undefined)
  },
  login: (ctx, { body, session }) => service.login(ctx, body, session),
  async logout(_ctx, { session }) {
    await session.end()
    return { success: true }
  },
  loginUser: service.loginUser,
  changePassword: (ctx, { body, session }) => service.changePassword(ctx, body, session),
  requestReset: (ctx, { body }) => service.requestReset(ctx, body.email),
  reset: (ctx, { body }) => service.reset(ctx, body),
}
