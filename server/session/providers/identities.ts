import { done } from '#domain/endpoint.ts'
import { Fault, invalid, notFound } from '#domain/errors.ts'
import { endedAccessText } from '#domain/session/ended_access.ts'
import { type ProviderFailure, whyNotUnlink } from '#domain/session/providers.ts'
import type { Provider } from '../../platform/config.ts'
import type { AnyTx, Ctx, Db, Tx } from '../../platform/context.ts'
import type { SessionControl } from '../../platform/http/handlers.ts'
import { providerMail, providerUnlinkedMail } from '../mails.ts'
import { passwordFingerprint } from '../second_factor/sign_in.ts'
import { countAccess, endAccess, lockAccount } from '../shared_queries.ts'
import { verifyOwnPassword } from '../sign_in.ts'
import type { Identity } from './client.ts'
import {
  confirmIdentity,
  deleteIdentity,
  findIdentity,
  findIdentityById,
  findOwnIdentity,
  insertIdentity,
} from './queries.ts'
import { confirmIdentities, findIdentities, unconfirmIdentities } from './shared_queries.ts'

interface Account {
  id: number
  name: string
  email: string
}

/** A provider's label; its address where it is no longer configured. */
const labelOf = ({ config }: Pick<Ctx, 'config'>, issuer: string) =>
  config.providers.find((one) => one.issuer === issuer)?.label ?? issuer

/** A user's accounts at providers, as they are shown to the user and to the office. */
export async function listIdentities(ctx: Pick<Ctx, 'config'>, db: Db, user_id: number) {
  const identities = await findIdentities(db, user_id)
  return identities.map(({ issuer, ...identity }) => ({ ...identity, provider: labelOf(ctx, issuer) }))
}

/** Links an account to a locked user, or says why not. Linking one that came with a Notice confirms it. */
export async function linkIdentity(
  tx: Tx,
  user: Account,
  { label }: Provider,
  identity: Identity,
): Promise<ProviderFailure | null> {
  tx.skipAudit('Nothing is linked yet.')
  const owner = await findIdentity(tx, identity)
  if (owner && owner.user_id !== user.id) return 'taken'
  if (owner) await confirmIdentity(tx, owner.id, tx.now())
  else {
    const other = await findOwnIdentity(tx, user.id, identity.issuer)
    if (other && other.confirmed_at !== null) return 'linked_already'
    if (other) await deleteIdentity(tx, other.id)
    const { issuer, subject, name, orcid } = identity
    const at = tx.now().toISOString()
    const added = await insertIdentity(tx, {
      ...{ user_id: user.id, issuer, subject, name, orcid },
      ...{ created_at: at, confirmed_at: at },
    })
    // Someone else has linked it meanwhile.
    if (!added) return 'taken'
  }
  await announceLink(tx, user, { provider: label, account: identity.name })
  return null
}

interface LinkedAccount {
  provider: string
  account: string
}

/** Records that an account signs its user in from now on, and e-mails them. */
async function announceLink(tx: Tx, user: Account, linked: LinkedAccount) {
  const { provider, account } = linked
  await tx.audit('user.link_provider', user, { provider, account })
  await tx.mail(
    providerMail(
      tx.config,
      user,
      `Your account at ${provider} (${account}) was linked just now: you can sign in with it.`,
    ),
  )
}

/** Links the caller's accounts that are not linked yet. Returns the labels of their providers. */
export async function confirmOwnIdentities(tx: Tx): Promise<string[]> {
  const labels: string[] = []
  for (const { issuer, name: account } of await confirmIdentities(tx, tx.actor.id, tx.now())) {
    const provider = labelOf(tx, issuer)
    await announceLink(tx, tx.actor, { provider, account })
    labels.push(provider)
  }
  return labels
}

/**
 * After a reset of the password none of a user's accounts signs in until it is confirmed with the new one. Returns the labels
 * of the providers of those that did.
 */
export const unconfirmIdentitiesOf = async (tx: AnyTx, user_id: number): Promise<string[]> =>
  (await unconfirmIdentities(tx, user_id)).map(({ issuer }) => labelOf(tx, issuer))

const wrongPassword = () => invalid({ password: 'The password is not right.' })

/** The fingerprint of the caller's password, for a visit that links. Throws 'invalid' for a wrong one. */
export async function verifiedPassword(ctx: Ctx, password: string): Promise<string> {
  const password_hash = await verifyOwnPassword(ctx, password)
  if (password_hash === null) throw wrongPassword()
  return passwordFingerprint({ password_hash })
}

async function unlink(
  tx: Tx,
  { id, issuer, name }: { id: number; issuer: string; name: string },
): Promise<LinkedAccount> {
  await deleteIdentity(tx, id)
  return { provider: labelOf(tx, issuer), account: name }
}

/** Unlinks one of the caller's own. Throws 'missing', 'invalid', and 'forbidden' for someone else's. */
export async function unlinkOwn(
  ctx: Ctx,
  id: number,
  { password, end_others }: { password: string; end_others: boolean },
  session: SessionControl,
) {
  const identity = await findIdentityById(ctx.db, id)
  if (!identity) throw notFound()
  if (identity.user_id !== ctx.actor.id) throw new Fault('forbidden')
  const mark = await verifiedPassword(ctx, password)
  return ctx.write(async (tx) => {
    const user = await lockAccount(tx, tx.actor.id)
    if (!user || passwordFingerprint(user) !== mark) throw wrongPassword()
    if (!(await findIdentityById(tx, id))) throw notFound()
    const unlinked = await unlink(tx, identity)
    const { provider, account } = unlinked
    const sessions_ended = end_others ? await session.endOthers(tx, user.id) : 0
    await tx.audit('user.unlink_provider', user, { ...unlinked, sessions_ended })
    await tx.mail(
      providerMail(
        tx.config,
        user,
        `Your account at ${provider} (${account}) was unlinked just now: it no longer signs you in.`,
      ),
    )
    return done(`${provider} is unlinked.`)
  })
}

/** Unlinks a user's, as the office, and ends their access. Throws 'missing'. */
export const unlinkOf = (ctx: Ctx, user_id: number, identity_id: number) =>
  ctx.write(async (tx) => {
    const user = await lockAccount(tx, user_id)
    if (!user) throw notFound()
    tx.refuse(whyNotUnlink(tx.actor, user))
    const identity = await findIdentityById(tx, identity_id)
    if (!identity || identity.user_id !== user_id) return tx.refuse('This account is no longer linked.')
    const unlinked = await unlink(tx, identity)
    const ended = await countAccess(tx, user_id, tx.now())
    await tx.audit('user.unlink_provider', user, {
      ...unlinked,
      sessions_ended: await endAccess(tx, user_id),
    })
    await tx.mail(providerUnlinkedMail(tx.config, user, { ...unlinked, ended }))
    return done(`${unlinked.provider} is unlinked from ${user.name}.${endedAccessText(ended)}`)
  })
