import { afterEach, expect, test } from 'vitest'
import { assignedSample, proposal, sample } from '#domain/testing/allocation.ts'
import { draftName, writeDraft } from '#web/lib/drafts/draft_store.ts'
import { GridModel } from '../state/model.ts'
import { gridDraftKey } from '../state/use_grid.ts'
import { otherGridItems } from './other_grids.ts'

afterEach(() => localStorage.clear())

const change = (sample_id: number, ticked: boolean) => ({
  [`${sample_id} 11`]: { sample_id, proposal_id: 11, name: '', ticked, priority: null, moved: false },
})
const keep = (user: number, of: string, grid: 1 | 2 | 4, changes: object) =>
  writeDraft(draftName(user, gridDraftKey(of, grid, '7')), changes)

test('the assignments of the other grids: the saved ones and the unsaved changes of this user and term', () => {
  const assigned_samples = [
    assignedSample(1),
    assignedSample(2, { sample_type: 4, priority: 3 }),
    assignedSample(3, { sample_type: 4, status: 1 }),
    assignedSample(4, { sample_type: 2 }),
  ]
  const model = new GridModel([proposal(11, { assigned_samples })], [sample(1)])
  const items = (of = 'allocation', user: { id: number; acting?: object } = { id: 5 }) =>
    otherGridItems({ model, grid: 1, term_id: '7', of, user }).map((one) => [one.sample_id, one.priority])
  const saved = [
    [2, 3],
    [4, null],
  ]
  expect(items()).toEqual(saved)
  keep(5, 'allocation', 4, { ...change(2, false), ...change(9, true) })
  // Of this grid, another user and a scenario.
  keep(5, 'allocation', 1, change(10, true))
  keep(6, 'allocation', 2, change(10, true))
  keep(5, 'scenarios/3', 2, change(10, true))
  expect(items()).toEqual([
    [4, null],
    [9, null],
  ])
  expect(items('scenarios/3')).toEqual([...saved, [10, null]])
  // While an administrator views as this user, their drafts are not read.
  expect(items('allocation', { id: 5, acting: { id: 9 } })).toEqual(saved)
})
