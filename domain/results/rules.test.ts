import { describe, expect, test } from 'vitest'
import {
  answerDay,
  type ResultFacts,
  whyNotAnswer,
  whyNotCancelCorrection,
  whyNotCheck,
  whyNotCorrect,
  whyNotNote,
  whyNotRelease,
  whyNotRemind,
  whyNotSave,
} from './rules.ts'
import { resultState } from './status.ts'

const draft: ResultFacts = {
  state: 'drafted',
  edition: 1,
  samples: 2,
  findings: 0,
  reasons: [],
  outdated: false,
  saved_by: 1,
  waiting: null,
}
const author = { id: 1 }
const other = { id: 2 }

/** What may be done with a result of this kind, where one person is enough. */
function allowed(result: ResultFacts): string {
  const whys: Record<string, string | null> = {
    save: whyNotSave(result),
    check: whyNotCheck(result, author, false),
    release: whyNotRelease(result, false),
    correct: whyNotCorrect(result),
    cancel: whyNotCancelCorrection(result),
    answer: whyNotAnswer(result),
    note: whyNotNote(result),
    remind: whyNotRemind(result),
  }
  return Object.keys(whys)
    .filter((act) => whys[act] === null)
    .join(' ')
}

describe('what may be done with a result', () => {
  test.each([
    ['drafted', 'save check release'],
    ['checked', 'save release'],
    ['released', 'correct answer remind'],
    ['read', 'correct answer remind'],
    ['answered', 'correct answer note'],
    ['noted', 'correct'],
  ] as const)('that is %s: %s', (state, acts) => {
    expect(allowed({ ...draft, state })).toBe(acts)
  })

  test('the table names every state', () => {
    expect(resultState.codes).toEqual(['drafted', 'checked', 'released', 'read', 'answered', 'noted'])
  })

  test('a correction can be removed until it is released, and is answered after', () => {
    expect(allowed({ ...draft, edition: 2 })).toBe('save check release cancel')
    expect(whyNotNote({ ...draft, edition: 2 })).toBe('A correction is being prepared.')
    expect(whyNotRemind({ ...draft, edition: 2 })).toBe('A correction is being prepared.')
    expect(whyNotCorrect({ ...draft, edition: 2 })).toBe('A correction is being prepared already.')
  })

  test('one that is about to be released is left alone', () => {
    const acts = allowed({ ...draft, edition: 2, waiting: 'release' })
    expect(acts).toBe('release')
    expect(allowed({ ...draft, state: 'released', waiting: 'remind' })).toBe('correct answer remind')
  })

  test('one that grants nothing is neither answered nor reminded of', () => {
    expect(allowed({ ...draft, state: 'read', samples: 0 })).toBe('correct')
  })
})

describe('a draft is not checked and not released', () => {
  test.each([
    [{ outdated: true }, 'Samples were confirmed or taken back since it was drafted: bring it up to date.'],
    [{ reasons: [null] }, 'Choose why 1 request is not met.'],
    [{ reasons: [null, 'not_selected', null] }, 'Choose why 2 requests are not met.'],
    [{ findings: 1 }, 'Change or allow 1 finding first.'],
    [{ findings: 3 }, 'Change or allow 3 findings first.'],
  ] as const)('with %j', (facts, why) => {
    const result = { ...draft, ...facts }
    expect(whyNotCheck(result, other, true)).toBe(why)
    expect(whyNotRelease(result, true)).toBe(why)
    expect(whyNotRelease({ ...result, state: 'checked' }, false)).toBe(why)
    expect(whyNotSave(result)).toBeNull()
  })
})

describe('where two persons are required', () => {
  test('another than who wrote it last checks it before it is released', () => {
    expect(whyNotCheck(draft, author, true)).toContain('another member of the office checks it')
    expect(whyNotCheck(draft, other, true)).toBeNull()
    expect(whyNotCheck({ ...draft, saved_by: null }, author, true)).toBeNull()
    expect(whyNotRelease(draft, true)).toBe('It must be checked first.')
    expect(whyNotRelease({ ...draft, state: 'checked' }, true)).toBeNull()
  })
})

describe('the last day to answer', () => {
  test.each([
    ['2027-06-16T00:00:00.000Z', 21, '2027-07-07'],
    ['2027-06-16T23:59:59.999Z', 21, '2027-07-07'],
    ['2028-02-28T12:00:00.000Z', 1, '2028-02-29'],
    ['2027-12-31T23:00:00.000Z', 1, '2028-01-01'],
  ])('after a release at %s and %i days is %s in UTC', (at, days, day) => {
    expect(answerDay(new Date(at), days)).toBe(day)
  })
})
