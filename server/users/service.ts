import { notFound } from '#domain/errors.ts'
import type { UserFilter } from '#domain/users/contract.ts'
import { type PersonInput, personSchema } from '#domain/users/person.ts'
import type { AnyCtx, Ctx, Db, Tx } from '../platform/context.ts'
import { exportAddress } from '../platform/csv.ts'
import { StartError } from '../platform/start_error.ts'
import { generatePassword } from '../session/service.ts'
import { mailListExport } from './exports.ts'
import { addUser, changeUser, findNames, findOffice, findProfile, lockUserByAddress } from './queries.ts'

/** The signed-in user's own profile. */
export async function myProfile(ctx: Ctx) {
  const profile = await findProfile(ctx.db, ctx.actor.id)
  if (!profile) throw notFound()
  return profile
}

export const downloadMailList = (ctx: Ctx, filter: UserFilter) => exportAddress(ctx, mailListExport, filter)

/** A map of user id to name. */
export const userNames = async (db: Db) =>
  Object.fromEntries((await findNames(db)).map(({ id, name }) => [String(id), name]))

/** Who receives the office's mails: its members, with their addresses. */
export const officeMembers = (db: Db) => findOffice(db)

/** The first administrator, with a generated password; null when the e-mail is taken. */
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
    const added = await addUser(tx, user, tx.now())
    if (!added) {
      tx.unrecorded('The e-mail is taken.')
      return null
    }
    await tx.audit('user.create', added, { email, is_administration_office: true })
    return password
  })
}

interface ProposerAccount {
  user_id: number
  /** The ID to sign in with; another than the person's where that is one of before. */
  email: string
  /** The generated password of a new user, answered this once. */
  password: string | null
}

/**
 * The user behind a person's e-mail, present or past, as a proposer. A new user gets a generated password; one who is
 * there keeps name, e-mail and password and gains the role. A disabled user is refused.
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
  // The address is held: nobody has taken it since it was looked for.
  const added = (await addUser(tx, user, tx.now()))!
  await tx.audit('user.create', added, { ...names, is_proposer: true })
  return { user_id: added.id, email, password }
}

type KnownUser = NonNullable<Awaited<ReturnType<typeof lockUserByAddress>>>

async function grantProposerRole(tx: Tx, user: KnownUser): Promise<ProposerAccount> {
  tx.refuse(user.deleted_at ? 'This e-mail address was that of a user who was deleted.' : null)
  tx.refuse(user.disabled ? `The user ${user.email} is disabled.` : null)
  if (!user.is_proposer) {
    await changeUser(tx, user.id, { is_proposer: true }, tx.actor.id, tx.now())
    await tx.audit('user.edit', user, { is_proposer: true }, { is_proposer: false })
  }
  return { user_id: user.id, email: user.email, password: null }
}

/** Makes the first administrator and says the password. Throws StartError for what is no e-mail, or is taken. */
export function createAdministratorCommand(email: string, say: (line: string) => void) {
  const checked = personSchema().email.safeParse(email)
  if (!checked.success) throw new StartError(`${email} is not an e-mail address.`)
  return async (ctx: AnyCtx) => {
    const password = await createAdministrator(ctx, checked.data)
    if (password === null) throw new StartError(`There is a user ${email} already.`)
    say(`The administrator ${email} can sign in once with this password and then change it:\n${password}`)
  }
}
