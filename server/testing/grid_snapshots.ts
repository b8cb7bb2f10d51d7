import fc from 'fast-check'
import type { Column, GridSnapshot, Request, Row } from '#domain/allocation/suggest/problem.ts'
import { aRequest, proposal, sample } from '#domain/testing/allocation.ts'

/** A request for any particle of Ryugu; its id is its priority. */
export const anOpenRequest = (priority: number, more: Partial<Request> = {}): Request =>
  aRequest({ id: priority, priority, ...more })

/** A proposal of the grid that is given nothing yet. */
export const row = (id: number, requested_samples: Request[], more: Partial<Row> = {}): Row =>
  proposal(id, { global_score: 3, requested_samples, ...more })

/** A particle of Ryugu of 1 mg that nobody has. */
export const column = (id: number, more: Partial<Column> = {}): Column =>
  sample(id, { name: `A${String(id).padStart(4, '0')}`, weight: 1, size: null, chamber: null, ...more })

const draft = fc.array(
  fc.record({ sample_id: fc.integer({ min: 1, max: 5 }), proposal_id: fc.integer({ min: 1, max: 3 }) }),
  {
    maxLength: 2,
  },
)
const wish = (weights: readonly (number | null)[]) =>
  fc.record({
    weight: fc.constantFrom(...weights),
    number_of_samples: fc.constantFrom(null, null, 2),
    sample_id: fc.constantFrom(null, null, null, 1, 2),
  })

/** Small grids: three proposals with so many `requests` each at most, five samples; `weights` are those that are asked for. */
export const gridSnapshots = ({
  weights = [null, 1, 2, 3],
  requests = 2,
}: {
  weights?: readonly (number | null)[]
  requests?: number
} = {}): fc.Arbitrary<GridSnapshot> =>
  fc
    .record({
      asks: fc.array(
        fc.record({
          score: fc.constantFrom(null, 2, 3, 4.5),
          wishes: fc.array(wish(weights), { minLength: 1, maxLength: requests }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      stock: fc.array(fc.constantFrom(1, 1.5, 2, 3.2), { minLength: 1, maxLength: 5 }),
      draft: fc.option(draft, { nil: undefined }),
    })
    .map(({ asks, stock, draft }) => ({
      grid: 1,
      proposals: asks.map(({ score, wishes }, i) =>
        row(
          i + 1,
          wishes.map((more, p) => anOpenRequest(p + 1, more)),
          { global_score: score },
        ),
      ),
      samples: stock.map((weight, i) => column(i + 1, { weight })),
      draft,
    }))
