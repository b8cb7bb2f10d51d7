import dayjs from 'dayjs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clock, day, daysTo, figure, time, timeLeft } from './format.ts'

afterEach(() => vi.unstubAllEnvs())

describe('an instant where the viewer is', () => {
  test.each([
    ['UTC', '2026-03-29T00:59:59.999Z', '2026-03-29 00:59'],
    ['Europe/Berlin', '2026-03-29T00:59:59.999Z', '2026-03-29 01:59'],
    ['Europe/Berlin', '2026-03-29T01:00:00.000Z', '2026-03-29 03:00'],
    ['Asia/Tokyo', '2026-12-31T15:00:00.000Z', '2027-01-01 00:00'],
    ['America/St_Johns', '2026-01-01T03:29:00.000Z', '2025-12-31 23:59'],
  ])('in %s: %s is %s', (zone, instant, shown) => {
    vi.stubEnv('TZ', zone)
    expect(time(instant)).toBe(shown)
    expect(clock(instant)).toBe(shown.slice(11))
  })

  test('and none is told so', () => {
    expect([time(null), time(undefined), day(null), figure(null)]).toEqual(['-', '-', '-', '-'])
  })
})

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
