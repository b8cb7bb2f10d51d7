import { describe, expect, test } from 'vitest'
import { type ProposalStatus, proposalStatus, SUBMITTED } from '../proposals/status.ts'
import { whyNotAddReviewer } from '../reports/rules.ts'
import type { ReportStatus } from '../reports/status.ts'
import { GlobalScoreInput, NoteInput } from './contract.ts'
import { progressOf, whyNotCancelSubmission, whyNotCancelUnlock, whyNotScore, whyNotUnlock } from './rules.ts'
import { bandOf } from './status.ts'

const open = { id: 7, disabled: false }
const closed = { id: 7, disabled: true }

test.each<[ProposalStatus, number | null, ReportStatus[], number | null]>([
  [0, null, [], null],
  [1, null, [], 1],
  [1, 4, [3], 1],
  [2, null, [], 2],
  [2, null, [9, 9], 2],
  [2, null, [0], 3],
  [2, null, [1, 9], 3],
  [2, null, [3, 2], 3],
  [2, null, [3], 4],
  [2, null, [3, 3, 9], 4],
  [2, 0, [], 5],
  [2, 4.5, [0, 1], 5],
])('status %i, score %s, reports %o: progress %s', (status, score, reports, progress) => {
  expect(progressOf(status, score, reports)).toBe(progress)
})

test.each([
  [null, null],
  [0, 1],
  [1, 1],
  [1.01, 2],
  [2, 2],
  [2.01, 3],
  [3, 3],
  [3.01, 4],
  [4, 4],
  [4.01, 5],
  [5, 5],
])('a global score of %s is in band %s', (score, band) => {
  expect(bandOf(score)).toBe(band)
})

describe('the office', () => {
  test.each(proposalStatus.codes)(
    'adds reviewers and scores at status %i only when it is submitted',
    (status) => {
      for (const whyNot of [whyNotAddReviewer, whyNotScore]) {
        expect(whyNot({ status, term: open }) === null).toBe(status === 2)
        expect(whyNot({ status, term: closed })).not.toBeNull()
      }
    },
  )

  const proposal = { status: SUBMITTED as ProposalStatus, is_unlocked: false, term: open, window_open: true }
  test.each<[string, Partial<typeof proposal>, string[], boolean]>([
    ['in the window', {}, [], true],
    ['after it', { window_open: false }, [], false],
    ['after it when unlocked', { window_open: false, is_unlocked: true }, [], true],
    ['of what is not submitted', { status: 1 }, [], false],
    ['in a disabled term', { term: closed }, [], false],
    ['with a confirmed sample', {}, ['A0001'], false],
  ])('cancels a submission %s', (_, facts, confirmed, may) => {
    expect(whyNotCancelSubmission({ ...proposal, ...facts }, confirmed) === null).toBe(may)
  })

  test.each([true, false])(
    'unlocks only locked proposals and locks only unlocked ones (unlocked: %s)',
    (is_unlocked) => {
      expect(whyNotUnlock({ is_unlocked, term: open }) === null).toBe(!is_unlocked)
      expect(whyNotCancelUnlock({ is_unlocked, term: open }) === null).toBe(is_unlocked)
      expect(whyNotUnlock({ is_unlocked, term: closed })).not.toBeNull()
      expect(whyNotCancelUnlock({ is_unlocked, term: closed })).not.toBeNull()
    },
  )
})

describe('the input of a global score', () => {
  test.each<[unknown, number | null]>([
    ['', null],
    [null, null],
    ['4.25', 4.25],
    [0, 0],
    [5, 5],
    [1.1, 1.1],
  ])('%o is accepted', (global_score, value) => {
    expect(GlobalScoreInput.parse({ global_score, rank: '' })).toEqual({ global_score: value, rank: null })
  })
  test.each([5.01, -0.01, 1.001, 'x', 'Infinity', true, [3], undefined])('%o is refused', (global_score) => {
    expect(GlobalScoreInput.safeParse({ global_score, rank: '' }).success).toBe(false)
  })
  test('a rank reaches to 20', () => {
    expect(GlobalScoreInput.safeParse({ global_score: '', rank: 20 }).success).toBe(true)
    expect(GlobalScoreInput.safeParse({ global_score: '', rank: 20.01 }).success).toBe(false)
  })
  test('a note has at most 5000 characters', () => {
    expect(NoteInput.safeParse({ note: '🪨'.repeat(5000) }).success).toBe(true)
    const long = NoteInput.safeParse({ note: 'x'.repeat(5001) })
    expect(long.error?.issues[0]?.message).toBe('This form is limited in 5000 words.')
  })
})
