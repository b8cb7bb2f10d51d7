import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acceptsProposals, beforeDeadline, type Term, whyNotNotice, whyReadOnly } from './rules.ts'

const term: Term = {
  id: 7,
  noi_opens_at: '2026-01-10T00:00:00.000Z',
  noi_closes_at: '2026-03-25T15:00:00.000Z',
  proposals_open_at: '2026-01-20T00:00:00.000Z',
  proposals_close_at: '2026-04-22T15:00:00.000Z',
  reviews_due_at: '2026-06-30T15:00:00.000Z',
  panel_meets_at: null,
  allocation_due_at: null,
  disabled: false,
  is_current: true,
}

describe('notices are accepted', () => {
  test.each([
    ['2026-01-09T23:59:59.999Z', false],
    ['2026-01-10T00:00:00.000Z', true],
    ['2026-03-25T14:59:59.999Z', true],
    ['2026-03-25T15:00:00.000Z', false],
  ])('at %s: %s', (now, accepted) => {
    expect(whyNotNotice(term, new Date(now)) === null).toBe(accepted)
  })

  test('never in a disabled term', () => {
    expect(whyNotNotice({ ...term, disabled: true }, new Date('2026-02-01'))).toBe('AO7 is closed.')
  })

  test('and a refusal names both dates', () => {
    expect(whyNotNotice(term, new Date('2026-12-01'))).toBe(
      'Notices of Intent for AO7 are accepted from 2026-01-10 00:00 UTC to 2026-03-25 15:00 UTC.',
    )
  })
})

describe('proposals', () => {
  test.each([
    ['2026-01-19T23:59:59.999Z', false, false],
    ['2026-01-20T00:00:00.000Z', true, true],
    ['2026-04-22T14:59:59.999Z', true, true],
    ['2026-04-22T15:00:00.000Z', true, false],
  ])('at %s are accepted: %s, before the deadline: %s', (now, accepted, limit) => {
    expect(acceptsProposals(term, new Date(now))).toBe(accepted)
    expect(beforeDeadline(term, new Date(now))).toBe(limit)
  })

  test('are before the deadline only while they are accepted, and never in a disabled term', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), fc.boolean(), (now, disabled) => {
        const asked = { ...term, disabled }
        if (beforeDeadline(asked, now)) expect(acceptsProposals(asked, now)).toBe(true)
        if (disabled) expect(acceptsProposals(asked, now)).toBe(false)
        expect(whyReadOnly(asked) !== null).toBe(disabled)
      }),
    )
  })
})
