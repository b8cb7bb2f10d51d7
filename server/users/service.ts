import { notFound } from '#domain/errors.ts'
import type { UserFilter } from '#domain/users/contract.ts'
import { type PersonInput, personSchema } from '#domain/users/person_schemas.ts'
import { StartError } from '../platform/config.ts'
import type { AnyCtx, Ctx, Db, Tx } from '../platform/context.ts'
import { exportAddress } from '../platform/csv.ts'
import { generatePassword } from '../session/service.ts'
import { mailListExport } from './exports.ts'
import { addUser, changeUser, findNames, findOffice, findProfile, lockUserByAddress } from './queries.ts'
import { lockAddress } from './shared_queries.ts'
import { notifyStaffChange } from './staff_accounts.ts'

export async function myProfile(ctx: Ctx) {
  const profile = await findProfile(ctx.db, ctx.actor.id)
  if (!profile) throw notFound()
  return profile
}

export const downloadMailList = (ctx: Ctx, filter: UserFilter) => exportAddress(ctx, mailListExport, filter)

/** A map of user id to name. */
export const userNames = async (db: Db) =>
  Object.fromEntries((await findNames(db)).map(({ id, name }) => [String(id), name]))

/** The active members of the office, who receive its mails. */
export const officeMembers = (db: Db) => findOffice(db)

/** Returns the generated password, or null if the e-mail address is taken. */
export async function createAdministrator(ctx: AnyCtx, email: string): Promise<string | null> {
  const { password, fields } = await generatePassword(ctx.now())
  return ctx.write(async (tx) => {
    const user = {
      first_name: 'Administration',
      last_name: 'Office',
      email,
      ...fields,
      is_administration_office: true,
    }
    if ((await lockAddress(tx, email)) !== undefined) {
      tx.skipAudit('The e-mail is taken.')
      return null
    }
    await notifyStaffChange(tx, { id: null, name: email, email }, ['role'])
    // The address is locked, so it cannot have been taken meanwhile.
    const added = (await addUser(tx, user, tx.now()))!
    await tx.audit('user.create', added, { email, is_administration_office: true })
    return password
  })
}

interface ProposerAccount {
  user_id: number
  /** The ID to sign in with; differs from the person's address if that is a former one. */
  email: string
  /** The generated password of a new user; not stored in clear text. */
  password: string | null
  /** The user had an account without this role. */
  role_added: boolean
}

/**
 * Makes the user with this present or former e-mail address a proposer. An existing user keeps name, address and
 * password; a new one gets a generated password. Refuses disabled and deleted users.
 */
export async function makeProposer(tx: Tx, person: PersonInput): Promise<ProposerAccount> {
  const known = await lockUserByAddress(tx, person.email)
  return known ? grantProposerRole(tx, known) : createProposer(tx, person)
}

async function createProposer(tx: Tx, person: PersonInput): Promise<ProposerAccount> {
  const { password, fields } = await generatePassword(tx.now())
  const { first_name, middle_name, last_name, suffix, email, affiliation } = person
  const names = { first_name, middle_name, last_name, suffix, email, affiliation }
  const user = { ...names, ...fields, is_proposer: true, last_updator_id: tx.actor.id }
  // The address is locked, so it cannot have been taken meanwhile.
  const added = (await addUser(tx, user, tx.now()))!
  await tx.audit('user.create', added, { ...names, is_proposer: true })
  return { user_id: added.id, email, password, role_added: false }
}

type KnownUser = NonNullable<Awaited<ReturnType<typeof lockUserByAddress>>>

async function grantProposerRole(tx: Tx, user: KnownUser): Promise<ProposerAccount> {
  tx.refuse(user.deleted_at ? 'This e-mail address was that of a user who was deleted.' : null)
  tx.refuse(user.disabled ? `The user ${user.email} is disabled.` : null)
  if (!user.is_proposer) {
    await changeUser(tx, user.id, { is_proposer: true }, tx.actor.id, tx.now())
    await tx.audit('user.edit', user, { is_proposer: true }, { is_proposer: false })
  }
  return { user_id: user.id, email: user.email, password: null, role_added: !user.is_proposer }
}

/** Creates an administrator and prints the password. Throws StartError if the e-mail address is invalid or taken. */
export function createAdministratorCommand(email: string, say: (line: string) => void) {
  const checked = personSchema().email.safeParse(email)
  if (!checked.success) throw new StartError(`${email} is not an e-mail address.`)
  return async (ctx: AnyCtx) => {
    const password = await createAdministrator(ctx, checked.data)
    if (password === null) throw new StartError(`There is a user ${email} already.`)
    say(`The administrator ${email} can sign in once with this password and then change it:\n${password}`)
  }
}
