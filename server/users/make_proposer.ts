import type { PersonInput } from '#domain/users/person.ts'
import type { Tx } from '../platform/context.ts'
import { generatePassword } from '../session/service.ts'
import { addUser, changeUser, lockUserByAddress } from './queries.ts'

interface MadeProposer {
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
export async function makeProposer(tx: Tx, person: PersonInput): Promise<MadeProposer> {
  const known = await lockUserByAddress(tx, person.email)
  return known ? promote(tx, known) : create(tx, person)
}

async function create(tx: Tx, person: PersonInput): Promise<MadeProposer> {
  const { password, fields } = await generatePassword(tx.now())
  const { first_name, middle_name, last_name, suffix, email, affiliation } = person
  const names = { first_name, middle_name, last_name, suffix, email, affiliation }
  const user = { ...names, ...fields, is_proposer: true, last_updator_id: tx.actor.id }
  // The address is held: nobody has taken it since it was looked for.
  const added = (await addUser(tx, user, tx.now()))!
  await tx.audit('user.create', added, { ...names, is_proposer: true })
  return { user_id: added.id, email, password }
}

type Known = NonNullable<Awaited<ReturnType<typeof lockUserByAddress>>>

async function promote(tx: Tx, user: Known): Promise<MadeProposer> {
  tx.refuse(user.deleted_at ? 'This e-mail address was that of a user who was deleted.' : null)
  tx.refuse(user.disabled ? `The user ${user.email} is disabled.` : null)
  if (!user.is_proposer) {
    await changeUser(tx, user.id, { is_proposer: true }, tx.actor.id, tx.now())
    await tx.audit('user.edit', user, { is_proposer: true }, { is_proposer: false })
  }
  return { user_id: user.id, email: user.email, password: null }
}
