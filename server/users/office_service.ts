import { done, saved } from '#domain/endpoint.ts'
import { invalid, notFound } from '#domain/errors.ts'
import { endedAccessText } from '#domain/session/ended_access.ts'
import { hasFactor, whyNotResetSecondFactor } from '#domain/session/second_factor.ts'
import type { AccountChange, AccountCommand, NewUserInput, UserInput } from '#domain/users/contract.ts'
import { fullName, sameEmail } from '#domain/users/person.ts'
import {
  hasRole,
  losesAccess,
  NO_ROLE,
  whyNotDelete,
  whyNotResetPassword,
  whyNotSaveUser,
} from '#domain/users/rules.ts'
import {
  accountChangesOf,
  isStaffAccount,
  staffChangesOf,
  whyNotSecond,
} from '#domain/users/staff_accounts.ts'
import { StartError } from '../platform/config.ts'
import type { AnyCtx, Ctx, Tx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { listIdentities } from '../session/providers/identities.ts'
import { deleteIdentities } from '../session/providers/shared_queries.ts'
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
  lockUserByAddress,
  lockWithAdministrators,
} from './queries.ts'
import { lockAddress } from './shared_queries.ts'
import { deleteChange, findChanges, lockChange, type WaitingChange } from './staff_account_queries.ts'
import { notifyStaffChange, WAITS, waitsForSecond } from './staff_accounts.ts'

const TAKEN = 'This e-mail address belongs to another user.'

/** One user with their involvement in the call. Throws 'missing'. */
export async function showUser(ctx: Ctx, id: number) {
  const user = await findUserDetail(ctx.db, ctx.actor, id)
  if (!user) throw notFound()
  const second_factor = await findFactors(ctx.db, id)
  const identities = await listIdentities(ctx, ctx.db, id)
  return { ...user, second_factor, identities, ...(await countAccess(ctx.db, id, ctx.now())) }
}

/** Throws 'invalid' for a user without any role. */
function requireRole(user: Parameters<typeof hasRole>[0]) {
  if (!hasRole(user)) throw invalid({ is_administration_office: NO_ROLE })
}

type AddedUser = Omit<NewUserInput, 'send_mail'>
type Generated = Awaited<ReturnType<typeof generatePassword>> | null

/** Adds a user; with `send_mail` a generated password is mailed. Throws 'invalid'. */
export async function addByOffice(ctx: Ctx, { send_mail, ...fields }: NewUserInput) {
  requireRole({ ...fields, is_proposer: false })
  const generated = send_mail ? await generatePassword(ctx.now()) : null
  return ctx.write(async (tx) => {
    const changes = staffChangesOf(null, { ...fields, disabled: false })
    const user = { id: null, name: fullName(fields), email: fields.email }
    if ((await lockAddress(tx, fields.email)) !== undefined) throw invalid({ email: TAKEN })
    if (await waitsForSecond(tx, { command: 'add', user, changes, fields: { ...fields, send_mail } }))
      return done(WAITS)
    await notifyStaffChange(tx, user, changes)
    return { ...done('The user has been added.'), id: await addAccount(tx, fields, generated) }
  })
}

async function addAccount(tx: Tx, fields: AddedUser, generated: Generated): Promise<number> {
  const user = { ...fields, ...generated?.fields, last_updator_id: tx.actor.id }
  const added = await addUser(tx, user, tx.now())
  if (!added) throw invalid({ email: TAKEN })
  await tx.audit('user.create', added, fields)
  const addressee = { name: fullName(fields), email: fields.email }
  if (generated) await tx.mail(accountMail(tx.config, addressee, generated.password))
  return added.id
}

type LockedUser = Awaited<ReturnType<typeof lockUserForOffice>>

async function lockUserForOffice(tx: Tx, id: number) {
  const { user, others } = await lockWithAdministrators(tx, id)
  if (!user) throw notFound()
  return { user, others, facts: { ...user, deleted: user.deleted_at !== null } }
}

interface SavedUser extends Omit<UserInput, 'version'> {
  is_curation: boolean
}

/**
 * Saves a user. Taking a role or disabling the user ends sessions, download links and API tokens at once, except the
 * caller's own. Throws 'missing', 'stale' and 'invalid'.
 */
export const saveByOffice = (ctx: Ctx, id: number, { version, ...sent }: UserInput) =>
  ctx.write(async (tx) => {
    const owner = await lockAddress(tx, sent.email)
    const locked = await lockUserForOffice(tx, id)
    const { user } = locked
    const fields = { ...sent, is_curation: sent.is_curation ?? user.is_curation }
    const { version: present, updated_at: saved_at, last_updator_id } = user
    const saved_by = await findName(tx, last_updator_id)
    requireVersion('This user', version, { version: present, saved_by, saved_at })
    checkSave(tx, locked, fields, owner)
    const changes = staffChangesOf(user, fields)
    if (await waitsForSecond(tx, { command: 'save', user, changes, version: present, fields }))
      return saved(WAITS, present)
    await notifyStaffChange(tx, user, changes)
    await saveAccount(tx, user, fields)
    return saved('The user has been saved.', present + 1)
  })

function checkSave(
  tx: Tx,
  { user, facts, others }: LockedUser,
  fields: SavedUser,
  owner: number | undefined,
) {
  tx.refuse(whyNotSaveUser(tx.actor, facts, fields, others))
  requireRole({ ...fields, is_proposer: user.is_proposer })
  if (owner !== undefined && owner !== user.id) throw invalid({ email: TAKEN })
}

async function saveAccount(tx: Tx, user: LockedUser['user'], fields: SavedUser) {
  const { id } = user
  await changeUser(tx, id, fields, tx.actor.id, tx.now())
  const ends = losesAccess(user, fields) && id !== tx.actor.id
  const sessions_ended = ends ? await endAccess(tx, id) : 0
  await tx.audit('user.edit', user, { ...fields, ...(sessions_ended > 0 && { sessions_ended }) }, user)
  if (sameEmail(fields.email, user.email)) return
  await endLinks(tx, id)
  await notifyAddressChange(tx, user, fields.email)
}

/** Throws 'missing'. */
export const resetByOffice = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const { user, facts } = await lockUserForOffice(tx, id)
    tx.refuse(whyNotResetPassword(facts))
    const changes = isStaffAccount(user) ? (['password'] as const) : []
    if (await waitsForSecond(tx, { command: 'reset_password', user, changes })) return done(WAITS)
    await notifyStaffChange(tx, user, changes)
    return resetPassword(tx, user)
  })

async function resetPassword(tx: Tx, user: LockedUser['user']) {
  await tx.audit('user.send_reset', user)
  await mailResetLink(tx, user)
  return done(`A link that resets the password has been e-mailed to ${user.email}.`)
}

/** For a user who has lost it; they are notified. Throws 'missing'. */
export const resetFactorByOffice = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const { user, facts } = await lockUserForOffice(tx, id)
    tx.refuse(whyNotResetSecondFactor(tx.actor, facts, await findFactors(tx, id)))
    const changes = isStaffAccount(user) ? (['second_factor'] as const) : []
    if (await waitsForSecond(tx, { command: 'reset_second_factor', user, changes })) return done(WAITS)
    await notifyStaffChange(tx, user, changes)
    return resetFactor(tx, user)
  })

async function resetFactor(tx: Tx, user: LockedUser['user']) {
  const ended = await resetSecondFactor(tx, user)
  return done(`The second factor of ${user.name} has been reset.${endedAccessText(ended)}`)
}

/**
 * Resets the second factor of a user who has lost it, at the command line, which waits for no second administrator. Throws
 * StartError if the user is unknown or has none.
 */
export const resetSecondFactorCommand =
  (email: string, say: (line: string) => void) =>
  (ctx: AnyCtx): Promise<void> =>
    ctx.write(async (tx) => {
      const user = await lockUserByAddress(tx, email)
      if (!user) throw new StartError(`There is no user ${email}.`)
      if (!hasFactor(await findFactors(tx, user.id)))
        throw new StartError(`${user.email} has no second factor.`)
      await notifyStaffChange(tx, user, isStaffAccount(user) ? ['second_factor'] : [])
      const ended = await resetSecondFactor(tx, user)
      say(
        `${user.email} can now sign in with the password alone, and has been e-mailed.${endedAccessText(ended)} Linked accounts and the calendar address stay as they are.`,
      )
    })

/** The changes of staff accounts that wait for a second administrator. */
export async function listWaiting({ db }: Ctx): Promise<AccountChange[]> {
  return (await findChanges(db)).map(({ id, command, user_id, fields, account, asked_at, ...change }) => {
    const after = (fields ?? {}) as Record<string, unknown>
    return {
      id,
      command: command as AccountCommand,
      user_id,
      name: change.name ?? fullName(fields as unknown as AddedUser),
      email: change.email ?? String(after.email),
      changes: accountChangesOf(account, after),
      asked_by: { id: change.asked_by, name: change.asked_by_name },
      asked_at,
    }
  })
}

/** Makes a waiting change, as its second administrator. Throws 'missing' and 'invalid'. */
export async function confirmChange(ctx: Ctx, id: number) {
  const generated = await generatePassword(ctx.now())
  return ctx.write(async (tx) => {
    const change = await lockChange(tx, id)
    if (!change) throw notFound()
    tx.refuse(whyNotSecond(tx.actor, change))
    const asked_by = { id: change.asked_by, name: change.asked_by_name }
    await deleteChange(tx, id)
    await tx.audit('user.confirm_change', { id: change.user_id }, { command: change.command, asked_by })
    return makeChange(tx, change, generated)
  })
}

async function makeChange(
  tx: Tx,
  { command, user_id, version, fields }: WaitingChange,
  generated: Generated,
) {
  if (command === 'add') {
    const { send_mail, ...added } = fields as unknown as NewUserInput
    const user = { id: null, name: fullName(added), email: added.email }
    await notifyStaffChange(tx, user, staffChangesOf(null, { ...added, disabled: false }))
    await addAccount(tx, added, send_mail ? generated : null)
    return done('The user has been added.')
  }
  const asked = fields as unknown as Omit<UserInput, 'version'> | null
  const owner = asked ? await lockAddress(tx, asked.email) : undefined
  const locked = await lockUserForOffice(tx, user_id!)
  const { user, facts } = locked
  if (asked) {
    const next = { ...asked, is_curation: asked.is_curation ?? user.is_curation }
    if (version !== user.version)
      return tx.refuse('The account has been changed since: dismiss this change and ask for it again.')
    checkSave(tx, locked, next, owner)
    await notifyStaffChange(tx, user, staffChangesOf(user, next))
    await saveAccount(tx, user, next)
    return done('The user has been saved.')
  }
  if (command === 'reset_password') {
    tx.refuse(whyNotResetPassword(facts))
    await notifyStaffChange(tx, user, ['password'])
    return resetPassword(tx, user)
  }
  tx.refuse(whyNotResetSecondFactor(tx.actor, facts, await findFactors(tx, user.id)))
  await notifyStaffChange(tx, user, ['second_factor'])
  return resetFactor(tx, user)
}

/** Dismisses a waiting change; the one who asked for it may take it back so. Throws 'missing'. */
export const dismissChange = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const change = await lockChange(tx, id)
    if (!change) throw notFound()
    await deleteChange(tx, id)
    await tx.audit('user.dismiss_change', { id: change.user_id }, { command: change.command })
    return done('The change has been dismissed.')
  })

/** Deletes a disabled user: the row if only the audit log refers to it, otherwise name and address. */
export const removeByOffice = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const { user, facts } = await lockUserForOffice(tx, id)
    tx.refuse(whyNotDelete(tx.actor, facts))
    await endAccess(tx, id)
    await deleteFactors(tx, id)
    await deleteIdentities(tx, id)
    const erased = await eraseUser(tx, id)
    if (!erased) await anonymiseUser(tx, id, tx.actor.id, tx.now())
    await tx.audit('user.delete', user, { erased })
    return done('The user has been deleted.')
  })
