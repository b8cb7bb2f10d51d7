import { expect, test } from 'vitest'
import { fromTime, idChoice, searchText, toTime } from './filters.ts'

const BOUNDS = { from: fromTime, to: toTime }

test.each([
  ['from', '2026-01-10', '2026-01-10T00:00:00.000Z'],
  ['to', '2026-01-10', '2026-01-11T00:00:00.000Z'],
  ['to', '2026-01-10T09:00:00+09:00', '2026-01-10T00:00:00.000Z'],
  // Times outside the supported years are limited to the first and last supported instant.
  ['from', '0000-01-01', '0001-01-01T00:00:00.000Z'],
  ['to', '9999-12-31', '9999-12-31T23:59:59.999Z'],
  ['to', '9999-12-31T23:59:59-12:00', '9999-12-31T23:59:59.999Z'],
  ['from', '', undefined],
] as const)('a time %s %j', (bound, sent, at) => {
  expect(BOUNDS[bound].parse(sent)).toBe(at)
})

test('null means no filter, because forms may send it', () => {
  expect(searchText.parse(null)).toBe('')
  expect(idChoice.parse(null)).toBeUndefined()
})
