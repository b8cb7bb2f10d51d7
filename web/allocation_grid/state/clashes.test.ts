import { describe, expect, test } from 'vitest'
import { proposal, sample } from '#domain/testing/allocation.ts'
import { keepForProposal, whyNotKeep } from './clashes.ts'
import { GridModel } from './model.ts'

const held = (proposal_id: number, status: 0 | 1 = 0) => ({
  main_key: proposal_id,
  proposal_id,
  status,
  priority: null,
})

describe('keeping a sample for one proposal', () => {
  test('removes the other assignments in one undoable step', () => {
    const model = new GridModel(
      [proposal(11), proposal(12), proposal(13)],
      [sample(1, { assigned_sample: [held(11), held(12), held(13)] })],
    )
    expect(whyNotKeep(model, { row: 1, column: 0 })).toBeNull()
    expect(keepForProposal(model, { row: 1, column: 0 })).toBe(2)
    expect(model.assignments.assignedRows(0)).toEqual([1])
    model.undo()
    expect(model.assignments.assignedRows(0)).toEqual([0, 1, 2])
  })
  test.each([
    ['one is confirmed', {}, 1 as const, 'A0001 is confirmed.'],
    ['one is a conflict of interest', { conflict: true }, 0 as const, 'You take part in this proposal'],
  ])('is not done when %s', (_, other, status, says) => {
    const model = new GridModel(
      [proposal(11), proposal(12, other)],
      [sample(1, { assigned_sample: [held(11), held(12, status)] })],
    )
    expect(whyNotKeep(model, { row: 0, column: 0 })).toContain(says)
    expect(whyNotKeep(model, { row: 1, column: 0 })).toBeNull()
  })
})
