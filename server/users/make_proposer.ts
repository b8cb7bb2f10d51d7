import type { PersonInput } from '#domain/users/person.ts'
import type { Tx } from '../platform/context.ts'
import { generatePassword } from '../session/service.ts'
import { addUser, giveProposerRole, lockUserByEmail } from './queries.ts'

interface MadeProposer {
  user_id: number
  /** The generated password of a new user, answered this once. */
  password: string | null
}

/**
 * The user behind a person's e-mail, as a proposer. A new user gets a generated password; one who is there keeps name
 * and password and gains the role. A disabled user is refused.
 */
export async function makeProposer(tx: Tx, person: PersonInput): Promise<MadeProposer> {
  const known = await lockUserByEmail(tx, person.email)
  return known ? promote(tx, known) : create(tx, person)
}

async function create(tx: Tx, person: PersonInput): Promise<MadeProposer> {
  const { password, fields } = await generatePassword(tx.now())
  const { first_name, middle_name, last_name, suffix, email, affiliation } = person
  const names = { first_name, middle_name, last_name, suffix, email, affiliation }
  const added = await addUser(tx, { ...names, ...fields, is_proposer: true })
  // A parallel registration may have made the same user: then theirs is the one.
  if (!added) return promote(tx, (await lockUserByEmail(tx, email))!)
  await tx.audit('user.create', added, { ...names, is_proposer: true })
  return { user_id: added.id, password }
}

type Known = NonNullable<Awaited<ReturnType<typeof lockUserByEmail>>>

async function promote(tx: Tx, user: Known): Promise<MadeProposer> {
  tx.refuse(user.disabled ? `The user ${user.email} is disabled.` : null)
  if (!user.is_proposer) {
    await giveProposerRole(tx, user.id)
    await tx.audit('user.edit', user, { is_proposer: true }, { is_proposer: false })
  }
  return { user_id: user.id, password: null }
}
