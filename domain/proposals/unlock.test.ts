import { describe, expect, test } from 'vitest'
import type { Bit } from '../endpoint.ts'
import type { ProposalStatus } from './status.ts'
import { defaultUnlockEnd, editableUntil, isUnlocked, whyNotLock, whyNotUnlockUntil } from './unlock.ts'

const now = new Date('2026-04-10T12:00:00.000Z')
const deadline = '2026-04-22T14:59:00.000Z'
const [sooner, later] = ['2026-04-17T12:00:00.000Z', '2026-05-01T12:00:00.000Z']
const term = {
  id: 7,
  disabled: false,
  proposals_open_at: '2026-03-01T00:00:00.000Z',
  proposals_close_at: deadline,
}

test.each([
  [null, false],
  ['2026-04-10T11:59:59.999Z', false],
  ['2026-04-10T12:00:00.000Z', false],
  ['2026-04-10T12:00:00.001Z', true],
])('a proposal unlocked until %s is unlocked: %s', (until, unlocked) => {
  expect(isUnlocked(until, now)).toBe(unlocked)
  if (until) expect(whyNotUnlockUntil(until, now)).toBe(unlocked ? null : 'Choose a time in the future.')
})

test('an unlock that names no end lasts seven days', () => {
  expect(defaultUnlockEnd(now)).toBe(sooner)
})

test.each<[ProposalStatus, Bit, boolean, string | null]>([
  [2, 1, false, null],
  [2, 0, false, 'This proposal is not unlocked.'],
  [1, 1, false, 'Submit this proposal to AO7 instead: that locks it.'],
  [2, 1, true, 'AO7 is closed; nothing in it can be changed.'],
])('status %i, unlocked %i, closed %s can be locked again: %s', (status, is_unlocked, disabled, why) => {
  expect(whyNotLock({ status, is_unlocked }, { ...term, disabled })).toBe(why)
})

describe('until when a proposal can be edited', () => {
  interface Case {
    at?: Date
    status?: ProposalStatus
    unlocked_until?: string | null
    underReview?: boolean
    why?: string | null
    until: string | null
  }
  const closed = new Date('2026-04-23T00:00:00.000Z')
  test.each<Case>([
    { until: deadline },
    { why: 'It cannot.', until: null },
    { unlocked_until: sooner, until: deadline },
    { unlocked_until: later, until: later },
    { at: closed, unlocked_until: later, until: later },
    { status: 2, unlocked_until: later, until: later },
    { status: 2, unlocked_until: sooner, until: deadline },
    { status: 2, underReview: true, unlocked_until: sooner, until: sooner },
    { status: 1, underReview: true, unlocked_until: sooner, until: deadline },
    { unlocked_until: '2026-04-01T00:00:00.000Z', until: deadline },
    { at: closed, until: null },
    { at: closed, unlocked_until: '2026-04-01T00:00:00.000Z', until: null },
  ])('%o', ({ at = now, status = 1, unlocked_until = null, underReview = false, why = null, until }) => {
    const is_unlocked: Bit = isUnlocked(unlocked_until, at) ? 1 : 0
    const state = { status, is_unlocked, unlocked_until, why_not_edit: why }
    expect(editableUntil(state, term, at, underReview)).toBe(until)
  })
})
