import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aRequest, assignedSample } from '../testing/allocation.ts'
import { distanceToRequest, matchSamples, requestedCount } from './matching.ts'

type Request = Parameters<typeof matchSamples>[0][number]
type Given = Parameters<typeof matchSamples>[1][number]

/** A request for any particle of Ryugu; its id is its priority. */
const asks = (priority: number, more: Partial<Request> = {}): Request =>
  aRequest({ id: priority, priority, ...more })
const gives = (sample_id: number, more: Partial<Given> = {}): Given => assignedSample(sample_id, more)
/** The priority of the request that each sample answers. */
const told = (requests: Request[], given: Given[]) =>
  Object.fromEntries([...matchSamples(requests, given)].map(([id, { priority }]) => [id, priority]))

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
    [
      'the one that a person chose, whatever it names or fits',
      [asks(1), asks(2, { sample_id: 8 }), asks(3, { sample_id: 7 })],
      [gives(7, { priority: 2 }), gives(8)],
      { 7: 2, 8: 1 },
    ],
    ['its best fit where the chosen one is gone', [asks(1)], [gives(7, { priority: 4 })], { 7: 1 }],
    [
      'a request that can take another leaves it to one that cannot',
      [asks(1), asks(2, { weight: 1 })],
      [gives(7), gives(8, { weight: 50 })],
      { 7: 2, 8: 1 },
    ],
    ['none when nobody asked', [asks(1, { sample_type: 2 })], [gives(7)], {}],
  ])('%s', (_, requests, given, expected) => expect(told(requests, given)).toEqual(expected))
})

describe('for all requests and samples', () => {
  const chosen = fc.constantFrom(null, null, null, 1, 3, 9)
  const wishes = fc.array(
    fc.record({
      weight: fc.constantFrom(null, 1, 2, 4),
      number_of_samples: fc.constantFrom(null, 1, 2),
      sample_id: fc.constantFrom(null, null, 1, 2),
    }),
    { maxLength: 5 },
  )
  const gifts = fc.array(fc.record({ weight: fc.constantFrom(1, 1.5, 3, 9), priority: chosen }), {
    maxLength: 6,
  })
  const call = fc
    .tuple(wishes, gifts)
    .map(([w, g]) => [w.map((more, i) => asks(i + 1, more)), g.map((more, i) => gives(i + 1, more))] as const)
  const holds = (check: (requests: Request[], given: Given[]) => void) =>
    fc.assert(
      fc.property(call, ([requests, given]) => void check(requests, given)),
      {
        numRuns: 500,
      },
    )

  test('a choice is honoured when its request exists', () =>
    holds((requests, given) => {
      const answer = matchSamples(requests, given)
      for (const { sample_id, priority } of given)
        if (requests.some((request) => request.priority === priority))
          expect(answer.get(sample_id)?.priority).toBe(priority)
    }))

  test('no request has more than it asks for unless a person chose so', () =>
    holds((requests, given) => {
      const answer = matchSamples(requests, given)
      for (const request of requests) {
        const own = given.filter(({ sample_id }) => answer.get(sample_id) === request)
        const chosen = own.filter(({ priority }) => priority === request.priority)
        expect(own.length).toBeLessThanOrEqual(Math.max(requestedCount(request), chosen.length))
      }
    }))

  test('the order of requests and samples does not matter', () =>
    holds((requests, given) =>
      expect(told(requests.toReversed(), given.toReversed())).toEqual(told(requests, given)),
    ))

  test('the matching is maximal: no exchange would serve a further sample', () =>
    holds((requests, given) => {
      const answer = matchSamples(requests, given)
      const free = (sample: Given) => sample.priority === null && !answer.has(sample.sample_id)
      const left = (request: Request) =>
        requestedCount(request) - [...answer.values()].filter((one) => one === request).length
      // Every chain of exchanges from what is left out: a request that could take it gives up what it holds, and so on.
      const seen = new Set(given.filter(free).map(({ sample_id }) => sample_id))
      for (const id of seen) {
        const sample = given.find(({ sample_id }) => sample_id === id)!
        for (const request of requests.filter((one) => distanceToRequest(sample, one) !== null)) {
          expect(left(request)).toBeLessThanOrEqual(0)
          for (const other of given)
            if (other.priority === null && answer.get(other.sample_id) === request) seen.add(other.sample_id)
        }
      }
    }))
})
