import { describe, expect, test } from 'vitest'
import { reminderDue, whyNotRemind } from './reminders.ts'
import { type ReportFacts, type ReviewerFacts, whyNotAwaited } from './rules.ts'
import { reportStatus } from './status.ts'

const term = { disabled: false, reviews_due_at: '2026-04-20T23:59:00.000Z' }
const settings = (before: number, after: number, reminders = true) => ({
  reminders,
  reminder_days_before: before,
  reminder_days_after: after,
})

describe('an automatic reminder is due', () => {
  test.each<[string, number, number, string | null]>([
    ['2026-04-12T23:59:59.999Z', 7, 3, null],
    ['2026-04-13T00:00:00.000Z', 7, 3, '2026-04-13'],
    ['2026-04-13T23:59:59.999Z', 7, 3, '2026-04-13'],
    ['2026-04-14T23:59:59.999Z', 7, 3, '2026-04-13'],
    ['2026-04-15T00:00:00.000Z', 7, 3, null],
    ['2026-04-20T12:00:00.000Z', 7, 3, null],
    ['2026-04-22T23:59:59.999Z', 7, 3, null],
    ['2026-04-23T00:00:00.000Z', 7, 3, '2026-04-23'],
    ['2026-04-24T23:59:59.999Z', 7, 3, '2026-04-23'],
    ['2026-04-25T00:00:00.000Z', 7, 3, null],
    ['2026-04-19T23:59:59.999Z', 0, 0, null],
    ['2026-04-20T00:00:00.000Z', 0, 0, '2026-04-20'],
    ['2026-04-21T00:00:00.000Z', 0, 0, '2026-04-20'],
    ['2026-04-20T12:00:00.000Z', 0, 1, '2026-04-20'],
    ['2026-04-21T00:00:00.000Z', 0, 1, '2026-04-21'],
    ['2026-04-20T12:00:00.000Z', 1, 0, '2026-04-20'],
    ['2026-03-01T12:00:00.000Z', 50, 3, '2026-03-01'],
  ])('at %s, %i before and %i after: %s', (now, before, after, day) =>
    expect(reminderDue(term, settings(before, after), new Date(now))).toBe(day),
  )

  test('on the UTC day, at any time of it and in any time zone notation', () => {
    const now = new Date('2026-04-13T00:00:00Z')
    for (const reviews_due_at of ['2026-04-20T00:00:00.000Z', '2026-04-21T08:59:59+09:00'])
      expect(reminderDue({ ...term, reviews_due_at }, settings(7, 3), now)).toBe('2026-04-13')
    const later = { ...term, reviews_due_at: '2026-04-21T00:00:00.000Z' }
    expect(reminderDue(later, settings(7, 3), now)).toBeNull()
  })

  test('never while reminders are switched off or the term is disabled', () => {
    const now = new Date('2026-04-13T12:00:00Z')
    expect(reminderDue(term, settings(7, 3), now)).not.toBeNull()
    expect(reminderDue(term, settings(7, 3, false), now)).toBeNull()
    expect(reminderDue({ ...term, disabled: true }, settings(7, 3), now)).toBeNull()
  })
})

describe('a report is open', () => {
  const report: ReportFacts = {
    status: 2,
    term: { id: 7, disabled: false },
    science_score: 4,
    technical_score: 3,
    proposal_status: 2,
    closed: false,
  }
  const reviewer: ReviewerFacts = { is_reviewer: true, disabled: false, takes_part: false }

  test('while it is requested or accepted', () =>
    expect(
      reportStatus.codes.filter((status) => whyNotAwaited({ ...report, status }, reviewer) === null),
    ).toEqual([1, 2]))

  test.each<[Partial<ReportFacts & ReviewerFacts>, RegExp]>([
    [{ term: { id: 7, disabled: true } }, /AO7 is closed/u],
    [{ closed: true }, /closed its reviewing/u],
    [{ proposal_status: 1 }, /is not submitted/u],
    [{ is_reviewer: false }, /not a reviewer/u],
    [{ disabled: true }, /disabled/u],
    [{ takes_part: true }, /conflict of interest/u],
  ])('never with %j', (facts, why) =>
    expect(whyNotAwaited({ ...report, ...facts }, { ...reviewer, ...facts })).toMatch(why),
  )

  test.each([
    [null, null],
    ['2026-04-12T23:59:59.999Z', null],
    ['2026-04-13T00:00:00.000Z', /already been reminded of this report today/u],
    ['2026-04-13T11:59:59.999Z', /already been reminded of this report today/u],
  ])('and the office can remind of it once on a UTC day: last at %s', (reminded_at, why) => {
    const said = whyNotRemind({ ...report, reminded_at }, reviewer, new Date('2026-04-13T12:00:00Z'))
    if (why === null) expect(said).toBeNull()
    else expect(said).toMatch(why)
  })
})
