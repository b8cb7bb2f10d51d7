import { isAskedOf, whyNotAddPasskey } from '#domain/session/second_factor.ts'
import type { Ctx } from '../../platform/context.ts'
import type { SessionControl } from '../../platform/http/handlers.ts'
import { countCodes, findApp, findPasskeys, findRequired } from './factors_sql.ts'
import { ownSessions } from './own_sessions.ts'
import { takesPasskeys } from './webauthn.ts'

/** How the caller's account is signed in to: factors, codes left, sessions. No secret is told again. */
export async function showSecurity(ctx: Ctx, session: SessionControl) {
  const { db, actor, config } = ctx
  const passkeys = await findPasskeys(db, actor.id)
  const app = await findApp(db, actor.id)
  const factors = { passkeys: passkeys.length, totp: app !== undefined }
  return {
    passkeys,
    totp: app ?? null,
    recovery_codes: await countCodes(db, actor.id),
    required: isAskedOf(actor.roles) && (await findRequired(db)),
    why_not_passkey: whyNotAddPasskey(factors, takesPasskeys(config)),
    sessions: await ownSessions(ctx, session),
  }
}
