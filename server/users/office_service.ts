import { done, saved } from '#domain/endpoint.ts'
import { invalid, notFound } from '#domain/errors.ts'
import { whyNotResetSecondFactor } from '#domain/session/second_factor.ts'
import type { NewUserInput, UserInput } from '#domain/users/contract.ts'
import { fullName, sameEmail } from '#domain/users/person.ts'
import {
  hasRole,
  losesAccess,
  NO_ROLE,
  whyNotDelete,
  whyNotResetPassword,
  whyNotSaveUser,
} from '#domain/users/rules.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { resetSecondFactor } from '../session/second_factor/reset.ts'
import { deleteFactors, findFactors } from '../session/second_factor/shared_queries.ts'
import { generatePassword, mailResetLink } from '../session/service.ts'
import { countAccess, endAccess, endLinks } from '../session/shared_queries.ts'
import { findUserDetail } from './list_queries.ts'
import { accountMail } from './mails.ts'
import { notifyAddressChange } from './profile.ts'
import {
  addUser,
  anonymiseUser,
  changeUser,
  eraseUser,
  findName,
  lockAddress,
  lockWithAdministrators,
} from './queries.ts'

const TAKEN = 'This e-mail address belongs to another user.'

/** One user with their involvement in the call. Throws 'missing'. */
export async function showUser(ctx: Ctx, id: number) {
  const user = await findUserDetail(ctx.db, ctx.actor, id)
  if (!user) throw notFound()
  const second_factor = await findFactors(ctx.db, id)
  return { ...user, second_factor, ...(await countAccess(ctx.db, id, ctx.now())) }
}

/** Throws 'invalid' for a user without any role. */
function requireRole(user: Parameters<typeof hasRole>[0]) {
  if (!hasRole(user)) throw invalid({ is_administration_office: NO_ROLE })
}

/** Adds a user; with `send_mail` a generated password is mailed. Throws 'invalid'. */
export async function addByOffice(ctx: Ctx, { send_mail, ...fields }: NewUserInput) {
  requireRole({ ...fields, is_proposer: false })
  const generated = send_mail ? await generatePassword(ctx.now()) : null
  return ctx.write(async (tx) => {
    const user = { ...fields, ...generated?.fields, last_updator_id: tx.actor.id }
    const added = await addUser(tx, user, tx.now())
    if (!added) throw invalid({ email: TAKEN })
    await tx.audit('user.create', added, fields)
    const addressee = { name: fullName(fields), email: fields.email }
    if (generated) await tx.mail(accountMail(tx.config, addressee, generated.password))
    return { ...done('The user has been added.'), id: added.id }
  })
}

async function lockUserForOffice(tx: Tx, id: number) {
  const { user, others } = await lockWithAdministrators(tx, id)
  if (!user) throw notFound()
  return { user, others, facts: { ...user, deleted: user.deleted_at !== null } }
}

/**
 * Saves a user. Taking a role or disabling the user ends sessions and download links at once, except the caller's own.
 * Throws 'missing', 'stale' and 'invalid'.
 */
export const saveByOffice = (ctx: Ctx, id: number, { version, ...fields }: UserInput) =>
  ctx.write(async (tx) => {
    const owner = await lockAddress(tx, fields.email)
    const { user, others, facts } = await lockUserForOffice(tx, id)
    const { version: present, updated_at: saved_at, last_updator_id } = user
    const saved_by = await findName(tx, last_updator_id)
    requireVersion('This user', version, { version: present, saved_by, saved_at })
    tx.refuse(whyNotSaveUser(tx.actor, facts, fields, others))
    requireRole({ ...fields, is_proposer: user.is_proposer })
    if (owner !== undefined && owner !== id) throw invalid({ email: TAKEN })
    await changeUser(tx, id, fields, tx.actor.id, tx.now())
    const ends = losesAccess(user, fields) && id !== tx.actor.id
    const sessions_ended = ends ? await endAccess(tx, id) : 0
    await tx.audit('user.edit', user, { ...fields, ...(sessions_ended > 0 && { sessions_ended }) }, user)
    if (!sameEmail(fields.email, user.email)) {
      await endLinks(tx, id)
      await notifyAddressChange(tx, user, fields.email)
    }
    return saved('The user has been saved.', present + 1)
  })

/** Throws 'missing'. */
export const resetByOffice = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const { user, facts } = await lockUserForOffice(tx, id)
    tx.refuse(whyNotResetPassword(facts))
    await tx.audit('user.send_reset', user)
    await mailResetLink(tx, user)
    return done(`A link that resets the password has been mailed to ${user.email}.`)
  })

/** For a user who has lost it; they are notified. Throws 'missing'. */
export const resetFactorByOffice = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const { user, facts } = await lockUserForOffice(tx, id)
    tx.refuse(whyNotResetSecondFactor(tx.actor, facts, await findFactors(tx, id)))
    await resetSecondFactor(tx, user)
    return done(`The second factor of ${user.name} is reset.`)
  })

/** Deletes a disabled user: the row if only the audit log refers to it, otherwise name and address. */
export const removeByOffice = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const { user, facts } = await lockUserForOffice(tx, id)
    tx.refuse(whyNotDelete(tx.actor, facts))
    await endAccess(tx, id)
    await deleteFactors(tx, id)
    const erased = await eraseUser(tx, id)
    if (!erased) await anonymiseUser(tx, id, tx.actor.id, tx.now())
    await tx.audit('user.delete', user, { erased })
    return done('The user has been deleted.')
  })
