import type { Tx } from '../platform/context.ts'
import { rolesOf } from '../platform/session.ts'
import { addressChangedMail, emailChangedMail } from './mails.ts'
import { findOffice } from './queries.ts'

interface Changed {
  name: string
  email: string
  is_administration_office: boolean
  is_panel: boolean
  is_reviewer: boolean
  is_proposer: boolean
}

/** Tells of another e-mail address: the old one always, the office where it is a staff member's or a reviewer's. */
export async function tellOfAddress(tx: Tx, user: Changed, to: string) {
  const change = { name: user.name, email: user.email, to }
  await tx.mail(emailChangedMail(tx.config, change))
  if (!rolesOf(user).some((role) => role !== 'proposer')) return
  const office = (await findOffice(tx)).map(({ email }) => email)
  if (office.length > 0) await tx.mail(addressChangedMail(tx.config, office, tx.actor, change))
}
