import { expect, test } from 'vitest'
import { dueText, submittedText } from './due.ts'

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
