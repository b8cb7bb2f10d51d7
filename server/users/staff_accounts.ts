import type { AccountCommand } from '#domain/users/contract.ts'
import { type StaffChange, whyNotAskSecond } from '#domain/users/staff_accounts.ts'
import type { AnyTx, Tx } from '../platform/context.ts'
import { staffAccountMail } from './mails.ts'
import { findOffice } from './queries.ts'
import { requiresTwo } from './shared_queries.ts'
import { insertChange } from './staff_account_queries.ts'

interface Account {
  id: number | null
  name: string
  email: string
}

const findOthers = async (tx: AnyTx) => (await findOffice(tx)).filter(({ id }) => id !== tx.actor?.id)

/**
 * Mails the other administrators, but not the account itself, about changes of a staff account; of another e-mail address the whole office is told
 * (notifyAddressChange). Call it before the change.
 */
export async function notifyStaffChange(tx: AnyTx, user: Account, made: readonly StaffChange[]) {
  const changes = made.filter((change) => change !== 'email')
  const others = (await findOthers(tx)).filter(({ id }) => id !== user.id)
  const recipients = others.map(({ email }) => email)
  if (changes.length === 0 || recipients.length === 0) return
  await tx.mail(staffAccountMail(tx.config, recipients, tx.actor, user, changes, false))
}

interface Asked {
  command: AccountCommand
  user: Account
  changes: readonly StaffChange[]
  version?: number
  fields?: object
}

/** Where a second administrator is required, keeps the change until one confirms it, and returns whether it waits. */
export async function waitsForSecond(
  tx: Tx,
  { command, user, changes, version, fields }: Asked,
): Promise<boolean> {
  if (changes.length === 0 || !(await requiresTwo(tx))) return false
  const others = await findOthers(tx)
  tx.refuse(whyNotAskSecond(others, user.id))
  const change = {
    command,
    user_id: user.id,
    version: version ?? null,
    fields: fields === undefined ? null : JSON.stringify(fields),
    asked_by: tx.actor.id,
    asked_at: tx.now().toISOString(),
  }
  if (!(await insertChange(tx, change)))
    tx.refuse('A change of this account already waits for a second administrator.')
  await tx.audit('user.ask_change', { id: user.id }, { command, email: user.email, ...fields })
  const recipients = others.map(({ email }) => email)
  await tx.mail(staffAccountMail(tx.config, recipients, tx.actor, user, changes, true))
  return true
}

export const WAITS = 'Another administrator has to confirm this. All of them have been e-mailed.'
