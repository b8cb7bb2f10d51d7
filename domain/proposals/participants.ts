import { sameEmail } from '../users/person.ts'
import type { Proposal } from './contract.ts'

export interface Participants extends Pick<Proposal, 'name' | 'email'> {
  proposal_collaborator: readonly { name: string; email: string }[]
}

/** The proposer and the collaborators, each address once: the recipients of a proposal's mails. */
export function participantsOf({ name, email, proposal_collaborator }: Participants) {
  const people = [{ name, email }, ...proposal_collaborator]
  return people.filter((person, i) => people.findIndex(({ email }) => sameEmail(email, person.email)) === i)
}
