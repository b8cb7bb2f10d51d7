import type { Actor } from '#domain/session/actor.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSample } from '#server/builders/samples.ts'
import { createSubmittedProposal } from '#server/testing/allocation.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { type BrowserWindow, withBrowser } from '#web/testing.tsx'

export interface GridFixture {
  server: TestServer
  office: Actor
  window: (actor: Actor) => Promise<BrowserWindow>
  proposals: number[]
  samples: { id: number; name: string }[]
}

/** A term with two samples and two proposals; the first asks for the first sample. For tests. */
export const withGrid = (work: (scene: GridFixture) => Promise<void>) =>
  withBrowser(async (server, window) => {
    const { ctx } = server
    await aTerm(ctx())
    const office = await aUser(ctx(), ['admin'])
    const samples = [await aSample(ctx()), await aSample(ctx())]
    const asks = [{ sample_id: samples[0]!.id }]
    const proposals = [
      await createSubmittedProposal(server, office, { score: 4.5, asks }),
      await createSubmittedProposal(server, office),
    ]
    await work({ server, office, window, proposals, samples })
  })

/** The assignments as they are stored: sample, proposal, status. */
export const storedAssignments = async ({ db }: TestServer) =>
  (
    await db.selectFrom('assignments').select(['sample_id', 'proposal_id', 'status']).orderBy('id').execute()
  ).map((a) => [a.sample_id, a.proposal_id, a.status])
