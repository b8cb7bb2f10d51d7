import { describe, expect, test } from 'vitest'
import type { AssignmentStatus } from '#domain/allocation/status.ts'
import { aRequest, proposal, sample } from '#domain/testing/allocation.ts'
import { GridModel } from '../state/model.ts'
import { planSave } from './save_plan.ts'

const assigned = (proposal_id: number, status: AssignmentStatus = 0) => ({
  main_key: proposal_id,
  proposal_id,
  status,
  priority: null,
})

const rows = [
  proposal(11, {
    global_score: 4.5,
    requested_samples: [
      aRequest({ id: 1, priority: 1, sample_id: 1, sample_name: 'A0001', sample_weight: 3 }),
      aRequest({ id: 2, priority: 2, weight: 2 }),
    ],
  }),
  proposal(12, { requested_samples: [aRequest({ id: 3, priority: 1, weight: 2, number_of_samples: 2 })] }),
]
const columns = () => [
  sample(1, { weight: 3 }),
  sample(2, { assigned_sample: [assigned(12)] }),
  sample(3),
  sample(4, { elsewhere: [{ proposal_id: 9, term_id: 6, status: 0 }] }),
]
const loaded = () => new GridModel(rows, columns())
const ids = (of: readonly { priority: number }[]) => of.map(({ priority }) => priority)

describe('the changes of a save', () => {
  test('go by proposal in the order of the rows, each with the request that it answers', () => {
    const model = loaded()
    model.toggle(1, 2)
    model.toggle(0, 0)
    model.toggle(0, 3)
    const { proposals } = planSave(model)
    expect(proposals.map((one) => [one.proposal.id, one.changes.map(({ name }) => name)])).toEqual([
      [11, ['A0001', 'A0004']],
      [12, ['A0003']],
    ])
    expect(ids(proposals[0]!.changes.map(({ request }) => request!))).toEqual([1, 2])
  })

  test('a removed sample names the request that it answered', () => {
    const model = loaded()
    model.toggle(1, 1)
    expect(planSave(model).proposals[0]!.changes[0]).toMatchObject({ assigned: false, request: { id: 3 } })
  })

  test('a moved sample names both its requests', () => {
    const model = new GridModel(rows, [sample(1, { weight: 3, assigned_sample: [assigned(11)] })])
    model.setCells([{ row: 0, column: 0, held: { assigned: true, priority: 2 } }])
    expect(planSave(model).proposals[0]!.changes[0]).toMatchObject({
      moved: true,
      before: { priority: 1 },
      request: { priority: 2 },
    })
  })

  test('a sample that nobody requested answers none; a hidden one says so', () => {
    const model = loaded()
    for (const column of [1, 2, 3]) model.toggle(0, column)
    const changes = planSave(model, ({ column }) => column === 3).proposals[0]!.changes
    expect(changes.map(({ hidden }) => hidden)).toEqual([false, false, true])
    // One answers the request for any, and the two others stand as more than it asks for.
    expect(planSave(model).over.map((one) => [one.proposal.id, one.assignments.length])).toEqual([[11, 2]])
  })
})

test('remaining clashes are listed with everyone who has the sample, whoever assigned it', () => {
  const model = loaded()
  model.toggle(0, 1)
  model.toggle(1, 3)
  const { clashes } = planSave(model)
  expect(
    clashes.map(({ sample: { name }, claimants }) => [
      name,
      claimants.map(({ proposal_id, saved, request }) => [proposal_id, saved, request?.priority ?? null]),
    ]),
  ).toEqual([
    [
      'A0002',
      [
        [11, false, 2],
        [12, true, 1],
      ],
    ],
    [
      'A0004',
      [
        [12, false, 1],
        [9, true, null],
      ],
    ],
  ])
})

test('an assignment removed by a confirmation is listed with the present holder, and is no clash', () => {
  const model = new GridModel(rows, [sample(1, { assigned_sample: [assigned(11), assigned(12, 1)] })])
  const { lost, clashes, proposals, before, after } = planSave(model)
  expect(lost.map(({ change, has }) => [change.proposal_id, has.proposal_id])).toEqual([[11, 12]])
  expect([clashes, proposals]).toEqual([[], []])
  expect([before.samples, after.samples, after.served]).toEqual([1, 1, 0])
})

test.each<[string, number[][], number[], number[]]>([
  ['nothing', [], [1, 2, 0], [1, 2, 0]],
  ['one more for two', [[1, 2]], [1, 2, 0], [2, 4, 1]],
  ['a named one', [[0, 0]], [1, 2, 0], [2, 5, 1]],
  ['one less', [[1, 1]], [1, 2, 0], [0, 0, 0]],
])('totals before and after: %s', (_, toggled, before, after) => {
  const model = loaded()
  for (const [row, column] of toggled) model.toggle(row!, column!)
  const saved = planSave(model)
  const figures = ({ samples, mg, served }: typeof saved.before) => [samples, mg, served]
  expect([figures(saved.before), figures(saved.after)]).toEqual([before, after])
  expect(saved.after.requests).toBe(3)
})

test('five hundred changes among a million cells are planned in under two seconds', () => {
  const many = Array.from({ length: 500 }, (_, n) =>
    proposal(n + 1, { requested_samples: [aRequest({ id: n, priority: 1, weight: 2 })] }),
  )
  const samples = Array.from({ length: 2000 }, (_, n) => sample(n + 1))
  const model = new GridModel(many, samples)
  model.setCells(many.map((_, row) => ({ row, column: row * 4, held: { assigned: true, priority: null } })))
  const begin = performance.now()
  const { proposals, after } = planSave(model)
  expect(performance.now() - begin).toBeLessThan(2000)
  expect([proposals.length, after.served]).toEqual([500, 500])
})
