import dayjs from 'dayjs'
import { expect, test } from 'vitest'
import { daysTo, timeLeft } from './days.ts'

/** Noon of a day where the viewer is, and moments from it. */
const noon = dayjs('2026-03-28T12:00:00').toDate()
const at = (days: number, hours = 0) => dayjs(noon).add(days, 'day').add(hours, 'hour').toISOString()

test.each([
  [at(75), 75, '75 days'],
  [at(1, -11), 1, '1 day'],
  [at(2), 2, '2 days'],
  [at(0, 11), 0, 'today'],
  [at(0), 0, 'since today'],
  [at(0, -11), 0, 'since today'],
  [at(-1, 11), -1, '1 day late'],
  [at(-4), -4, '4 days late'],
])('to %s it is %i days: %s', (instant, days, words) => {
  expect(daysTo(instant, noon)).toBe(days)
  expect(timeLeft(instant, noon)).toBe(words)
})
