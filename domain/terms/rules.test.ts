import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  closedBySaving,
  closingRemarks,
  closingSentence,
  type TermStatus,
  unsentRemarks,
  whyNotClose,
  whyNotSaveTerm,
} from './closing.ts'
import {
  acceptsProposals,
  beforeDeadline,
  DAY_NAMES,
  dayErrors,
  nextDays,
  type Term,
  whyNotNotice,
  whyReadOnly,
  windowsOf,
} from './rules.ts'
import { currentStep, termSteps } from './steps.ts'

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
        const anyTerm = { ...term, disabled }
        if (beforeDeadline(anyTerm, now)) expect(acceptsProposals(anyTerm, now)).toBe(true)
        if (disabled) expect(acceptsProposals(anyTerm, now)).toBe(false)
        expect(whyReadOnly(anyTerm) !== null).toBe(disabled)
      }),
    )
  })
})

describe('the days of a term', () => {
  const wrong = (change: Partial<Term>) => Object.keys(dayErrors({ ...term, ...change }))
  test.each<[Partial<Term>, string[]]>([
    [{}, []],
    [{ noi_closes_at: term.noi_opens_at }, ['noi_closes_at']],
    [{ proposals_open_at: term.noi_opens_at }, []],
    [{ proposals_open_at: '2026-01-09T00:00:00.000Z' }, ['proposals_open_at']],
    [{ proposals_close_at: term.noi_closes_at }, []],
    [{ proposals_close_at: '2026-03-01T00:00:00.000Z' }, ['proposals_close_at']],
    [{ reviews_due_at: term.proposals_close_at }, []],
    [{ reviews_due_at: '2026-04-01T00:00:00.000Z' }, ['reviews_due_at']],
    [{ panel_meets_at: term.reviews_due_at, allocation_due_at: term.reviews_due_at }, []],
    [{ panel_meets_at: '2026-06-01T00:00:00.000Z' }, ['panel_meets_at']],
    [{ allocation_due_at: '2026-06-01T00:00:00.000Z' }, ['allocation_due_at']],
    [
      { panel_meets_at: '2026-08-01T00:00:00.000Z', allocation_due_at: '2026-07-15T00:00:00.000Z' },
      ['allocation_due_at'],
    ],
  ])('with %j are wrong at %j', (change, fields) => {
    expect(wrong(change)).toEqual(fields)
  })
})

describe('a term is saved', () => {
  test.each([
    [
      { disabled: false, is_current: true },
      { disabled: false, is_current: false },
      'AO7 remains the current call',
    ],
    [{ disabled: true, is_current: false }, { disabled: true, is_current: false }, 'AO7 is closed'],
    [{ disabled: true, is_current: false }, { disabled: false, is_current: true }, null],
    [{ disabled: false, is_current: true }, { disabled: true, is_current: true }, null],
  ])('from %j to %j: %s', (before, after, why) => {
    const reason = whyNotSaveTerm({ id: 7, ...before }, after)
    if (why === null) expect(reason).toBeNull()
    else expect(reason).toContain(why)
  })
})

describe('saving a term closes', () => {
  const open = (id: number) => ({ id, disabled: false, is_current: false })
  const terms = [open(5), { ...open(6), disabled: true }, { ...open(7), is_current: true }, open(8), open(9)]
  const [, , current, next] = terms
  test.each<[string, TermStatus, { disabled: boolean; is_current: boolean }, number[]]>([
    ['itself when it is disabled', current!, { disabled: true, is_current: true }, [7]],
    ['the open ones before it when it becomes current', next!, { disabled: false, is_current: true }, [5, 7]],
    ['both', next!, { disabled: true, is_current: true }, [5, 7, 8]],
    ['nothing when it stays current', current!, { disabled: false, is_current: true }, []],
    ['nothing when it only stays open', next!, { disabled: false, is_current: false }, []],
  ])('%s', (_, before, after, ids) => {
    expect(closedBySaving(before, after, terms).map(({ id }) => id)).toEqual(ids)
  })

  test.each([
    [[7], 'AO7', null],
    [[7], ' ao 7 ', null],
    [[7], 'AO8', 'Type AO7 to close it.'],
    [[7], '', 'Type AO7 to close it.'],
    [[5, 7], 'AO5,AO7', null],
    [[5, 7], 'AO7', 'Type AO5, AO7 to close them.'],
  ])('%j when %j is typed: %s', (ids, typed, why) => {
    expect(
      whyNotClose(
        ids.map((id) => ({ id })),
        typed,
      ),
    ).toBe(why)
  })

  const nothing = {
    id: 7,
    drafts: 0,
    reports: 0,
    assignments: 0,
    second_confirmations: 0,
    unlocks: 0,
    withdrawals: 0,
    questions: 0,
    meetings: 0,
    results: 0,
    answers: 0,
  }
  test.each([
    [
      { drafts: 25, reports: 19, assignments: 1 },
      'AO7 is closed: 25 drafts, 19 reports and 1 assignment can no longer be changed, and proposers see their allocation.',
    ],
    [
      { drafts: 1, assignments: 2 },
      'AO7 is closed: 1 draft and 2 assignments can no longer be changed, and proposers see their allocation.',
    ],
    [{}, 'AO7 is closed: nothing in it can be changed, and proposers see their allocation.'],
  ])('with %j: %s', (counts, sentence) => {
    expect(closingSentence({ ...nothing, ...counts })).toBe(sentence)
  })

  test('and remarks on what else is unfinished', () => {
    expect(closingRemarks(nothing)).toEqual([])
    expect(unsentRemarks({ unsent_mails: 0, unsent_group_mails: 0 })).toEqual([])
    expect(
      closingRemarks({
        ...nothing,
        ...{ second_confirmations: 1, unlocks: 2, withdrawals: 1, questions: 2, meetings: 1 },
        ...{ results: 2, answers: 1 },
      }),
    ).toEqual([
      '1 assignment waits for its second confirmation.',
      '2 proposals are still unlocked.',
      '1 proposer waits for an answer about a withdrawal.',
      '2 questions to reviewers wait for the office.',
      '1 panel meeting is not closed.',
      '2 results are not released.',
      '1 result is not answered.',
    ])
    expect(unsentRemarks({ unsent_mails: 3, unsent_group_mails: 1 })).toEqual([
      '3 e-mails have not been sent yet.',
      '1 group mail has not been sent yet.',
    ])
  })
})

describe('the dates of a new term are those of the last', () => {
  test.each([
    ['2026-05-01', '2027-01-10T00:00:00.000Z', '2027-04-22T15:00:00.000Z'],
    // One year later its proposals would have closed already.
    ['2027-04-22T15:00:00Z', '2028-01-10T00:00:00.000Z', '2028-04-22T15:00:00.000Z'],
  ])('on %s', (now, noi_opens_at, proposals_close_at) => {
    const days = nextDays(term, new Date(now))
    expect(days).toMatchObject({ noi_opens_at, proposals_close_at, panel_meets_at: null })
    expect(Object.keys(days)).toEqual(DAY_NAMES)
    expect(dayErrors(days)).toEqual({})
  })
})

describe('the steps of a term', () => {
  const panel = { panel_meets_at: '2026-08-01T00:00:00.000Z' }
  test.each<[string, Partial<Term>, boolean, string[], string | null]>([
    ['2026-01-09', {}, false, ['coming', 'coming', 'coming', 'coming', 'coming'], null],
    ['2026-02-01', {}, false, ['open', 'open', 'coming', 'coming', 'coming'], 'proposals'],
    ['2026-04-01', {}, false, ['over', 'open', 'coming', 'coming', 'coming'], 'proposals'],
    ['2026-05-01', {}, true, ['over', 'over', 'open', 'coming', 'coming'], 'reviews'],
    ['2026-07-01', panel, true, ['over', 'over', 'over', 'open', 'coming'], 'scoring'],
    ['2026-07-01', {}, false, ['over', 'over', 'over', 'open', 'coming'], 'scoring'],
    ['2026-07-01', {}, true, ['over', 'over', 'over', 'over', 'open'], 'allocation'],
    ['2026-09-01', panel, false, ['over', 'over', 'over', 'over', 'open'], 'allocation'],
    ['2026-02-01', { disabled: true }, false, ['over', 'over', 'over', 'over', 'over'], null],
  ])('on %s with %j, all scored: %s, are %j at %s', (now, change, scored, wanted, present) => {
    const steps = termSteps({ ...term, ...change }, { scored }, new Date(now))
    expect(steps.map(({ state }) => state)).toEqual(wanted)
    expect(currentStep(steps)?.key ?? null).toBe(present)
  })
})

const publicTerm = {
  id: 7,
  noi_opens_at: '2026-10-01T00:00:00Z',
  noi_closes_at: '2027-01-05T00:00:00Z',
  proposals_open_at: '2026-11-01T00:00:00Z',
  proposals_close_at: '2027-02-04T00:00:00Z',
  reviews_due_at: '2027-04-05T00:00:00Z',
  disabled: false,
}
const windowTexts = (now: string, disabled = false) =>
  Object.values(windowsOf({ ...publicTerm, disabled }, new Date(now))).map(
    ({ state, at }) => `${state} ${at.slice(0, 10)}`,
  )

test.each([
  ['2026-09-30T12:00:00Z', ['coming 2026-10-01', 'coming 2026-11-01', 'coming 2027-02-04']],
  ['2026-10-01T00:00:00Z', ['open 2027-01-05', 'coming 2026-11-01', 'coming 2027-02-04']],
  ['2027-01-04T23:59:59Z', ['open 2027-01-05', 'open 2027-02-04', 'coming 2027-02-04']],
  ['2027-01-05T00:00:00Z', ['over 2027-01-05', 'open 2027-02-04', 'coming 2027-02-04']],
  ['2027-02-04T00:00:00Z', ['over 2027-01-05', 'over 2027-02-04', 'open 2027-04-05']],
  ['2027-04-05T00:00:00Z', ['over 2027-01-05', 'over 2027-02-04', 'over 2027-04-05']],
])('at %s the windows of a call are %s', (now, windows) => {
  expect(windowTexts(now)).toEqual(windows)
})

test('in a closed call nothing is open', () => {
  expect(windowTexts('2026-12-01T00:00:00Z', true).map((line) => line.split(' ')[0])).toEqual([
    'over',
    'over',
    'over',
  ])
})
