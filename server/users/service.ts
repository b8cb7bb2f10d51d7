import { notFound } from '#domain/errors.ts'
import type { UserFilter } from '#domain/users/contract.ts'
import type { AnyCtx, Ctx, Db } from '../platform/context.ts'
import { exportAddress } from '../platform/csv.ts'
import { generatePassword } from '../session/service.ts'
import { mailListExport } from './exports.ts'
import { addUser, findNames, findOffice, findProfile } from './queries.ts'

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
