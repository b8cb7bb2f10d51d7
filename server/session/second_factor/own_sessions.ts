import { done } from '#domain/endpoint.ts'
import { Fault, notFound } from '#domain/errors.ts'
import { browserIn } from '#domain/session/browser.ts'
import type { Ctx } from '../../platform/context.ts'
import type { SessionControl } from '../../platform/http/handlers.ts'
import { onOwn } from './own_factors.ts'
import { deleteSession, findSession, findSessions } from './own_sessions_queries.ts'

/** The caller's sessions in words; the one that asks says so. */
export async function ownSessions(ctx: Ctx, session: SessionControl) {
  const sessions = await findSessions(ctx.db, ctx.actor.id, ctx.now())
  return sessions.map(({ token_hash, agent, address, ...times }) => ({
    ...times,
    browser: browserIn(agent),
    address: address || null,
    current: token_hash === session.own,
  }))
}

/** Ends one of the caller's sessions. Throws 'missing', and 'forbidden' for somebody else's. */
export const endSession = (ctx: Ctx, id: number, session: SessionControl) =>
  onOwn(ctx, async (tx, { user }) => {
    const found = await findSession(tx, id)
    if (!found) throw notFound()
    if (found.user_id !== user.id) throw new Fault('forbidden')
    if (found.token_hash === session.own) tx.refuse('This is the session that you use. Log out to end it.')
    await deleteSession(tx, id)
    const { address, agent } = found
    await tx.audit('user.end_session', user, { browser: browserIn(agent), address })
    return done('The session is ended.')
  })

/** Ends every session of the caller but the one that asks. */
export const endOtherSessions = (ctx: Ctx, session: SessionControl) =>
  onOwn(ctx, async (tx, { user }) => {
    const others = (await findSessions(tx, user.id, tx.now())).filter((one) => one.token_hash !== session.own)
    await session.endOthers(tx, user.id)
    await tx.audit('user.end_other_sessions', user, { sessions: others.length })
    return done(others.length === 1 ? 'The other session is ended.' : 'The other sessions are ended.')
  })
