import { aTerm, aUser } from '../builders/people.ts'
import type { TestServer } from './test_server.ts'

/** When the scene of results plays. */
export const NOW = '2026-06-16T09:00:00.000Z'

/** A call with two persons of the office. */
export async function resultScene(world: TestServer) {
  world.at(NOW)
  const term = await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  const colleague = await aUser(world.ctx(), ['admin'])
  const office = world.ctx(admin)
  return {
    ...{ term, admin, colleague, office },
    asOffice: await world.as(admin),
    asColleague: await world.as(colleague),
  }
}

export const of = (proposal_id: number) => ({ params: { id: proposal_id } })
export const only = (proposal_id: number) => ({ body: { proposal_ids: [proposal_id] } })
