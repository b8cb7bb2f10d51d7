import type { Client } from '#domain/client.ts'
import type { SystemContract } from '#domain/contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Term } from '#domain/terms/rules.ts'
import { aTerm, aUser } from '../../builders/people.ts'
import type { Ctx } from '../../platform/context.ts'
import type { World } from '../world.ts'

/** Where a deed is done: a world with an open term and the office. */
export interface Stage {
  world: World
  term: Term
  admin: Actor
  /** The product's services on behalf of the office, and its browser. */
  office: Ctx
  api: Client<SystemContract>
}

/** Does one thing, as its person would, and answers the id of its object and who did it (null: a visitor). */
export type Deed = (stage: Stage) => Promise<{ object: number | null; by: number | null }>

export async function stageIn(world: World): Promise<Stage> {
  const term = await aTerm(world.ctx())
  const admin = await aUser(world.ctx(), ['admin'])
  return { world, term, admin, office: world.ctx(admin), api: (await world.as(admin)).api }
}
