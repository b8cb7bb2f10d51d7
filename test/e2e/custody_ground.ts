import { aTerm, aUser, givePassword } from '#server/builders/people.ts'
import { anAllocatedProposal } from '#server/builders/results.ts'
import { aSample } from '#server/builders/samples.ts'
import { context } from '#server/platform/context.ts'
import type { OpenServices } from '#server/process.ts'
import { hashPassword } from '#server/session/password_hash.ts'
import { PASSWORD } from './journey.ts'

interface Person {
  name: string
  email: string
}

export interface Ground {
  /** Writes the result and releases it, keeps the agreement, dispatches what curation has packed. */
  office: Person
  /** Checks what the office wrote. */
  second: Person
  curation: Person
  borrower: Person
  proposal_id: number
}

export const TITLE = 'Salts of the first waters'
/** The samples that are confirmed, 5.4 mg each: the borrower declines the last. */
export const SAMPLES = ['A0106', 'A0107', 'A0108'] as const

/** A call with one proposal for which three samples are confirmed, in an empty database. */
export async function fillForCustody({ services }: OpenServices): Promise<Ground> {
  const password_hash = await hashPassword(PASSWORD)
  const nobody = context(services, null)
  await aTerm(nobody)
  const user = (role: 'admin' | 'curation', last_name: string, email: string) =>
    aUser(nobody, [role], { first_name: 'Bo', last_name, email, password_hash })
  const host = await user('admin', 'Office', 'host@example.org')
  const second = await user('admin', 'Sokolov', 'second@example.org')
  const curation = await user('curation', '田中', 'curation@example.org')
  const office = context(services, host)
  const given = []
  for (const name of SAMPLES) given.push(await aSample(office, { name }))
  const { actor, proposal_id } = await anAllocatedProposal(office, {
    given,
    input: { title: TITLE },
    notice: { first_name: 'Núria', last_name: 'O’Hara', email: 'borrower@example.org' },
  })
  await givePassword(nobody, actor.email, password_hash)
  return { office: host, second, curation, borrower: actor, proposal_id }
}
