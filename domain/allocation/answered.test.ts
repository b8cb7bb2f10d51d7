import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answered } from './answered.ts'
import { numberOf } from './asked.ts'

type Request = Parameters<typeof answered>[0][number]
type Given = Parameters<typeof answered>[1][number]

/** A request for any particle of Ryugu; its id is its priority. */
const asks = (priority: number, more: Partial<Request> = {}): Request => ({
  id: priority,
  priority,
  db_type: 1,
  sample_type: 0,
  sample_id: null,
  number_of_bottles: null,
  number_of_samples: null,
  weight: null,
  size: null,
  chamber: null,
  dish: null,
  ...more,
})
const gives = (sample_id: number, more: Partial<Given> = {}): Given => ({
  sample_id,
  db_type: 1,
  sample_type: 0,
  weight: 1,
  size: 1000,
  chamber: null,
  dish: null,
  ...more,
})
/** The priority of the request that each sample answers. */
const told = (requests: Request[], given: Given[]) =>
  Object.fromEntries([...answered(requests, given)].map(([id, { priority }]) => [id, priority]))

describe('a sample answers one request', () => {
  test.each<[string, Request[], Given[], Record<number, number>]>([
    [
      'the one that names it, before any other of a better priority',
      [asks(1), asks(2, { sample_id: 7 })],
      [gives(7)],
      { 7: 2 },
    ],
    [
      'the first of two that name it',
      [asks(2, { sample_id: 7 }), asks(1, { sample_id: 7 })],
      [gives(7)],
      { 7: 1 },
    ],
    ['of those for any the one of the best priority', [asks(2), asks(1)], [gives(7)], { 7: 1 }],
    [
      'the request of the best priority takes the nearest',
      [asks(1, { weight: 2 }), asks(2, { weight: 1 })],
      [gives(7, { weight: 1.1 }), gives(8, { weight: 1.9 })],
      { 8: 1, 7: 2 },
    ],
    [
      'one that it fits, not one that it does not',
      [asks(1, { weight: 5 }), asks(2, { weight: 1 })],
      [gives(7)],
      { 7: 2 },
    ],
    [
      'as many as it asks for',
      [asks(1, { number_of_samples: 2 })],
      [7, 8, 9].map((id) => gives(id)),
      { 7: 1, 8: 1 },
    ],
    [
      'a contact pad particle one for Bennu',
      [asks(1), asks(2, { db_type: 2 })],
      [gives(7, { db_type: 2, sample_type: 4 })],
      { 7: 2 },
    ],
    ['in its dish', [asks(1, { db_type: 2, dish: 3 })], [gives(7, { db_type: 2, dish: 4 })], {}],
    ['none when nobody asked', [asks(1, { sample_type: 2 })], [gives(7)], {}],
  ])('%s', (_, requests, given, expected) => expect(told(requests, given)).toEqual(expected))

  test('whatever is asked and given: no request has more than it asks for, none that is free is left out', () => {
    const weight = fc.constantFrom(null, 1, 2, 4)
    const number = fc.constantFrom(null, 1, 2)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(weight, number), { maxLength: 5 }),
        fc.array(fc.constantFrom(1, 1.5, 3), { maxLength: 6 }),
        (wishes, weights) => {
          const requests = wishes.map(([w, n], i) => asks(i + 1, { weight: w, number_of_samples: n }))
          const given = weights.map((w, i) => gives(i + 1, { weight: w }))
          const answer = answered(requests, given)
          const rest = given.filter(({ sample_id }) => !answer.has(sample_id))
          for (const request of requests) {
            const taken = [...answer.values()].filter(({ id }) => id === request.id).length
            expect(taken).toBeLessThanOrEqual(numberOf(request))
            if (taken < numberOf(request)) expect(told([request], rest)).toEqual({})
          }
        },
      ),
    )
  })
})
