import type { security } from '#domain/session/security.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { endOtherSessions, endSession } from './own_sessions.ts'
import { removeApp, removePasskey } from './remove.ts'
import { addApp, addPasskey, beginApp, beginPasskey, makeNewCodes } from './set_up.ts'
import { showSecurity } from './show.ts'

export const securityRoutes: Handlers<typeof security> = {
  show: (ctx, { session }) => showSecurity(ctx, session),
  beginApp: (ctx, { body, session }) => beginApp(ctx, body.password, session),
  addApp: (ctx, { body, session }) => addApp(ctx, body.code, session),
  removeApp: (ctx, { body }) => removeApp(ctx, body.password),
  beginPasskey: (ctx, { body, session }) => beginPasskey(ctx, body, session),
  addPasskey: (ctx, { body, session }) => addPasskey(ctx, body.response, session),
  removePasskey: (ctx, { params, body }) => removePasskey(ctx, params.id, body.password),
  makeCodes: (ctx, { body }) => makeNewCodes(ctx, body.password),
  endSession: (ctx, { params, session }) => endSession(ctx, params.id, session),
  endOthers: (ctx, { session }) => endOtherSessions(ctx, session),
}
