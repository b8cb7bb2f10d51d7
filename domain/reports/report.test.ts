import { expect, test } from 'vitest'
import { navigationAt } from './report.ts'
import type { ReportStatus } from './status.ts'

const entriesOf = (statuses: readonly ReportStatus[]) =>
  statuses.map((status, i) => ({ id: 10 + i, proposal_id: 100 + i, status }))

test('navigation has neighbours and the next report to write, continuing from the start', () => {
  const four = entriesOf([2, 3, 1, 2])
  expect(navigationAt(four, 10)).toEqual({
    position: 1,
    count: 4,
    prevID: null,
    nextID: 11,
    next_to_write: { id: 13, proposal_id: 103 },
  })
  expect(navigationAt(four, 13)).toMatchObject({ prevID: 12, nextID: null, next_to_write: { id: 10 } })
})

test('the only report to write has no next one', () => {
  expect(navigationAt(entriesOf([3, 2, 1]), 11).next_to_write).toBeNull()
})
