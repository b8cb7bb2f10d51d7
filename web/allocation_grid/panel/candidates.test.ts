import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceToRequest } from '#domain/allocation/matching.ts'
import { aRequest, proposal, sample } from '#domain/testing/allocation.ts'
import { GridModel } from '../state/model.ts'
import {
  askersOf,
  availabilityOf,
  CONTESTED,
  candidatesOf,
  FREE,
  listedCandidates,
  requestOptionsOf,
  TAKEN,
} from './candidates.ts'

const held = (proposal_id: number, status: 0 | 1 = 0) => ({
  main_key: proposal_id,
  proposal_id,
  status,
  priority: null,
})
const named = (proposal_id: number) => ({ proposal_id, position: 0, priority: 1, target: true as const })

test('a sample is free, contested where others want or have it, gone when it is confirmed for another', () => {
  const model = new GridModel(
    [proposal(11), proposal(12)],
    [
      sample(1),
      sample(2, { requested_sample: [named(12)] }),
      sample(3, { assigned_sample: [held(12)] }),
      sample(4, { elsewhere: [{ proposal_id: 90, term_id: 6, status: 0 }] }),
      sample(5, { assigned_sample: [held(12, 1)] }),
      sample(6, { requested_sample: [named(11)], assigned_sample: [held(11, 1)] }),
    ],
  )
  const standings = [...model.columns.keys()].map((column) => availabilityOf(model, { row: 0, column }))
  expect(standings).toEqual([FREE, CONTESTED, CONTESTED, CONTESTED, TAKEN, FREE])
})

describe('the candidates of a request', () => {
  const asked = aRequest({ weight: 2 })
  const names = (samples: Parameters<typeof sample>[], request = asked, given: number[] = []) => {
    const model = new GridModel(
      [proposal(11, { requested_samples: [request] }), proposal(12)],
      samples.map((one) => sample(...one)),
    )
    return candidatesOf(model, 0, request, given).map(({ column }) => model.columns[column]!.id)
  }

  test('are sorted by distance, and within one per cent by availability', () => {
    const list = names([
      [1, { weight: 2.5 }],
      [2, { weight: 2, assigned_sample: [held(12, 1)] }],
      [3, { weight: 2, assigned_sample: [held(12)] }],
      [4, { weight: 2.002 }],
      [5, { weight: 1.9 }],
      [6, { weight: 9 }],
      [7, { weight: 2, db_type: 2 }],
    ])
    expect(list).toEqual([4, 3, 2, 5, 1])
  })
  test('are the one sample that it names', () => {
    expect(names([[1], [2]], aRequest({ sample_id: 2 }))).toEqual([2])
    expect(names([[1], [2]], aRequest({ sample_id: 9 }))).toEqual([])
  })
  test('end with what a person chose though it is not what was asked', () => {
    expect(names([[1, { weight: 9 }], [2]], asked, [0, 1])).toEqual([2, 1])
  })
  test('are those that answer it, each once, never a farther before a nearer per cent', () => {
    const one = fc.record({
      weight: fc.option(fc.double({ min: 0.1, max: 20, noNaN: true })),
      chamber: fc.constantFrom(1, 2),
      taken: fc.constantFrom(null, 0 as const, 1 as const),
    })
    const wish = fc.record({
      weight: fc.option(fc.double({ min: 0.5, max: 10, noNaN: true })),
      chamber: fc.constantFrom(null, 0, 1, 2),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), wish, (samples, wished) => {
        const columns = samples.map(({ weight, chamber, taken }, n) =>
          sample(n + 1, { weight, chamber, assigned_sample: taken === null ? [] : [held(12, taken)] }),
        )
        const request = aRequest(wished)
        const model = new GridModel([proposal(11, { requested_samples: [request] }), proposal(12)], columns)
        const found = candidatesOf(model, 0, request)
        const answering = columns.filter((column) => distanceToRequest(column, request) !== null)
        expect(found.map(({ column }) => columns[column]!.id).sort()).toEqual(
          answering.map(({ id }) => id).sort(),
        )
        const key = ({ distance, availability }: (typeof found)[number]) =>
          Math.round(distance * 100) * 3 + availability
        const keys = found.map(key)
        expect(keys).toEqual(keys.toSorted((a, b) => a - b))
      }),
    )
  })
})

test('the columns in `first` come first, and those in `always` are listed at any position', () => {
  const list = [0, 1, 2, 3, 4, 5].map(
    (column) => ({ column, distance: column, availability: FREE, order: column }) as const,
  )
  const seen = (first: number[], always: number[], most: number) =>
    listedCandidates(list, new Set(first), new Set(always), most).map(({ column }) => column)
  expect(seen([], [], 3)).toEqual([0, 1, 2])
  expect(seen([4], [4], 3)).toEqual([4, 0, 1])
  expect(seen([4], [5], 3)).toEqual([4, 0, 1, 5])
})

test('who asks for a sample: by name, or for any that it could be, each proposal once by its nearest request', () => {
  const model = new GridModel(
    [
      proposal(11, {
        requested_samples: [aRequest({ id: 1, weight: 3 }), aRequest({ id: 2, priority: 2, weight: 2 })],
      }),
      proposal(12, {
        requested_samples: [aRequest({ id: 3 }), aRequest({ id: 4, priority: 2, sample_id: 1 })],
      }),
      proposal(13, {
        requested_samples: [aRequest({ id: 5, weight: 9 }), aRequest({ id: 6, sample_id: 2 })],
      }),
      proposal(14, { requested_samples: [aRequest({ id: 7, target: false })] }),
    ],
    [sample(1)],
  )
  const { byName, any } = askersOf(model, 0)
  expect(byName.map(({ row, request }) => [row, request.id])).toEqual([[1, 4]])
  expect(any.map(({ row, request }) => [row, request.id])).toEqual([[0, 2]])
})

test('a given sample may answer any request of its proposal: how much room it has and whether it fits is said', () => {
  const model = new GridModel(
    [
      proposal(11, {
        requested_samples: [
          aRequest({ id: 1, priority: 1, weight: 2 }),
          aRequest({ id: 2, priority: 2, weight: 9, number_of_samples: 3 }),
          aRequest({ id: 3, priority: 3, db_type: 2, target: false }),
        ],
      }),
    ],
    [sample(1, { assigned_sample: [held(11)] }), sample(2, { assigned_sample: [held(11)] })],
  )
  const moves = (column: number) =>
    requestOptionsOf(model, { row: 0, column }).map(({ missing, fits }) => [missing, fits])
  expect(moves(0)).toEqual([
    [1, true],
    [3, false],
    [1, false],
  ])
  expect(moves(1)).toEqual([
    [0, true],
    [3, false],
    [1, false],
  ])
})
