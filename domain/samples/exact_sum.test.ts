import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactSum, totalMg } from './exact_sum.ts'

test.each<[readonly number[], number]>([
  [[], 0],
  [[0.95], 0.95],
  [[0.1, 0.2], 0.3],
  [[5.4, 5.4], 10.8],
  [[1.005, 2], 3.005],
  [[1e-7, 2e-7], 3e-7],
  [[0.3, -0.1], 0.2],
  [[1e21, 1], 1e21],
])('the sum of %j is %d', (values, sum) => expect(exactSum(values)).toBe(sum))

test('every weight of the catalogue, in thousandths, is added exactly', () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100_000_000 }), { maxLength: 50 }), (thousandths) => {
      const sum = thousandths.reduce((all, one) => all + one, 0)
      expect(exactSum(thousandths.map((one) => one / 1000))).toBe(sum / 1000)
    }),
  ))

test('unknown weights count nothing', () => {
  expect(totalMg([{ weight: 0.9 }, { weight: null }, { weight: 0.05 }])).toBe(0.95)
})
