import { describe, expect, test } from 'vitest'
import { whyNotCancelReject, whyNotDecide, whyNotEdit } from './rules.ts'
import { type ApplicantStatus, applicantStatus } from './status.ts'

const term = {
  id: 7,
  noi_opens_at: '2026-04-01T00:00:00.000Z',
  noi_closes_at: '2026-05-01T00:00:00.000Z',
  disabled: false,
}
const during = new Date('2026-04-10T00:00:00Z')

describe('an applicant', () => {
  test.each<[ApplicantStatus, string | null]>([
    [0, null],
    [1, 'This applicant is already registered.'],
    [2, 'This applicant is rejected.'],
  ])('why status %i cannot be registered, rejected or edited: %s', (status, why) => {
    expect(whyNotDecide(status, term)).toBe(why)
    expect(whyNotEdit(status, term, during)).toBe(why)
  })

  test.each<[ApplicantStatus, string | null]>([
    [0, 'This applicant has not been rejected.'],
    [1, 'This applicant has not been rejected.'],
    [2, null],
  ])('why status %i cannot have its rejection cancelled: %s', (status, why) => {
    expect(whyNotCancelReject(status, term)).toBe(why)
  })

  test.each(applicantStatus.codes)('of a disabled term with status %i cannot be changed', (status) => {
    const closed = { ...term, disabled: true }
    const why = 'AO7 is closed; nothing in it can be changed.'
    expect(whyNotDecide(status, closed)).toBe(why)
    expect(whyNotEdit(status, closed, during)).toBe(why)
    expect(whyNotCancelReject(status, closed)).toBe(why)
  })

  test.each([
    ['2026-03-31T23:59:59.999Z', false],
    ['2026-04-01T00:00:00.000Z', true],
    ['2026-04-30T23:59:59.999Z', true],
    ['2026-05-01T00:00:00.000Z', false],
  ])('can be edited only in the window of its term: at %s %s', (now, open) => {
    expect(whyNotEdit(0, term, new Date(now)) === null).toBe(open)
  })
})
