import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aProposalInput, aSavedProposal } from './builders/proposals.ts'
import { aReview } from './builders/reports.ts'
import { createReport } from './testing/reviews.ts'
import { type TestClient, type TestServer, withServer } from './testing/test_server.ts'

/** The number of statements that a server executes while `work` runs, without `begin` and `commit`. */
async function countStatements({ services }: TestServer, work: () => Promise<unknown>): Promise<number> {
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements++
      return result
    },
  }
  const { db } = services
  services.db = db.withPlugin(counting)
  await work()
  services.db = db
  return statements
}

type Scene = Awaited<ReturnType<typeof createReport>> & {
  staff: TestClient
  reviewing: TestClient
  proposing: TestClient
  draft: number
}

async function whole(world: TestServer): Promise<Scene> {
  const made = await createReport(world, 2)
  const saved = await aSavedProposal(made.office)
  return {
    ...made,
    draft: saved.proposal_id,
    staff: await world.as(made.admin),
    reviewing: await world.as(made.reviewer),
    proposing: await world.as(saved.actor),
  }
}

const CALLS: [name: string, most: number, (scene: Scene) => Promise<unknown>][] = [
  ['a proposal with its reports', 2, (s) => s.staff.api.staff.get({ params: { id: s.proposal_id } })],
  ['a report with its proposal', 5, (s) => s.reviewing.api.reports.get({ params: { id: s.report_id } })],
  ['a search by the office', 2, (s) => s.staff.api.search.find({ query: { q: 'organics' } })],
  ['the form of a proposal', 3, (s) => s.proposing.api.proposals.edit({ params: { id: s.draft } })],
  [
    'the save of a report',
    5,
    (s) => s.reviewing.api.reports.save({ params: { id: s.report_id }, body: { ...aReview(), version: 1 } }),
  ],
  [
    'the save of a proposal',
    8,
    (s) =>
      s.proposing.api.proposals.put({
        params: { id: s.draft },
        body: { ...aProposalInput(), version: 2 },
      }),
  ],
  [
    'the save of a note',
    5,
    (s) =>
      s.staff.api.staff.saveNote({ params: { id: s.proposal_id }, body: { note: 'A note.', version: 1 } }),
  ],
  [
    'the save of score and rank',
    5,
    (s) =>
      s.staff.api.staff.saveGlobalScore({
        params: { id: s.proposal_id },
        body: { global_score: 4, rank: 1, version: 1 },
      }),
  ],
]

describe('maximum number of statements, with those of the session, of', () => {
  test.each(CALLS)('%s: %i', (_, most, call) =>
    withServer(async (world) => {
      const scene = await whole(world)
      let answer: unknown
      const statements = await countStatements(world, async () => {
        answer = await call(scene)
      })
      expect(answer).not.toMatchObject({ result: 0 })
      expect(statements).toBeLessThanOrEqual(most)
    }),
  )
})
