import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bit } from '../endpoint.ts'
import {
  assignedTotal,
  requestedTotal,
  shortAbstract,
  submissionErrors,
  whatNext,
  whyNotEdit,
  whyNotPreviousStatus,
  whyNotSubmit,
} from './rules.ts'
import type { ProposalStatus } from './status.ts'

const term = {
  id: 7,
  disabled: false,
  proposals_open_at: '2026-03-01T00:00:00.000Z',
  proposals_close_at: '2026-04-22T14:59:00.000Z',
}
const [early, first, late, deadline] = [
  '2026-02-28T23:59:59.999Z',
  '2026-03-01T00:00:00.000Z',
  '2026-04-22T14:58:59.999Z',
  '2026-04-22T14:59:00.000Z',
]
const NOT_YET = 'AO7 accepts proposals from 2026-03-01 00:00 UTC to 2026-04-22 14:59 UTC.'
const PASSED = 'The deadline of AO7 has passed (2026-04-22 14:59 UTC).'
const CLOSED = 'AO7 is closed; nothing in it can be changed.'
const REVIEWED = 'This proposal is being reviewed and can no longer be changed.'
const AGAIN = 'This proposal has already been submitted.'

interface Case {
  at: string | undefined
  status?: ProposalStatus
  unlocked?: Bit
  disabled?: boolean
  underReview?: boolean
  edit: string | null
  submit: string | null
}

describe('when a proposal can be edited and submitted', () => {
  test.each<Case>([
    { at: early, edit: NOT_YET, submit: NOT_YET },
    { at: early, unlocked: 1, edit: NOT_YET, submit: NOT_YET },
    { at: first, edit: null, submit: null },
    { at: first, status: 0, edit: null, submit: null },
    { at: late, edit: null, submit: null },
    { at: deadline, edit: PASSED, submit: PASSED },
    { at: deadline, unlocked: 1, edit: null, submit: null },
    { at: late, disabled: true, unlocked: 1, edit: CLOSED, submit: CLOSED },
    { at: late, status: 2, edit: null, submit: AGAIN },
    { at: late, status: 2, underReview: true, edit: REVIEWED, submit: AGAIN },
    { at: late, status: 1, underReview: true, edit: null, submit: null },
    { at: late, status: 2, unlocked: 1, underReview: true, edit: null, submit: AGAIN },
    { at: deadline, status: 2, unlocked: 1, underReview: true, edit: null, submit: AGAIN },
    { at: deadline, status: 2, unlocked: 1, disabled: true, edit: CLOSED, submit: AGAIN },
    { at: deadline, status: 2, edit: PASSED, submit: AGAIN },
  ])('%o', ({ at, status = 1, unlocked = 0, disabled = false, underReview = false, edit, submit }) => {
    const proposal = { status, is_unlocked: unlocked }
    const now = new Date(at!)
    expect(whyNotEdit(proposal, { ...term, disabled }, now, underReview)).toBe(edit)
    expect(whyNotSubmit(proposal, { ...term, disabled }, now)).toBe(submit)
  })
})

test.each<Omit<Case, 'edit' | 'submit' | 'unlocked' | 'underReview'> & { says: string }>([
  { at: early, says: 'The form opens here on 2026-03-01 00:00 UTC' },
  { at: deadline, says: 'ask ao@example.org to unlock it. You can then change and submit it until' },
  { at: deadline, status: 2, says: 'ask ao@example.org to unlock it. You can then change it until' },
  { at: late, disabled: true, says: 'You can still read it here.' },
])('what the proposer can do while the form is closed: %o', ({ at, says, status = 1, disabled = false }) => {
  const proposal = { status, is_unlocked: 0 } as const
  expect(whatNext(proposal, { ...term, disabled }, new Date(at!), 'ao@example.org')).toContain(says)
})

test('names every missing required field', () => {
  const none = {
    title: '',
    abstract: '',
    selected_keywords: [],
    selected_methods: [],
    requested_samples: [],
    check_organization: 0 as Bit,
    check_collaborators: 0 as Bit,
  }
  expect(Object.keys(submissionErrors(none))).toEqual([
    'title',
    'abstract',
    'keywords',
    'methods',
    'samples',
    'check_organization',
    'check_collaborators',
  ])
  const all = {
    title: 'T',
    abstract: 'A',
    selected_keywords: [1],
    selected_methods: [1],
    requested_samples: [1],
    check_organization: 1 as Bit,
    check_collaborators: 1 as Bit,
  }
  expect(submissionErrors(all)).toEqual({})
})

test.each([
  [[], [], true],
  [[5, 6], [1, 2], true],
  [[], [9999], true],
  [[], [9999, 9999], true],
  [[5], [9999], false],
  [[], [9999, 1], false],
])('previous terms %o with others %o are compatible: %s', (terms, others, fine) => {
  const why = "'Not applicable' and the other choices exclude each other."
  expect(whyNotPreviousStatus(terms, others)).toBe(fine ? null : why)
})

test('an abstract is shortened to 30 words', () => {
  const words = Array.from({ length: 31 }, (_, i) => `w${i}`)
  expect(shortAbstract(words.slice(0, 30).join('  '))).toBe(words.slice(0, 30).join(' '))
  expect(shortAbstract(words.join('\n'))).toBe(`${words.slice(0, 30).join(' ')}…`)
})

describe('totals', () => {
  const any = (weight: number | null) => ({ sample_id: null, weight, sample_weight: null })
  const listed = (sample_weight: number | null) => ({ sample_id: 1, weight: null, sample_weight })

  test.each([
    [[], 0],
    [[any(0.1), any(0.7)], 0.8],
    [[any(0.19), listed(0.1), any(null), listed(null)], 0.2],
    [[any(4.35), any(4.35)], 8.7],
    [[listed(0.09)], 0],
  ])('%o is %d mg', (rows, mg) => {
    expect(requestedTotal(rows)).toBe(mg)
  })

  // Includes whole tenths of mg, where a floating-point sum can fall just below the exact result.
  const weight = fc.oneof(
    fc.integer({ min: 0, max: 200 }).map((tenths) => tenths * 10),
    fc.integer({ min: 0, max: 100_000 }),
  )
  test('are exact sums in hundredths of mg, rounded down to tenths', () => {
    fc.assert(
      fc.property(fc.array(weight, { maxLength: 30 }), (hundredths) => {
        const tenths = Math.floor(hundredths.reduce((sum, n) => sum + n, 0) / 10)
        const weights = hundredths.map((n) => n / 100)
        expect(assignedTotal(weights.map((mg) => ({ weight: mg })))).toBe(tenths / 10)
        expect(requestedTotal(weights.map((mg, i) => (i % 2 ? any(mg) : listed(mg))))).toBe(tenths / 10)
      }),
    )
  })
})
