import type { Insertable } from 'kysely'
import type { PersonInput } from '#domain/users/person.ts'
import type { Db } from '../platform/context.ts'
import type { Proposals } from '../platform/database/tables.gen.ts'

/** Adds a proposal, or nothing when the proposer has one in the term. */
export const addProposal = (tx: Db, proposal: Insertable<Proposals>) =>
  tx
    .insertInto('proposals')
    .values(proposal)
    .onConflict((conflict) => conflict.columns(['user_id', 'term_id']).doNothing())
    .returning('id')
    .executeTakeFirst()

/** The proposal's collaborators become exactly these, in this order. */
export async function replaceCollaborators(tx: Db, proposal_id: number, people: PersonInput[]) {
  await tx.deleteFrom('proposal_collaborators').where('proposal_id', '=', proposal_id).execute()
  if (people.length > 0)
    await tx
      .insertInto('proposal_collaborators')
      .values(people.map((person, position) => ({ ...person, proposal_id, position })))
      .execute()
}
