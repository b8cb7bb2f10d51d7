import { done } from '#domain/endpoint.ts'
import { notFound } from '#domain/errors.ts'
import { IMPERSONATION_MINUTES, whyNotImpersonate } from '#domain/impersonation/rules.ts'
import type { Actor } from '#domain/session/actor.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import { getSetting } from '../masters/settings.ts'
import type { Ctx, Db } from '../platform/context.ts'
import type { SessionControl } from '../platform/http/handlers.ts'
import { type Impersonation, rolesOf } from '../platform/session.ts'
import { impersonationMail } from './mails.ts'
import { findImpersonationTarget } from './queries.ts'

const MINUTE_MS = 60 * 1000

/** The caller's session becomes a read-only session of this user. Throws 'missing'. */
export const startImpersonation = (ctx: Ctx, id: number, session: SessionControl) =>
  ctx.write(async (tx) => {
    const user = await findImpersonationTarget(tx, tx.actor, id)
    if (!user) throw notFound()
    tx.refuse(whyNotImpersonate(tx.actor, user, user.conflict))
    const until = new Date(+tx.now() + IMPERSONATION_MINUTES * MINUTE_MS).toISOString()
    await session.actAs(tx, { id, until })
    await tx.audit('user.act_as', user, { until })
    if (await getSetting(tx, 'tell_acting')) await tx.mail(impersonationMail(user, tx.actor, until))
    return done(`You are viewing as ${user.name} until ${formatUtc(until)}.`)
  })

export const stopImpersonation = (ctx: Ctx, session: SessionControl) =>
  ctx.write(async (tx) => {
    const id = await session.actAs(tx, null)
    if (id === null) tx.skipAudit('No one was impersonated.')
    else await tx.audit('user.stop_acting', { id })
    return done('You are viewing as yourself again.')
  })

/** The actor of an impersonating session: the user while the rule allows it, checked at every request; else the administrator. */
export async function impersonatedActor(db: Db, admin: Actor, { id, until }: Impersonation): Promise<Actor> {
  const user = await findImpersonationTarget(db, admin, id)
  const may = admin.roles.includes('admin') && !admin.owes_second_factor
  if (!user || !may || whyNotImpersonate(admin, user, user.conflict)) return admin
  return { id, name: user.name, email: user.email, roles: rolesOf(user), impersonatedBy: { admin, until } }
}
