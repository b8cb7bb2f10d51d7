import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aRequest, assignedSample } from '../testing/allocation.ts'
import { fulfilmentOf, requestedCount } from './matching.ts'

type Request = Parameters<typeof fulfilmentOf>[0][number]
type Given = Parameters<typeof fulfilmentOf>[1][number]

/** A request for any particle of Ryugu; its id is its priority. */
const asks = (priority: number, more: Partial<Request> = {}): Request =>
  aRequest({ id: priority, priority, ...more })
const gives = (sample_id: number, more: Partial<Given> = {}): Given => assignedSample(sample_id, more)
const ids = (given: readonly Given[]) => given.map(({ sample_id }) => sample_id)
/** What answers each request, what is over and how many are missing, by ids and priorities. */
const told = (requests: Request[], given: Given[]) => {
  const { byRequest, over, missing } = fulfilmentOf(requests, given)
  return {
    of: Object.fromEntries(byRequest.map((row) => [row.request.priority, ids(row.given)])),
    over: ids(over),
    missing,
  }
}
const bennu = { db_type: 2 as const }

describe('fulfilment of requests', () => {
  test.each<[string, Request[], Given[], ReturnType<typeof told>]>([
    [
      'three of Ryugu for two of Ryugu and one of Bennu: one too many and one missing',
      [asks(1, { number_of_samples: 2 }), asks(2, bennu)],
      [gives(7), gives(8), gives(9)],
      { of: { 1: [7, 8], 2: [] }, over: [9], missing: 1 },
    ],
    [
      'one of Bennu, given in the particle grid or the contact pad grid, counts once',
      [asks(1, bennu)],
      [gives(7, bennu), gives(8, { ...bennu, sample_type: 4 })],
      { of: { 1: [7] }, over: [8], missing: 0 },
    ],
    [
      'more than a request asks for, because a person chose so: the nearest first, the others over',
      [asks(1, { weight: 1 }), asks(2)],
      [
        gives(7, { weight: 50, priority: 1 }),
        gives(8, { weight: 1.5, priority: 1 }),
        gives(9, { weight: 1.1, priority: 1 }),
      ],
      { of: { 1: [9, 8, 7], 2: [] }, over: [7, 8], missing: 1 },
    ],
    [
      'the named one before what a person chose besides',
      [asks(1, { sample_id: 9 })],
      [gives(7, { priority: 1 }), gives(9, { priority: 1 })],
      { of: { 1: [9, 7] }, over: [7], missing: 0 },
    ],
    [
      'bottles of gas',
      [asks(1, { sample_type: 2, number_of_bottles: 3 })],
      [gives(7, { sample_type: 2 })],
      { of: { 1: [7] }, over: [], missing: 2 },
    ],
    ['nothing asked', [], [gives(8), gives(7)], { of: {}, over: [7, 8], missing: 0 }],
  ])('%s', (_, requests, given, expected) => expect(told(requests, given)).toEqual(expected))

  test('mg are compared over the requests that state a weight: a named one its own, any its weight for each', () => {
    const requests = [
      asks(1, { sample_id: 7, sample_weight: 2.5 }),
      asks(2, { weight: 0.1, number_of_samples: 3 }),
      asks(3, { size: 1000, sample_type: 1 }),
      asks(4, { sample_type: 2, number_of_bottles: 2 }),
      asks(5, { sample_type: 3 }),
      asks(6, { sample_id: 99, sample_weight: null }),
    ]
    const given = [
      gives(7, { weight: 2.5, priority: 1 }),
      gives(8, { weight: 0.1 }),
      gives(9, { weight: 0.2 }),
      gives(10, { weight: 40, sample_type: 1 }),
      gives(11, { sample_type: 2, weight: null }),
      // More than request 1 asks for, because a person chose so.
      gives(12, { weight: 7, priority: 1 }),
    ]
    expect(fulfilmentOf(requests, given)).toMatchObject({
      pieces: { asked: 9, given: 6 },
      mg: { asked: 2.8, given: 2.8, bySize: 1, unstated: 2, total: 49.8 },
    })
  })

  test('always: assigned = serving + surplus, and requested = serving + missing', () => {
    const request = fc.record({
      number_of_samples: fc.constantFrom(null, 1, 3),
      sample_id: fc.constantFrom(null, null, 1, 2),
      weight: fc.constantFrom(null, 1, 4),
    })
    const sample = fc.record({
      weight: fc.constantFrom(1, 4, 30),
      priority: fc.constantFrom(null, null, 1, 2, 9),
    })
    fc.assert(
      fc.property(
        fc.array(request, { maxLength: 5 }),
        fc.array(sample, { maxLength: 6 }),
        (wishes, gifts) => {
          const requests = wishes.map((more, i) => asks(i + 1, more))
          const given = gifts.map((more, i) => gives(i + 1, more))
          const { byRequest, over, missing, pieces } = fulfilmentOf(requests, given)
          const serve = byRequest.flatMap((row) => row.given.slice(0, requestedCount(row.request)))
          expect(ids([...serve, ...over]).sort()).toEqual(ids(given).sort())
          expect(pieces).toEqual({ asked: serve.length + missing, given: given.length })
          expect(missing).toBeGreaterThanOrEqual(0)
          expect(fulfilmentOf(requests.toReversed(), given.toReversed())).toEqual({
            byRequest,
            over,
            missing,
            pieces,
            mg: expect.anything(),
          })
        },
      ),
    )
  })
})
