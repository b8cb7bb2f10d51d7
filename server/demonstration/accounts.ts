import type { Actor } from '#domain/session/actor.ts'
import { UserInput } from '#domain/users/contract.ts'
import { aUser } from '../builders/people.ts'
import { declareConflict } from '../conflicts/service.ts'
import { saveByOffice, showUser } from '../users/office_service.ts'
import type { DemonstrationContext } from './context.ts'
import { person } from './people.ts'
import type { Proposer } from './proposals.ts'

/** A disabled former panel member, and a reviewer who moved to another institute. */
export async function changeAccounts({ office }: DemonstrationContext, mover: Actor) {
  await aUser(office, ['panel'], { ...person(960), disabled: true })
  const user = await showUser(office, mover.id)
  const moved = { email: `moved.${user.email}`, affiliation: 'Institute of Small Bodies' }
  await saveByOffice(office, mover.id, UserInput.parse({ ...user, ...moved }))
}

/** A panel member declares a conflict of interest, and the office records one of a reviewer. */
export async function declareConflicts(
  stage: DemonstrationContext,
  proposals: Proposer[],
  panel: Actor,
  reviewer: Actor,
) {
  const [first, second] = proposals.slice(-2)
  if (!first || !second) return
  await declareConflict(stage.as(panel), {
    proposal_id: first.proposal_id,
    reason: 'The proposer was my student until two years ago.',
  })
  await declareConflict(stage.office, {
    proposal_id: second.proposal_id,
    user_id: reviewer.id,
    reason: 'Told us on the telephone that both groups share a grant.',
  })
}
