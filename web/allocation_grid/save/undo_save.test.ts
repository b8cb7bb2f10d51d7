import { expect, test } from 'vitest'
import { sample } from '#domain/testing/allocation.ts'
import { itemsWithout, savedChangesText, type UndoableChange } from './undo_save.ts'

const change = (
  sample_id: number,
  proposal_id: number,
  given: Partial<UndoableChange> = {},
): UndoableChange => ({
  sample_id,
  name: `A000${sample_id}`,
  proposal_id,
  assigned: true,
  moved: false,
  priority: null,
  before: { assigned: false, priority: null },
  ...given,
})
const has = (proposal_id: number, priority: number | null = null, status: 0 | 1 = 0) => ({
  main_key: proposal_id,
  proposal_id,
  status,
  priority,
})

test('what a save did is taken back, and what others assigned or confirmed since stays', () => {
  const columns = [
    sample(1, { assigned_sample: [has(12), has(63, 2)] }),
    sample(2, { assigned_sample: [has(12, 3)] }),
    sample(3, { assigned_sample: [] }),
    sample(4, { assigned_sample: [has(12, null, 1)] }),
  ]
  const changes = [
    change(1, 12),
    change(2, 12, { moved: true, before: { assigned: true, priority: 1 } }),
    change(3, 63, { assigned: false, before: { assigned: true, priority: null } }),
    change(4, 12),
  ]
  expect(
    itemsWithout(columns, changes).map(({ sample_id, proposal_id, priority }) => [
      sample_id,
      proposal_id,
      priority,
    ]),
  ).toEqual([
    [1, 63, 2],
    [2, 12, 1],
    [3, 63, null],
  ])
})

test('a receipt names the changes', () => {
  expect(savedChangesText([change(1, 12)])).toBe('A0001 assigned to 12')
  expect(
    savedChangesText([
      change(1, 12),
      change(2, 12, { assigned: false }),
      change(3, 63, { moved: true }),
      change(4, 63),
      change(5, 63),
    ]),
  ).toBe('A0001 assigned to 12, A0002 removed from 12, A0003 moved to another request of 63 and 2 more')
})
