import { done, saved } from '#domain/endpoint.ts'
import { Fault, invalid, notFound } from '#domain/errors.ts'
import { durationMs } from '#domain/session/durations.ts'
import type { ProfileInput } from '#domain/users/contract.ts'
import { fullName, sameEmail } from '#domain/users/person.ts'
import { whyNotChangeOwnEmail } from '#domain/users/rules.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { spend } from '../platform/http/throttle.ts'
import { rolesOf } from '../platform/session.ts'
import { hashToken, newToken } from '../platform/tokens.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { endLinks } from '../session/shared_queries.ts'
import { isOwnPassword } from '../session/sign_in.ts'
import { addressChangedMail, confirmEmailMail, emailAskedMail, emailChangedMail } from './mails.ts'
import {
  changeUser,
  consumeEmailChange,
  findEmailChange,
  findOffice,
  findProfile,
  lockUser,
  saveEmailChange,
} from './queries.ts'
import { lockAddress } from './shared_queries.ts'

interface AddressOwner {
  id: number
  name: string
  email: string
  is_administration_office: boolean
  is_panel: boolean
  is_reviewer: boolean
  is_curation: boolean
  is_proposer: boolean
}

/** Mails the old address, and the office too if the user is staff or a reviewer. */
export async function notifyAddressChange(tx: Tx, user: AddressOwner, to: string) {
  const change = { id: user.id, name: user.name, email: user.email, to }
  await tx.mail(emailChangedMail(tx.config, change))
  if (!rolesOf(user).some((role) => role !== 'proposer')) return
  const office = (await findOffice(tx)).map(({ email }) => email)
  if (office.length > 0) await tx.mail(addressChangedMail(tx.config, office, tx.actor, change))
}

const CHANGES_AN_HOUR = { name: 'email_change', points: 5, seconds: 3600 }
const TAKEN = 'This e-mail address belongs to another user.'

type Fields = Omit<ProfileInput, 'email_token' | 'password'>

/** Name of the person who saved last, for the owner; members of the office stay anonymous. */
const lastSaverName = (user: { id: number; name: string; last_updator_id: number | null }) =>
  user.last_updator_id === user.id ? user.name : 'the administration office'

/** A new e-mail address needs the password and takes effect when the mailed link is opened. */
export async function saveMyProfile(ctx: Ctx, { email_token, password = '', ...fields }: ProfileInput) {
  if (email_token !== undefined) return confirmEmail(ctx, hashToken(email_token))
  const before = await findProfile(ctx.db, ctx.actor.id)
  if (!before) throw notFound()
  const newEmail = !sameEmail(fields.email, before.email)
  const why = newEmail ? whyNotChangeOwnEmail(ctx.actor) : null
  if (why) throw invalid({ email: why })
  if (newEmail) await requireOwnPassword(ctx, password)
  return ctx.write((tx) => save(tx, fields, newEmail))
}

/** Throws 'invalid' on a wrong password, and 'throttled' at the sixth change within an hour. */
async function requireOwnPassword(ctx: Ctx, password: string) {
  if (password === '') throw invalid({ password: 'Please enter your password' })
  if (!(await isOwnPassword(ctx, password))) throw invalid({ password: 'The password is not right.' })
  if (ctx.config.rateLimit > 0) await spend(ctx.db, CHANGES_AN_HOUR, String(ctx.actor.id))
}

async function save(tx: Tx, { email, version, ...rest }: Fields, newEmail: boolean) {
  const owner = await lockAddress(tx, email)
  const user = await lockUser(tx, tx.actor.id)
  if (!user) throw notFound()
  const { version: present, updated_at: saved_at } = user
  requireVersion('Your profile', version, { version: present, saved_at, saved_by: lastSaverName(user) })
  const same = sameEmail(email, user.email)
  // The address was changed meanwhile: the password was not checked.
  if (!same && !newEmail) throw new Fault('stale')
  const fields = same ? { ...rest, email } : rest
  await changeUser(tx, user.id, fields, user.id, tx.now())
  await tx.audit('user.edit_profile', user, fields, user)
  if (same) return saved('Saved successfully', present + 1)
  if (owner !== undefined && owner !== user.id) throw invalid({ email: TAKEN })
  const token = newToken()
  await saveEmailChange(tx, {
    user_id: user.id,
    token_hash: hashToken(token),
    email,
    expires_at: new Date(+tx.now() + durationMs('email_link')).toISOString(),
  })
  await tx.audit('user.ask_email', user, { email }, user)
  const change = { name: fullName(rest), email: user.email, to: email }
  await tx.mail(confirmEmailMail(tx.config, email, token))
  await tx.mail(emailAskedMail(tx.config, change))
  return saved(
    `Saved successfully. To change the e-mail address, open the link in the e-mail to ${email}.`,
    present + 1,
  )
}

const confirmEmail = (ctx: Ctx, token_hash: string) =>
  ctx.write(async (tx) => {
    const { id } = tx.actor
    const change = await findEmailChange(tx, id, token_hash, tx.now())
    const owner = change && (await lockAddress(tx, change.email))
    const user = await lockUser(tx, id)
    if (!user || !change || !(await consumeEmailChange(tx, token_hash)))
      return tx.refuse('This link is no longer valid. Please save the new e-mail address once more.')
    if (owner !== undefined && owner !== id) tx.refuse(TAKEN)
    const { email } = change
    await changeUser(tx, id, { email }, id, tx.now())
    await tx.audit('user.change_email', user, { email }, user)
    await endLinks(tx, id)
    await notifyAddressChange(tx, user, email)
    return done('The e-mail address has been changed.')
  })
