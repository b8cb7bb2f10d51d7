import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparedMgText, SERVED, servedLabels, servedOf } from './served.ts'

test.each([
  [0, 0, null],
  [1, 1, 'nothing'],
  [3, 3, 'nothing'],
  [3, 2, 'part'],
  [3, 1, 'part'],
  [3, 0, 'complete'],
] as const)('of %i samples asked for, %i missing: %s', (asked, missing, served) =>
  expect(servedOf({ asked, missing })).toBe(served),
)

test('the three values are distinct, and one of them holds wherever something is asked for', () => {
  expect(SERVED.map((one) => servedLabels[one])).toEqual(['Nothing given', 'Given in part', 'Complete'])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(9), (asked, missing) => {
      fc.pre(missing <= asked)
      expect(SERVED).toContain(servedOf({ asked, missing }))
    }),
  )
})

test.each([
  [{ asked: 0, given: 0, bySize: 0, unstated: 0 }, ''],
  [{ asked: 12.6, given: 0.95, bySize: 0, unstated: 0 }, '0.95 of 12.6 mg'],
  [{ asked: 2, given: 0, bySize: 3, unstated: 0 }, '0 of 2 mg and 3 by size'],
  [{ asked: 2, given: 1, bySize: 3, unstated: 1 }, '1 of 2 mg, 3 by size and 1 of any size'],
  [{ asked: 0, given: 0, bySize: 0, unstated: 2 }, '2 of any size'],
])('%j is %j', (mg, text) => expect(comparedMgText(mg)).toBe(text))
