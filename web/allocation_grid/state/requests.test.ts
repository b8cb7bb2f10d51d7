import { expect, test } from 'vitest'
import { aRequest, assignedSample, proposal, sample } from '#domain/testing/allocation.ts'
import { GridModel } from './model.ts'
import { totalsOf } from './totals.ts'

const named = aRequest({ id: 1, priority: 1, db_type: 2, sample_id: 90, sample_weight: 5, answerable: false })
const any = aRequest({ id: 2, priority: 2, db_type: 2, weight: 2 })
const pad = (id: number, weight = 2) => sample(id, { db_type: 2, sample_type: 4, chamber: null, weight })
const padGrid = (assigned_samples: ReturnType<typeof assignedSample>[] = []) =>
  new GridModel([proposal(11, { requested_samples: [named, any], assigned_samples })], [pad(1, 1.95), pad(2)])
const give = (model: GridModel, column: number, priority: number | null = null) =>
  model.setCells([{ row: 0, column, held: { assigned: true, priority } }])
const counted = (model: GridModel) => {
  const { pieces, missing, surplus, served, mg } = model.answers.row(0)
  return { ...pieces, missing, over: surplus.length, served, mg: [mg.given, mg.asked] }
}

test('no count of the contact pad grid includes a Bennu particle that is asked for by name', () => {
  const model = padGrid()
  expect(model.answers.row(0).byRequest).toHaveLength(2)
  expect(counted(model)).toEqual({ asked: 1, given: 0, missing: 1, over: 0, served: 'nothing', mg: [0, 2] })
  give(model, 0)
  expect(counted(model)).toEqual({
    asked: 1,
    given: 1,
    missing: 0,
    over: 0,
    served: 'complete',
    mg: [1.95, 2],
  })
  give(model, 1)
  expect(counted(model)).toMatchObject({ asked: 1, given: 2, missing: 0, over: 1, served: 'complete' })
  expect(totalsOf(model)).toMatchObject({
    ...{ notServed: 0, overAsked: 1, pieces: { asked: 1, given: 2 } },
    ...{ served: { nothing: 0, part: 0, complete: 1 }, weight: 3.95 },
  })
})

test('unless a person lets a contact pad particle answer it', () => {
  const model = padGrid()
  give(model, 0, 1)
  expect(counted(model)).toMatchObject({ asked: 2, given: 1, missing: 1, over: 0, served: 'part' })
})

test('what the particle grid gave for it does not count either', () => {
  const model = padGrid([assignedSample(90, { db_type: 2 })])
  expect(counted(model)).toMatchObject({ asked: 1, given: 0, missing: 1 })
})

test('sums of weights are exact', () => {
  const model = new GridModel(
    [proposal(11, { requested_samples: [aRequest({ weight: 0.9, number_of_samples: 3 })] })],
    [0.95, 0.1, 0.2].map((weight, i) => sample(i + 1, { weight })),
  )
  give(model, 0)
  expect([totalsOf(model).weight, totalsOf(model).mg.asked]).toEqual([0.95, 2.7])
  give(model, 1)
  give(model, 2)
  expect(totalsOf(model).weight).toBe(1.25)
})
