import type { session } from '#domain/session/contract.ts'
import { Answer, type Handlers } from '../platform/http/handlers.ts'
import { askForPasskey, finishSignIn } from './second_factor/second_step.ts'
import * as service from './service.ts'
import * as signIn from './sign_in.ts'

export const sessionRoutes: Handlers<typeof session> = {
  async csrfCookie(_ctx, { session }) {
    session.offerCsrf()
    return new Answer(204, undefined)
  },
  login: (ctx, { body, session }) => signIn.login(ctx, body, session),
  loginPasskey: (ctx, { session }) => askForPasskey(ctx, session),
  loginSecond: (ctx, { body, session }) => finishSignIn(ctx, body, session),
  logout: (ctx, { session }) => signIn.logout(ctx, session),
  loginUser: signIn.loginUser,
  changePassword: (ctx, { body, session }) => service.changePassword(ctx, body, session),
  requestReset: (ctx, { body }) => service.requestReset(ctx, body.email),
  reset: (ctx, { body }) => service.reset(ctx, body),
}
