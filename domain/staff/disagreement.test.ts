import { describe, expect, test } from 'vitest'
import { disagree, GRADES_DISAGREE, REPORTS_DISAGREE } from './disagreement.ts'

describe('reports disagree', () => {
  test.each([
    [[], false],
    [[9], false],
    [[7, 9], false],
    [[6, 9], true],
    [[9, 6], true],
    [[7, 8, 9], false],
    [[7, 7, 9], true],
    [[9, 7, 9], true],
    [[8, 9, 9, 10], false],
    [[6, 8, 9, 10], true],
  ])('%j: %s', (totals, expected) => expect(disagree(totals, REPORTS_DISAGREE)).toBe(expected))
})

describe('grades disagree', () => {
  test.each([
    [[3, 4.4], false],
    // 3.30 - 1.80 is a little less than 1.5 in binary fractions.
    [[1.8, 3.3], true],
    [[3, 3.25, 4.24], false],
    [[3, 3.25, 4.25], true],
    [[2.25, 3.25, 3.5], true],
    [[3, 3, 4.49], true],
  ])('%j: %s', (grades, expected) => expect(disagree(grades, GRADES_DISAGREE)).toBe(expected))
})
