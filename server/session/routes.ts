import type { security, session } from '#domain/session/contract.ts'
import { Answer, type Handlers } from '../platform/http/handlers.ts'
import {
  addApp,
  addPasskey,
  beginApp,
  beginPasskey,
  endOtherSessions,
  endSession,
  removeApp,
  removePasskey,
  replaceOwnRecoveryCodes,
  showSecurity,
} from './second_factor/own_security.ts'
import { completeSignIn, requestPasskey } from './second_factor/sign_in.ts'
import * as service from './service.ts'
import * as signIn from './sign_in.ts'

export const sessionRoutes: Handlers<typeof session> = {
  async csrfCookie(_ctx, { session }) {
    session.offerCsrf()
    return new Answer(204, undefined)
  },
  login: (ctx, { body, session }) => signIn.login(ctx, body, session),
  loginPasskey: (ctx, { session }) => requestPasskey(ctx, session),
  loginSecond: (ctx, { body, session }) => completeSignIn(ctx, body, session),
  logout: (ctx, { session }) => signIn.logout(ctx, session),
  loginUser: signIn.loginUser,
  changePassword: (ctx, { body, session }) => service.changePassword(ctx, body, session),
  chooseViews: (ctx, { body }) => service.chooseViews(ctx, body),
  requestReset: (ctx, { body }) => service.requestReset(ctx, body.email),
  reset: (ctx, { body }) => service.reset(ctx, body),
}

export const securityRoutes: Handlers<typeof security> = {
  show: (ctx, { session }) => showSecurity(ctx, session),
  beginApp: (ctx, { body, session }) => beginApp(ctx, body.password, session),
  addApp: (ctx, { body, session }) => addApp(ctx, body, session),
  removeApp: (ctx, { body, session }) => removeApp(ctx, body, session),
  beginPasskey: (ctx, { body, session }) => beginPasskey(ctx, body, session),
  addPasskey: (ctx, { body, session }) => addPasskey(ctx, body, session),
  removePasskey: (ctx, { params, body, session }) => removePasskey(ctx, params.id, body, session),
  makeCodes: (ctx, { body }) => replaceOwnRecoveryCodes(ctx, body.password),
  endSession: (ctx, { params, session }) => endSession(ctx, params.id, session),
  endOthers: (ctx, { session }) => endOtherSessions(ctx, session),
}
