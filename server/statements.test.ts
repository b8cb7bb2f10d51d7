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

type Fixture = Awaited<ReturnType<typeof createReport>> & {
  staff: TestClient
  reviewing: TestClient
  proposing: TestClient
  draft: number
}

async function createFixture(world: TestServer): Promise<Fixture> {
  const report = await createReport(world, 2)
  const saved = await aSavedProposal(report.office)
  return {
    ...report,
    draft: saved.proposal_id,
    staff: await world.as(report.admin),
    reviewing: await world.as(report.reviewer),
    proposing: await world.as(saved.actor),
  }
}

const REQUESTS: [name: string, max: number, (fixture: Fixture) => Promise<unknown>][] = [
  ['a proposal with its reports', 2, (s) => s.staff.api.staff.get({ params: { id: s.proposal_id } })],
  ['a report with its proposal', 5, (s) => s.reviewing.api.reports.get({ params: { id: s.report_id } })],
  ['a search by the office', 2, (s) => s.staff.api.search.find({ query: { q: 'organics' } })],
  ['the form of a proposal', 3, (s) => s.proposing.api.proposals.edit({ params: { id: s.draft } })],
  [
    'saving a report',
    5,
    (s) => s.reviewing.api.reports.save({ params: { id: s.report_id }, body: { ...aReview(), version: 1 } }),
  ],
  [
    'saving a proposal',
    8,
    (s) =>
      s.proposing.api.proposals.put({
        params: { id: s.draft },
        body: { ...aProposalInput(), version: 2 },
      }),
  ],
  [
    'saving a note',
    5,
    (s) =>
      s.staff.api.staff.saveNote({ params: { id: s.proposal_id }, body: { note: 'A note.', version: 1 } }),
  ],
  [
    'saving score and rank',
    5,
    (s) =>
      s.staff.api.staff.saveGlobalScore({
        params: { id: s.proposal_id },
        body: { global_score: 4, rank: 1, version: 1 },
      }),
  ],
]

describe('maximum number of statements, including the session, for', () => {
  test.each(REQUESTS)('%s: %i', (_, max, request) =>
    withServer(async (world) => {
      const fixture = await createFixture(world)
      let answer: unknown
      const statements = await countStatements(world, async () => {
        answer = await request(fixture)
      })
      expect(answer).not.toMatchObject({ result: 0 })
      expect(statements).toBeLessThanOrEqual(max)
    }),
  )
})
