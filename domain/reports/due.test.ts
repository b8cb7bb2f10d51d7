import { expect, test } from 'vitest'
import { dueText, isLate, submittedText } from './due.ts'

test.each([
  ['2027-03-24T00:10:00Z', 'due 2027-04-05, 12 days left'],
  ['2027-04-04T23:59:00Z', 'due 2027-04-05, 1 day left'],
  ['2027-04-05T23:59:30Z', 'due 2027-04-05, today'],
  ['2027-04-06T00:00:00Z', 'was due 2027-04-05, 1 day late'],
  ['2027-04-09T12:00:00Z', 'was due 2027-04-05, 4 days late'],
])('at %s: %s', (now, text) => {
  expect(dueText('2027-04-05T23:59:00Z', new Date(now))).toBe(text)
})

test.each([
  ['2027-04-05T23:59:59Z', 'submitted 2027-04-05, on time'],
  ['2027-04-06T00:00:00Z', 'submitted 2027-04-06, 1 day late'],
  ['2027-04-08T12:00:00Z', 'submitted 2027-04-08, 3 days late'],
])('submitted at %s: %s', (at, text) => {
  expect(submittedText(at, '2027-04-05T23:59:00Z')).toBe(text)
})

test.each([
  ['requested', { status: 1 }, true],
  ['accepted', { status: 2 }, true],
  ['not requested', { status: 0 }, false],
  ['submitted', { status: 3 }, false],
  ['declined', { status: 9 }, false],
  ['closed', { status: 2, closed: true }, false],
  ['of a disabled term', { status: 1, term_disabled: true }, false],
] as const)('a report that is %s is late after the day on which it was due: %o', (_, facts, late) => {
  const report = { closed: false, term_disabled: false, reviews_due_at: '2027-04-05T12:00:00Z', ...facts }
  expect(isLate(report, new Date('2027-04-05T23:59:59Z'))).toBe(false)
  expect(isLate(report, new Date('2027-04-06T00:00:00Z'))).toBe(late)
})
