import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closedUpRanks, findRankMistakes, rankRange, sortByRank, whyNotRanks } from './ranks.ts'

describe('mistakes in ranks', () => {
  test.each([
    [{ 1: 1, 2: 2, 3: null }, [], []],
    [{ 1: 1, 2: 3 }, [2], []],
    [{ 1: 2, 2: 2, 3: 4 }, [1, 3], [2]],
    [{ 1: null }, [], []],
  ])('%j', (ranks, gaps, doubles) => {
    expect(findRankMistakes(ranks)).toEqual({ gaps, doubles })
  })

  test('there are none in any order made by dragging', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([4, 5, 6, 7]), (order) => {
        const ranks = Object.fromEntries(order.map((id, i) => [id, i + 1]))
        expect(findRankMistakes(ranks)).toEqual({ gaps: [], doubles: [] })
        expect(whyNotRanks(ranks, [4, 5, 6, 7])).toBeNull()
        expect(sortByRank([4, 5, 6, 7], ranks).ranked).toEqual(order)
      }),
    )
  })
})

describe('ranks closed up to the number of reports', () => {
  test.each([
    ['all in range stay, gaps too', { 1: 3, 2: 1, 3: null }],
    ['one beyond the last: the order stays', { 1: 3, 2: 1 }, { 1: 2, 2: 1 }],
    ['what is not ranked stays so', { 1: 9, 2: null, 3: 4 }, { 1: 2, 2: null, 3: 1 }],
    ['equal ones differ then', { 1: 5, 2: 5 }, { 1: 1, 2: 2 }],
  ])('%s', (_, ranks, closed = ranks) => expect(closedUpRanks(ranks)).toEqual(closed))

  test('can always be saved', () => {
    const given = fc.option(fc.integer({ min: 1, max: 20 }), { nil: null })
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[1-9]\d?$/), given, { maxKeys: 8 }), (ranks) => {
        const some = Object.values(ranks).some((rank) => (rank ?? 0) > Object.keys(ranks).length)
        if (some) expect(whyNotRanks(closedUpRanks(ranks), Object.keys(ranks).map(Number))).toBeNull()
      }),
    )
  })
})

test('reports sort by rank, equal ranks in their original order, unranked ones apart', () => {
  expect(sortByRank([1, 2, 3, 4], { 1: 2, 2: null, 3: 1, 4: 1 })).toEqual({
    ranked: [3, 4, 1],
    unranked: [2],
  })
  expect(rankRange(3)).toEqual([1, 2, 3])
})
