import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { simulatedCall } from '../../bench/simulated_call.ts'
import { MIN_REPORTS, orderProposals, type ReportTotal } from './adjusted_scores.ts'
import { tieZoneOf, zoneSentence } from './rank_order.ts'

const size = { proposals: 40, reviewers: 12, merit: 1.2, chance: 1, strictness: 0.8 }
const simulated = (seed: number, reports_each = 3) => simulatedCall({ ...size, seed, reports_each })
const placesOf = (reports: readonly ReportTotal[]) => orderProposals(reports).proposals

describe('expected ranks', () => {
  test('are the same for the same reports in any order', () => {
    const { given } = simulated(1)
    expect(placesOf(given.toReversed())).toEqual(placesOf(given))
  })

  test('add up to those of all places, and lie in their intervals', () => {
    const places = placesOf(simulated(2).given)
    const sum = places.reduce((all, { expected }) => all + expected, 0)
    expect(Math.abs(sum - (40 * 41) / 2)).toBeLessThan(40 * 0.05 + 1e-9)
    for (const { expected, low, high } of places) {
      expect(low).toBeLessThanOrEqual(expected)
      expect(high).toBeGreaterThanOrEqual(expected)
      expect(low).toBeGreaterThanOrEqual(1)
      expect(high).toBeLessThanOrEqual(40)
    }
  })

  test('follow the adjusted scores', () => {
    const places = placesOf(simulated(3).given)
    for (const one of places)
      for (const other of places)
        if (one.adjusted > other.adjusted + 0.1) expect(one.expected).toBeLessThan(other.expected)
  })

  test('are surer with more reports of each proposal', () => {
    const width = (reports_each: number) =>
      placesOf(simulated(4, reports_each).given).reduce((sum, { low, high }) => sum + high - low, 0)
    expect(width(6)).toBeLessThan(0.8 * width(2))
  })

  test('are less sure for a proposal with fewer reports', () => {
    const { given } = simulated(5)
    const [middle] = placesOf(given).toSorted((a, b) => Math.abs(a.expected - 20) - Math.abs(b.expected - 20))
    const width = (reports: readonly ReportTotal[]) => {
      const { low, high } = placesOf(reports).find(({ id }) => id === middle!.id)!
      return high - low
    }
    const one = given.find(({ proposal_id }) => proposal_id === middle!.id)!
    const dropped = given.filter((report) => report === one || report.proposal_id !== middle!.id)
    expect(width(dropped)).toBeGreaterThan(width(given) + 3)
  })

  test('are all in the middle, with the widest interval, when all totals are equal', () => {
    const equal = Array.from({ length: 12 }, (_, i) => ({ proposal_id: i % 6, reviewer_id: i % 4, total: 8 }))
    for (const { expected, low, high } of placesOf(equal)) expect([expected, low, high]).toEqual([3.5, 1, 6])
  })

  test('are places within the order for any reports', () => {
    const report = fc.record({
      proposal_id: fc.integer({ min: 1, max: 8 }),
      reviewer_id: fc.integer({ min: 1, max: 5 }),
      total: fc.integer({ min: 2, max: 10 }),
    })
    const reports = fc.uniqueArray(report, {
      minLength: MIN_REPORTS,
      maxLength: 40,
      selector: ({ proposal_id, reviewer_id }) => `${proposal_id} ${reviewer_id}`,
    })
    fc.assert(
      fc.property(reports, (rows) => {
        const places = placesOf(rows)
        for (const { expected, low, high } of places)
          expect(1 <= low && low <= high && high <= places.length && expected >= 1).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  test('come with intervals that hold the true rank in about 90 of 100 cases', () => {
    const held = [11, 12, 13, 14, 15, 16, 17, 18].flatMap((seed) => {
      const { truth, given } = simulated(seed)
      return placesOf(given).map(({ id, low, high }) => {
        const rank = 1 + truth.filter((merit) => merit > truth[id]!).length
        return low <= rank && rank <= high
      })
    })
    const share = held.filter(Boolean).length / held.length
    expect(share).toBeGreaterThan(0.86)
    expect(share).toBeLessThan(0.95)
  })
})

describe('the tie zone', () => {
  const ranked = [
    { id: 11, expected: 4.1, low: 3, high: 5 },
    { id: 12, expected: 1.2, low: 1, high: 2 },
    { id: 13, expected: 2.5, low: 2, high: 4 },
    { id: 14, expected: 4.4, low: 4, high: 5 },
    { id: 15, expected: 2.8, low: 1, high: 3 },
  ]
  test.each<[number | null, number[]]>([
    [3, [13, 11]],
    [2, [13, 15]],
    [4, [11, 14]],
    [1, [12, 15]],
    [5, []],
    [90, []],
    [null, []],
  ])('of a line after rank %s are those whose interval crosses it, the best first', (line, zone) => {
    expect(tieZoneOf(ranked, line)).toEqual(zone)
  })

  test('is explained', () => {
    expect(zoneSentence(9, 'material')).toBe(
      'Their 90 % intervals cross the line after rank 9, where the material at hand ends. The reviews alone cannot order them; merit is for the panel to judge.',
    )
    expect(zoneSentence(9, 'set')).toContain('after rank 9, which the office has set. The reviews')
  })
})
