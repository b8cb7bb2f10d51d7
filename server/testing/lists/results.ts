import type { TestServer } from '../test_server.ts'

/**
 * Results: Kamo's is granted and answered, with a declined sample; Lund's is a draft with a finding that
 * grants nothing; Moro's is released in part, and its answer is overdue. Those of Pisa and Nara give each column that can be
 * sorted another order.
 */
export async function createResults(
  { db }: TestServer,
  of: Record<string, { id: number }>,
  samples: Record<string, number>,
) {
  const at = '2000-01-01T00:00:00Z'
  const drafted = { edition: 1, heading: 'Result', requests: 1, drafted_at: at, saved_at: at }
  const released = { ...drafted, released_at: at, answer_by: '2000-01-22' }
  await db
    .insertInto('results')
    .values([
      {
        ...released,
        ...{ proposal_id: of.Kamo!.id, state: 'answered', outcome: 'granted', answered_at: at },
      },
      { ...drafted, proposal_id: of.Lund!.id, state: 'drafted', outcome: 'not', findings: 1 },
      { ...released, proposal_id: of.Moro!.id, state: 'released', outcome: 'part', answer_by: '2000-01-23' },
      { ...released, proposal_id: of.Pisa!.id, state: 'released', outcome: 'part', answer_by: '2000-01-21' },
      {
        ...released,
        ...{ proposal_id: of.Nara!.id, state: 'released', outcome: 'granted', answer_by: '2000-01-24' },
      },
    ])
    .execute()
  for (const [last, accepted] of [
    ['Kamo', false],
    ['Moro', null],
  ] as const)
    await db
      .insertInto('result_samples')
      .values({
        ...{ proposal_id: of[last]!.id, edition: 1, sample_id: samples[last]!, accepted },
        ...{ name: `S${last}`, db_type: 1, sample_type: 0 },
      })
      .execute()
}
