import { expect, test } from 'vitest'
import { windowsOf } from './shown.ts'

const term = {
  id: 7,
  noi_opens_at: '2026-10-01T00:00:00Z',
  noi_closes_at: '2027-01-05T00:00:00Z',
  proposals_open_at: '2026-11-01T00:00:00Z',
  proposals_close_at: '2027-02-04T00:00:00Z',
  reviews_due_at: '2027-04-05T00:00:00Z',
  disabled: false,
}
const told = (now: string, disabled = false) =>
  Object.values(windowsOf({ ...term, disabled }, new Date(now))).map(
    ({ state, at }) => `${state} ${at.slice(0, 10)}`,
  )

test.each([
  ['2026-09-30T12:00:00Z', ['coming 2026-10-01', 'coming 2026-11-01', 'coming 2027-02-04']],
  ['2026-10-01T00:00:00Z', ['open 2027-01-05', 'coming 2026-11-01', 'coming 2027-02-04']],
  ['2027-01-04T23:59:59Z', ['open 2027-01-05', 'open 2027-02-04', 'coming 2027-02-04']],
  ['2027-01-05T00:00:00Z', ['over 2027-01-05', 'open 2027-02-04', 'coming 2027-02-04']],
  ['2027-02-04T00:00:00Z', ['over 2027-01-05', 'over 2027-02-04', 'open 2027-04-05']],
  ['2027-04-05T00:00:00Z', ['over 2027-01-05', 'over 2027-02-04', 'over 2027-04-05']],
])('at %s the windows of a call are %s', (now, windows) => {
  expect(told(now)).toEqual(windows)
})

test('in a closed call nothing is open', () => {
  expect(told('2026-12-01T00:00:00Z', true).map((line) => line.split(' ')[0])).toEqual([
    'over',
    'over',
    'over',
  ])
})
