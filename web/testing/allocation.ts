import type { Actor } from '#domain/session/actor.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSample } from '#server/builders/samples.ts'
import { aSubmitted } from '#server/testing/allocation.ts'
import type { World } from '#server/testing/world.ts'
import { inWindow, type Window } from '#web/testing.tsx'

export interface Scene {
  world: World
  office: Actor
  window: (actor: Actor) => Promise<Window>
  proposals: number[]
  samples: { id: number; name: string }[]
}

/** A call with two submitted proposals and two samples; the first proposal asks for the first sample by name. */
export const scene = (work: (scene: Scene) => Promise<void>) =>
  inWindow(async (world, window) => {
    const { ctx } = world
    await aTerm(ctx())
    const office = await aUser(ctx(), ['admin'])
    const samples = [await aSample(ctx()), await aSample(ctx())]
    const asks = [{ sample_id: samples[0]!.id }]
    const proposals = [await aSubmitted(world, office, { score: 4.5, asks }), await aSubmitted(world, office)]
    await work({ world, office, window, proposals, samples })
  })

/** The assignments as they are stored: sample, proposal, status. */
export const stored = async ({ db }: World) =>
  (
    await db.selectFrom('assignments').select(['sample_id', 'proposal_id', 'status']).orderBy('id').execute()
  ).map((a) => [a.sample_id, a.proposal_id, a.status])
