import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rankCorrelation, simulatedCall } from '../../bench/simulated_call.ts'
import { adjustScores, MIN_REPORTS, type ReportTotal } from './adjusted_scores.ts'

/** Reports as [proposal, reviewer, total]. */
const given = (...rows: [number, number, number][]): ReportTotal[] =>
  rows.map(([proposal_id, reviewer_id, total]) => ({ proposal_id, reviewer_id, total }))
const size = { proposals: 30, reviewers: 8, reports_each: 3, merit: 1.2, chance: 1 }

describe('there are no adjusted scores', () => {
  const pairs = Array.from({ length: 6 }, (_, p): [number, number, number][] => [
    [p, 1, 5 + (p % 3)],
    [p, 2, 7 + (p % 2)],
  ]).flat()

  test('for fewer than ten reports', () => {
    const few = adjustScores(given(...pairs.slice(0, MIN_REPORTS - 1)))
    expect(few).toEqual({ proposals: [], reviewers: [], why_not: expect.stringContaining('there are 9') })
    expect(adjustScores(given(...pairs.slice(0, MIN_REPORTS))).why_not).toBeNull()
    expect(adjustScores([]).why_not).toContain('there are 0')
    expect(adjustScores(given([1, 1, 5])).why_not).toContain('there is 1')
  })

  test('for a single reviewer', () => {
    const alone = given(
      ...Array.from({ length: 12 }, (_, p): [number, number, number] => [p, 1, 5 + (p % 4)]),
    )
    expect(adjustScores(alone)).toMatchObject({
      proposals: [],
      why_not: expect.stringContaining('one reviewer'),
    })
  })

  test('for two groups of reviewers without a shared proposal, until one report connects them', () => {
    const other = pairs.map(([p, r, total]): [number, number, number] => [p + 100, r + 100, total])
    const apart = given(...pairs, ...other)
    expect(adjustScores(apart)).toMatchObject({ proposals: [], reviewers: [] })
    expect(adjustScores(apart).why_not).toContain('not all connected')
    expect(adjustScores([...apart, ...given([0, 101, 6])]).why_not).toBeNull()
  })
})

describe('adjusted scores', () => {
  test('are the mean with error 0 when all totals are equal', () => {
    const equal = given(...Array.from({ length: 12 }, (_, i): [number, number, number] => [i % 6, i % 4, 8]))
    for (const { mean, adjusted, error } of adjustScores(equal).proposals)
      expect([mean, adjusted, error]).toEqual([8, 8, 0])
  })

  test('name strict reviewers and raise proposals that only they have read', () => {
    const rows: [number, number, number][] = []
    for (let p = 0; p < 12; p += 1) rows.push([p, 1, 4 + (p % 3)], [p, 2, 7 + (p % 3)])
    const { proposals, reviewers } = adjustScores(given(...rows, [50, 1, 6], [51, 2, 6]))
    const of = (id: number) => proposals.find((one) => one.id === id)!
    expect(reviewers[0]!.strictness).toBeGreaterThan(0.5)
    expect(reviewers[1]!.strictness).toBeCloseTo(-reviewers[0]!.strictness, 1)
    expect(of(50).mean).toBe(of(51).mean)
    expect(of(50).adjusted).toBeGreaterThan(of(51).adjusted + 1)
  })

  test('have smaller errors with more reports', () => {
    const { given: reports } = simulatedCall({ ...size, seed: 4, strictness: 0.5 })
    const dropped = reports.filter((report, i) => report.proposal_id !== 0 || i === 0)
    const errorOf = (rows: ReportTotal[]) => adjustScores(rows).proposals.find(({ id }) => id === 0)!.error
    expect(errorOf(dropped)).toBeGreaterThan(errorOf(reports))
  })

  test('contain the true value within two errors about as often as expected', () => {
    const held = [1, 2, 3, 4, 5, 6].flatMap((seed) => {
      const { truth, given: reports } = simulatedCall({ ...size, seed, strictness: 0.8 })
      return adjustScores(reports).proposals.map(
        ({ id, adjusted, error }) => Math.abs(adjusted - truth[id]!) < 2 * error,
      )
    })
    expect(held.filter(Boolean).length / held.length).toBeGreaterThan(0.88)
  })

  const correlations = (strictness: number) =>
    Array.from({ length: 12 }, (_, seed) => {
      const { truth, given: reports } = simulatedCall({ ...size, seed, strictness })
      const { proposals } = adjustScores(reports)
      return [
        rankCorrelation(
          truth,
          proposals.map(({ mean }) => mean),
        ),
        rankCorrelation(
          truth,
          proposals.map(({ adjusted }) => adjusted),
        ),
      ] as const
    })
  const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

  test('rank better than raw means when reviewers differ, and equally well when they do not', () => {
    const apart = correlations(1)
    expect(average(apart.map(([, fair]) => fair))).toBeGreaterThan(average(apart.map(([raw]) => raw)) + 0.02)
    const alike = correlations(0)
    const lost = average(alike.map(([raw]) => raw)) - average(alike.map(([, fair]) => fair))
    expect(Math.abs(lost)).toBeLessThan(0.01)
  })

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

  test('are finite for any reports, include the mean, and do not depend on the order of reports', () => {
    fc.assert(
      fc.property(reports, (rows) => {
        const answer = adjustScores(rows)
        if (answer.why_not !== null) return
        for (const { adjusted, error } of answer.proposals) {
          expect(Number.isFinite(adjusted) && adjusted > 0 && adjusted < 12).toBe(true)
          expect(Number.isFinite(error) && error >= 0).toBe(true)
        }
        expect(adjustScores(rows.toReversed())).toEqual(answer)
      }),
      { numRuns: 40 },
    )
  })

  test('shift with the totals: one point more on every report adds one point to every proposal', () => {
    fc.assert(
      fc.property(reports, (rows) => {
        const answer = adjustScores(rows)
        const more = adjustScores(rows.map((row) => ({ ...row, total: row.total + 1 })))
        for (const [i, { adjusted }] of answer.proposals.entries())
          expect(more.proposals[i]!.adjusted).toBeCloseTo(adjusted + 1, 1)
      }),
      { numRuns: 30 },
    )
  })
})
