import { expect, test } from 'vitest'
import { GridModel } from '../model.ts'
import { aRequest, proposal, sample } from '../testing.ts'
import { askersOf } from './claims.ts'
import { movesOf } from './moves.ts'

const held = (proposal_id: number, status: 0 | 1 = 0) => ({
  main_key: proposal_id,
  proposal_id,
  status,
  priority: null,
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
  const moves = (column: number) => movesOf(model, { row: 0, column }).map(({ room, fits }) => [room, fits])
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
