import { describe, expect, test } from 'vitest'

import { cleanLetters, facts, measure, plantedLetters, seededRandom } from '../testing/letters.ts'
import { findLeaks } from './findings.ts'

const found = (text: string) => findLeaks(text, facts)

describe('of 500 letters with a planted leak and 500 without', () => {
  test('at least 99 % of the leaks are named, each as what it is', () => {
    const letters = plantedLetters(seededRandom(25), 500)
    const missed = letters.filter(
      ({ text, kind, leak }) =>
        !found(text).some(
          (one) => one.kind === kind && one.start < leak.start + leak.length && one.end > leak.start,
        ),
    )
    expect(letters).toHaveLength(500)
    expect(new Set(letters.map(({ kind }) => kind)).size).toBe(6)
    expect(
      missed.length,
      missed.map(({ how, text, leak }) => `${how}: ${text.substr(leak.start, leak.length)}`).join('\n'),
    ).toBeLessThanOrEqual(5)
  })

  test('at most 2 % of the others are suspected', () => {
    const letters = cleanLetters(seededRandom(26), 500)
    const suspected = letters.flatMap((text) =>
      found(text).map(({ kind, start, end }) => `${kind}: ${text.slice(Math.max(0, start - 30), end + 20)}`),
    )
    expect(new Set(letters).size).toBeGreaterThan(450)
    const wrong = letters.filter((text) => found(text).length > 0)
    expect(wrong.length, suspected.join('\n')).toBeLessThanOrEqual(10)
  })
})

test.each([1_009, 2_003])('so it is of letters that it was not tuned on (%i)', (seed) => {
  const { missed, suspected } = measure(seed, 300)
  const leaks = missed.map(({ how, text, leak }) => `${how}: ${text.substr(leak.start, leak.length)}`)
  expect(leaks.length, leaks.join('\n')).toBeLessThanOrEqual(3)
  expect(suspected.length, suspected.join('\n')).toBeLessThanOrEqual(6)
})

test('a score is named at the end of a sentence too, and a measure is none', () => {
  expect(found('The average score is 3. Of the requests, two are met.')).toMatchObject([{ kind: 'score' }])
  expect(found('The score of the balance is 3 mg.')).toEqual([])
})
