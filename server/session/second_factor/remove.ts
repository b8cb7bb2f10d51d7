import { done } from '#domain/endpoint.ts'
import { Fault, notFound } from '#domain/errors.ts'
import { type Factors, hasFactor, isAskedOf, whyNotRemove } from '#domain/session/second_factor.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { deleteApp, deleteCodes, deletePasskey, findPasskey, findRequired } from './factors_sql.ts'
import { factorMail } from './mails.ts'
import { byPassword } from './own_factors.ts'

/** Refuses what leaves an asked factor lacking; with the last factor go the recovery codes. */
async function leave(tx: Tx, left: Factors) {
  const required = isAskedOf(tx.actor.roles) && (await findRequired(tx))
  tx.refuse(whyNotRemove(left, required))
  if (!hasFactor(left)) await deleteCodes(tx, tx.actor.id)
}

/** Removes the own authenticator app. */
export const removeApp = (ctx: Ctx, password: string) =>
  byPassword(ctx, password, async (tx, { user, factors }) => {
    if (!factors.totp) tx.refuse('You have no authenticator app.')
    await leave(tx, { ...factors, totp: false })
    await deleteApp(tx, user.id)
    await tx.audit('user.remove_app', user)
    await tx.mail(factorMail(tx.config, user, 'The authenticator app of your account was removed just now.'))
    return done('The authenticator app is removed.')
  })

/** Removes one of the own passkeys. Throws 'missing', and 'forbidden' for somebody else's. */
export async function removePasskey(ctx: Ctx, id: number, password: string) {
  const passkey = await findPasskey(ctx.db, id)
  if (!passkey) throw notFound()
  if (passkey.user_id !== ctx.actor.id) throw new Fault('forbidden')
  return byPassword(ctx, password, async (tx, { user, factors }) => {
    if (!(await findPasskey(tx, id))) throw notFound()
    await leave(tx, { ...factors, passkeys: factors.passkeys - 1 })
    await deletePasskey(tx, id)
    const { name } = passkey
    await tx.audit('user.remove_passkey', user, { name })
    await tx.mail(
      factorMail(tx.config, user, `The passkey "${name}" was removed from your account just now.`),
    )
    return done(`The passkey ${name} is removed.`)
  })
}
