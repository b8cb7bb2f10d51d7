import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import type { AssignmentStatus } from '#domain/allocation/status.ts'
import { aRequest, proposal, sample } from '#domain/testing/allocation.ts'
import { GridModel } from './model.ts'
import { totalsOf } from './totals.ts'

const given = (proposal_id: number, status: AssignmentStatus = 0) => ({
  main_key: proposal_id,
  proposal_id,
  status,
  priority: null,
})

/** What a plain change says beside the pair. */
const CHANGE = { priority: null, moved: false }

describe('a cell', () => {
  const rows = [
    proposal(11, { requested_samples: [aRequest({ priority: 2, number_of_samples: 2 })] }),
    proposal(12, { requested_samples: [aRequest({ priority: 3, sample_id: 1 })] }),
  ]
  const model = new GridModel(rows, [sample(1), sample(2, { db_type: 2 })])

  test('shows the priority of a request by name, and of one for any that the sample could answer', () => {
    expect(model.cell(1, 0)).toMatchObject({ namedPriority: 3, anyPriority: 0 })
    expect(model.cell(0, 0)).toMatchObject({ namedPriority: 0, anyPriority: 2, nearest: true })
    expect(model.cell(0, 1)).toMatchObject({ namedPriority: 0, anyPriority: 0 })
    expect([0, 1].map((row) => model.answers.row(row).pieces.asked)).toEqual([2, 1])
  })
})

test('nothing is marked that is confirmed for another; the five nearest are marked strongest', () => {
  const rows = [proposal(11, { requested_samples: [aRequest({ priority: 1, weight: 2 })] }), proposal(12)]
  const model = new GridModel(rows, [
    ...[1, 2, 3, 4, 5, 6].map((id) => sample(id, { weight: 2 + id / 10 })),
    sample(7, { weight: 2, assigned_sample: [given(12, 1)] }),
    sample(8, { weight: 5 }),
  ])
  const matches = model.matches.row(0)
  expect([...matches.anyPriority]).toEqual([1, 1, 1, 1, 1, 1, 0, 0])
  expect([...matches.nearest]).toEqual([1, 1, 1, 1, 1, 0, 0, 0])
})

test('assignments are compared with the requests, one by one, over all grids', () => {
  const bennu = aRequest({ id: 3, priority: 3, db_type: 2 })
  const asks = [aRequest({ id: 1, priority: 1, number_of_samples: 2 }), bennu]
  const pad = {
    ...sample(9, { db_type: 2, sample_type: 4 }),
    sample_id: 9,
    status: 0 as const,
    priority: null,
  }
  const build = (assigned_samples: GridProposal['assigned_samples']) => {
    const model = new GridModel(
      [proposal(11, { requested_samples: asks, assigned_samples })],
      [1, 2, 3].map((id) => sample(id)),
    )
    for (const column of [0, 1, 2]) model.toggle(0, column)
    return model.answers.row(0)
  }
  expect(build([])).toMatchObject({ pieces: { asked: 3, given: 3 }, surplus: [{ sample_id: 3 }], missing: 1 })
  expect(build([pad])).toMatchObject({
    pieces: { asked: 3, given: 4 },
    surplus: [{ sample_id: 3 }],
    missing: 0,
  })
})

test('steps are undone and redone, also after a reload', () => {
  const rows = [proposal(11)]
  const model = new GridModel(rows, [sample(1), sample(2)])
  model.toggle(0, 0)
  model.takeSuggestions([{ sample_id: 2, proposal_id: 11, priority: 2, reason: '', unscored: [] }])
  const later = new GridModel(rows, [sample(2), sample(1)], model)
  expect(later.cell(0, 0)).toMatchObject({ assigned: true, priority: 2, changed: true })
  expect(later.undo()).toEqual([{ row: 0, column: 0 }])
  expect(later.cell(0, 0)).toMatchObject({ assigned: false, priority: null, changed: false })
  expect([later.undo(), later.undo(), later.changes()]).toEqual([[{ row: 0, column: 1 }], [], []])
  later.redo()
  expect(later.redo()).toEqual([{ row: 0, column: 0 }])
  expect(later.changes()).toHaveLength(2)
})

test('choosing another request for an assignment is a change of its own', () => {
  const model = new GridModel([proposal(11)], [sample(1, { assigned_sample: [given(11)] })])
  model.setCells([{ row: 0, column: 0, held: { assigned: true, priority: 2 } }])
  expect(model.changes()).toMatchObject([{ assigned: true, moved: true, priority: 2 }])
  const gone = new GridModel(model.rows, [sample(1)], model)
  expect(gone.rejected).toMatchObject([{ why: 'A0001 was removed meanwhile.' }])
  model.markSaved(model.changes())
  expect(model.changes()).toEqual([])
})

describe('assigning', () => {
  const build = () =>
    new GridModel(
      [proposal(11), proposal(12), proposal(13, { conflict: true })],
      [
        sample(1, { assigned_sample: [given(11, 1)] }),
        sample(2, { assigned_sample: [given(11), given(12)] }),
        sample(3, { elsewhere: [{ proposal_id: 5, term_id: 6, status: 1 }], assigned_sample: [given(12)] }),
        sample(4),
      ],
    )

  test('is an unsaved change until it is undone', () => {
    const model = build()
    expect(model.toggle(1, 3)).toBe(true)
    expect(model.cell(1, 3)).toMatchObject({ assigned: true, changed: true, clash: false })
    expect(model.changes()).toEqual([
      { sample_id: 4, name: 'A0004', proposal_id: 12, assigned: true, ...CHANGE },
    ])
    expect(model.itemsToSave()).toContainEqual({
      sample_id: 4,
      proposal_id: 12,
      db_type: 1,
      sample_type: 0,
      priority: null,
    })
    model.toggle(1, 3)
    expect(model.changes()).toEqual([])
  })

  test('is refused with the reason', () => {
    const model = build()
    expect(model.toggle(0, 0)).toBe(false)
    expect(model.whyNotChange(0, 0)).toContain('is confirmed')
    expect(model.whyNotChange(1, 0)).toBe('A0001 is confirmed for proposal 11.')
    expect(model.whyNotChange(0, 2)).toBe('A0003 is confirmed for proposal 5 of AO6.')
    expect(model.whyNotChange(2, 3)).toContain('You take part')
    expect(model.changes()).toEqual([])
  })

  test('for several proposals is a clash, marked in each of its cells', () => {
    const model = build()
    expect(model.cell(0, 1).clash && model.cell(1, 1).clash).toBe(true)
    model.toggle(0, 1)
    expect(model.cell(1, 1).clash).toBe(false)
  })

  test('of a sample confirmed for another can only be removed, and is not saved again', () => {
    const model = build()
    expect(model.lostAssignments()).toEqual([
      { sample_id: 3, name: 'A0003', proposal_id: 12, assigned: false, ...CHANGE },
    ])
    expect(model.itemsToSave().map(({ sample_id, proposal_id }) => [sample_id, proposal_id])).toEqual([
      [2, 11],
      [2, 12],
    ])
    expect(model.toggle(1, 2)).toBe(true)
    expect(model.whyNotChange(1, 2)).toContain('of AO6')
  })

  test('survives a reload; rejected changes are named with the reason', () => {
    const model = build()
    model.toggle(1, 3)
    model.toggle(0, 1)
    const taken = sample(4, { assigned_sample: [given(11, 1)] })
    const later = new GridModel(model.rows, [model.columns[1]!, taken], model)
    const kept = { sample_id: 2, name: 'A0002', proposal_id: 11, assigned: false, ...CHANGE }
    expect(later.changes()).toEqual([kept])
    const tick = { sample_id: 4, name: 'A0004', proposal_id: 12, assigned: true, ...CHANGE }
    expect(later.rejected).toEqual([{ ...tick, why: 'A0004 is confirmed for proposal 11.' }])
    const without = new GridModel(model.rows, [model.columns[1]!], model)
    expect(without.rejected).toEqual([
      { ...tick, why: expect.stringContaining('A0004 is no longer in this grid') },
    ])
    const alone = new GridModel([model.rows[0]!], model.columns, model)
    expect(alone.rejected).toEqual([{ ...tick, why: 'Proposal 12 is no longer submitted.' }])
  })

  test('does not lose what someone else has done meanwhile', () => {
    const model = build()
    model.toggle(1, 3)
    model.toggle(0, 1)
    const saved = sample(4, { assigned_sample: [given(12)] })
    const later = new GridModel(model.rows, [saved], model)
    expect([later.changes(), later.rejected]).toEqual([[], []])
  })

  test('is saved when the server has it; what came in meanwhile is not', () => {
    const model = build()
    model.toggle(1, 3)
    const sent = [...model.changes(), ...model.lostAssignments()]
    model.toggle(0, 3)
    model.markSaved(sent)
    expect(model.changes()).toEqual([
      { sample_id: 4, name: 'A0004', proposal_id: 11, assigned: true, ...CHANGE },
    ])
    expect([model.cell(1, 3).assigned, model.lostAssignments()]).toEqual([true, []])
    expect(totalsOf(model).assignments).toBe(5)
  })

  test('says who has a sample, saved or not, in this term or another', () => {
    const model = build()
    model.toggle(1, 3)
    const here = { term_id: null, confirmed: false, saved: true }
    expect(model.claims(0)).toEqual([{ ...here, proposal_id: 11, confirmed: true }])
    expect(model.claims(1).map(({ proposal_id }) => proposal_id)).toEqual([11, 12])
    expect(model.claims(2)).toEqual([
      { ...here, proposal_id: 12 },
      { proposal_id: 5, term_id: 6, confirmed: true, saved: true },
    ])
    expect(model.claims(3)).toEqual([{ ...here, proposal_id: 12, saved: false }])
  })

  test('counts add up whatever is assigned', () => {
    const step = fc.record({ row: fc.nat(2), column: fc.nat(3) })
    fc.assert(
      fc.property(fc.array(step), (history) => {
        const model = build()
        for (const { row, column } of history) model.toggle(row, column)
        const assignments = [0, 1, 2].flatMap((row) =>
          [0, 1, 2, 3].filter((column) => model.cell(row, column).assigned),
        )
        expect(totalsOf(model).assignments).toBe(assignments.length)
        expect(model.assignments.assignmentCounts.reduce((a, b) => a + b)).toBe(assignments.length)
        model.revert()
        expect(model.changes()).toEqual([])
        expect(totalsOf(model).assignments).toBe(4)
      }),
    )
  })
})

test('previously allocated samples are seen when on offer, assigned, just changed, or all are', () => {
  const of = (id: number, more: Partial<GridSample> = {}) => sample(id, { sample_type: 3, ...more })
  const model = new GridModel(
    [proposal(11)],
    [of(1), of(2, { flg: 1 }), of(3, { assigned_sample: [given(11)] }), of(4)],
  )
  expect(model.offeredColumns(false)).toEqual([1, 2])
  expect(model.offeredColumns(true)).toEqual([0, 1, 2, 3])
  model.toggle(0, 3)
  model.toggle(0, 2)
  expect(model.offeredColumns(false)).toEqual([1, 2, 3])
})
