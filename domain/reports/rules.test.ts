import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { averagesOf } from './averages.ts'
import { rankRange, whyNotRanks } from './ranks.ts'
import {
  isReady,
  type ReportFacts,
  type ReviewerFacts,
  whyNotRequest,
  whyNotReviewer,
  whyNotSave,
  whyNotStep,
  whyNotSubmitReport,
} from './rules.ts'
import { type ReportStatus, reportStatus, requestStep, STEPS, type Step } from './status.ts'

const open = { id: 7, disabled: false }
const closed = { id: 7, disabled: true }
const report = (facts: Partial<ReportFacts> = {}): ReportFacts => ({
  status: 2,
  term: open,
  science_score: 4,
  technical_score: 3,
  proposal_status: 2,
  closed: false,
  ...facts,
})
const reviewer: ReviewerFacts = { is_reviewer: true, disabled: false, takes_part: false }

const STATUSES = reportStatus.codes
/** All transitions: from, step, to. */
const TRANSITIONS: [ReportStatus, Step, ReportStatus | null][] = [
  [0, 'request', 1],
  [0, 'remove', null],
  [1, 'accept', 2],
  [1, 'decline', 9],
  [2, 'submit', 3],
  [2, 'withdraw', 9],
  [3, 'cancel', 2],
  [9, 'askAgain', 1],
]

describe('a report changes status', () => {
  const all = STATUSES.flatMap((from) => (Object.keys(STEPS) as Step[]).map((step) => [from, step] as const))
  test.each(all)('from %i by %s, or not', (from, step) => {
    const found = TRANSITIONS.find(([status, by]) => status === from && by === step)
    const why = whyNotStep(step, { status: from, term: open })
    if (found) expect([why, STEPS[step].to]).toEqual([null, found[2]])
    else expect(why).toMatch(/^This report .*\.$/u)
    expect(whyNotStep(step, { status: from, term: closed })).toMatch(/AO7 is closed/u)
  })

  test('by a request from 0 and asking again from 9, only for users who may review', () => {
    expect(STATUSES.filter((status) => whyNotRequest(report({ status }), reviewer) === null)).toEqual([0, 9])
    expect(([0, 9] as const).map(requestStep)).toEqual(['request', 'askAgain'])
    for (const status of [0, 9] as const) {
      expect(whyNotRequest(report({ status, proposal_status: 1 }), reviewer)).toMatch(/not submitted/u)
      expect(whyNotRequest(report({ status }), { ...reviewer, takes_part: true })).toMatch(
        /conflict of interest/u,
      )
    }
  })
})

test.each<[Partial<ReviewerFacts>, RegExp | null]>([
  [{}, null],
  [{ is_reviewer: false }, /not a reviewer/u],
  [{ disabled: true }, /disabled/u],
  [{ takes_part: true }, /conflict of interest/u],
])('a reviewer of %o', (facts, why) => {
  const answer = whyNotReviewer({ ...reviewer, ...facts })
  if (why) expect(answer).toMatch(why)
  else expect(answer).toBeNull()
})

describe('a report is saved', () => {
  test.each(STATUSES)('at status %i only when accepted or submitted', (status) => {
    expect(whyNotSave(report({ status }), false) === null).toBe(status === 2 || status === 3)
  })
  test.each<[string, Partial<ReportFacts>, boolean]>([
    ['in a disabled term', { term: closed }, false],
    ['once its proposal is scored', { closed: true }, false],
    ['by who takes part in the proposal', {}, true],
  ])('not %s, whether submitted or not', (_, facts, takesPart) => {
    for (const status of [2, 3] as const)
      expect(whyNotSave(report({ status, ...facts }), takesPart)).not.toBeNull()
  })
  test('and the refusal does not reveal a global score to the reviewer', () => {
    expect(whyNotSave(report({ closed: true }), false)).not.toMatch(/score/iu)
  })
})

describe('a report is submitted', () => {
  test.each<[string, Partial<ReportFacts>, boolean]>([
    ['accepted with both scores', {}, true],
    ['without a science score', { science_score: null }, false],
    ['without a technical score', { technical_score: null }, false],
    ['submitted already', { status: 3 }, false],
    ['requested only', { status: 1 }, false],
    ['declined', { status: 9 }, false],
    ['while the submission is cancelled', { proposal_status: 1 }, false],
    ['in a disabled term', { term: closed }, false],
    ['once its proposal is scored', { closed: true }, false],
  ])('%s: %o', (_, facts, may) => {
    expect(whyNotSubmitReport(report(facts), false) === null).toBe(may)
  })
  test('and is ready exactly at status 2 with both scores', () => {
    const scores = [null, 1, 5]
    for (const status of STATUSES)
      for (const science_score of scores)
        for (const technical_score of scores)
          expect(isReady(report({ status, science_score, technical_score }))).toBe(
            status === 2 && science_score !== null && technical_score !== null,
          )
  })
})

describe('ranks', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 12 })
  test('any permutation can be saved, with or without blanks', () =>
    fc.assert(
      fc.property(
        ids.chain((own) =>
          fc.tuple(
            fc.constant(own),
            fc.shuffledSubarray(rankRange(own.length), {
              minLength: own.length,
              maxLength: own.length,
            }),
            fc.array(fc.boolean(), { minLength: own.length, maxLength: own.length }),
          ),
        ),
        ([own, order, blank]) => {
          const ranks = Object.fromEntries(own.map((id, i) => [id, blank[i] ? null : order[i]!]))
          expect(whyNotRanks(ranks, own)).toBeNull()
        },
      ),
    ))
  test.each<[Record<string, number | null>, RegExp]>([
    [{ 5: 1, 6: 1 }, /different/u],
    [{ 5: 4 }, /from 1 to 3/u],
    [{ 5: 0 }, /from 1 to 3/u],
    [{ 5: 1.5 }, /from 1 to 3/u],
    [{ 9: 1 }, /cannot be ranked/u],
    [{ 9: null }, /cannot be ranked/u],
  ])('%o are refused', (ranks, why) => {
    expect(whyNotRanks(ranks, [5, 6, 7])).toMatch(why)
  })
})

describe('averages', () => {
  const scored = fc.record({
    status: fc.constantFrom(...STATUSES),
    rank: fc.option(fc.integer({ min: 1, max: 20 })),
    science_score: fc.integer({ min: 1, max: 5 }),
    technical_score: fc.integer({ min: 1, max: 5 }),
  })
  test('count only submitted reports, to two decimals', () =>
    fc.assert(
      fc.property(fc.array(scored, { maxLength: 9 }), (reports) => {
        const counted = reports.filter(({ status }) => status === 3)
        const averages = averagesOf(reports)
        expect(averages).toEqual(averagesOf(counted))
        if (counted.length === 0) {
          expect(averages.science_score_average).toBeNull()
          return
        }
        const true_total =
          counted.reduce((sum, r) => sum + r.science_score + r.technical_score, 0) / counted.length
        expect(Math.abs(averages.total_score_average! - true_total)).toBeLessThanOrEqual(0.005 + 1e-9)
        expect(averages.total_score_average! * 100).toBeCloseTo(
          Math.round(averages.total_score_average! * 100),
        )
      }),
    ))
  test('round halves up', () => {
    const of = (...scores: number[]) =>
      averagesOf(
        scores.map((science_score) => ({ status: 3, rank: null, science_score, technical_score: 1 })),
      )
    expect(of(4, 4, 3).science_score_average).toBe(3.67)
    expect(of(1, 1, 1, 1, 1, 1, 1, 2).science_score_average).toBe(1.13)
    expect(of(5).total_score_average).toBe(6)
    expect(of(5).rank_average).toBeNull()
  })
})
