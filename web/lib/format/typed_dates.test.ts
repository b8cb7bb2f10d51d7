import { expect, test } from 'vitest'
import { time } from './format.ts'
import { parseDay, parseInstant } from './typed_dates.ts'

test.each([
  ['2027-03-25', '2027-03-25'],
  [' 2027-3-5 ', '2027-03-05'],
  ['2028-02-29', '2028-02-29'],
  ['2027-02-29', null],
  ['2027-13-01', null],
  ['2027-04-31', null],
  ['0000-01-01', null],
  ['25.3.2027', null],
  ['2027-03', null],
  ['2027-03-25 10:00', null],
  ['', null],
])('the day %j is %s', (typed, day) => {
  expect(parseDay(typed)).toBe(day)
})

test.each([
  ['2027-03-25 15:04', '2027-03-25 15:04'],
  ['2027-03-25T9:30', '2027-03-25 09:30'],
  ['2027-03-25', '2027-03-25 00:00'],
  ['2027-03-25 24:00', null],
  ['2027-03-25 15:60', null],
  ['2027-03-25 15', null],
  ['soon', null],
])('the local time %j is %s', (typed, local) => {
  const instant = parseInstant(typed)
  expect(instant && time(instant)).toBe(local)
})
