import { expect, test } from 'vitest'
import { reportStatus } from './reports/status.ts'
import { scoreColour } from './staff/status.ts'
import { priorityColour } from './state_machine.ts'

test.each([
  [1, 'red'],
  [2, 'pink'],
  [3, 'deep-orange'],
  [4, 'orange'],
  [5, 'green'],
  [40, 'green'],
])('priority %i is %s', (priority, colour) => expect(priorityColour(priority)).toBe(colour))

test.each([
  [4.01, 'red'],
  [4, 'orange'],
  [3, 'green'],
  [2, 'blue'],
  [1, 'plain'],
  [null, 'plain'],
])('a global score of %s is %s', (score, colour) => expect(scoreColour(score)).toBe(colour))

test.each([
  [0, 'Not Requested', 'hollow-red'],
  [1, 'Requested', 'blue'],
  [2, 'Accepted', 'orange'],
  [3, 'Submitted', 'green'],
  [9, 'Declined', 'black'],
] as const)('a report at %i is %s in %s', (status, label, colour) => {
  expect([reportStatus.label(status), reportStatus.colour(status)]).toEqual([label, colour])
})
