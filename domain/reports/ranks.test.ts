import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byRank, oddRanks, rankRange, whyNotRanks } from './ranks.ts'

describe('what is odd about ranks', () => {
  test.each([
    [{ 1: 1, 2: 2, 3: null }, [], []],
    [{ 1: 1, 2: 3 }, [2], []],
    [{ 1: 2, 2: 2, 3: 4 }, [1, 3], [2]],
    [{ 1: null }, [], []],
  ])('%j', (ranks, gaps, doubles) => {
    expect(oddRanks(ranks)).toEqual({ gaps, doubles })
  })

  test('nothing in any order that was dragged', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([4, 5, 6, 7]), (order) => {
        const ranks = Object.fromEntries(order.map((id, i) => [id, i + 1]))
        expect(oddRanks(ranks)).toEqual({ gaps: [], doubles: [] })
        expect(whyNotRanks(ranks, [4, 5, 6, 7])).toBeNull()
        expect(byRank([4, 5, 6, 7], ranks).ranked).toEqual(order)
      }),
    )
  })
})

test('by rank, equal ones as they came, the others after them', () => {
  expect(byRank([1, 2, 3, 4], { 1: 2, 2: null, 3: 1, 4: 1 })).toEqual({ ranked: [3, 4, 1], unranked: [2] })
  expect(rankRange(3)).toEqual([1, 2, 3])
})
