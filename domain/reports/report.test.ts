import { expect, test } from 'vitest'
import { navigationAt } from './report.ts'
import type { ReportStatus } from './status.ts'

const entriesOf = (statuses: readonly ReportStatus[]) =>
  statuses.map((status, i) => ({ id: 10 + i, proposal_id: 100 + i, status, closed: false }))

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

test('a closed report is not offered to write', () => {
  const [first, second, third] = entriesOf([2, 2, 2])
  const entries = [first!, { ...second!, closed: true }, third!]
  expect(navigationAt(entries, first!.id).next_to_write).toMatchObject({ id: third!.id })
})

test('the only report to write has no next one', () => {
  expect(navigationAt(entriesOf([3, 2, 1]), 11).next_to_write).toBeNull()
})
