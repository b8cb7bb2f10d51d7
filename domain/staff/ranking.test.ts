import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  MAX_RANK,
  othersAtRank,
  type RankChange,
  type Ranked,
  rankChanges,
  rankChangesText,
  rankWhenDropped,
  whyNotChangeRanks,
} from './ranking.ts'

const ranked = (...ranks: (number | null)[]): Ranked[] => ranks.map((rank, i) => ({ id: 101 + i, rank }))
const ranksAfter = (rows: readonly Ranked[], moves: readonly RankChange[]) =>
  rows.map(({ id, rank }) => moves.find((move) => move.id === id)?.to ?? rank)

describe('giving a proposal a rank', () => {
  test.each<[string, (number | null)[], number, number, (number | null)[]]>([
    ['up: those between make room', [1, 2, 3, 4], 104, 2, [1, 3, 4, 2]],
    ['down: those between close up', [1, 2, 3, 4], 101, 3, [3, 1, 2, 4]],
    ['new: all below go down', [1, 2, 3, null], 104, 1, [2, 3, 4, 1]],
    ['into a gap: nobody moves', [1, 3, null], 103, 2, [1, 3, 2]],
    ['a gap takes up the rest', [1, 2, 4, null], 104, 1, [2, 3, 4, 1]],
    ['both of a tie make room', [1, 2, 2, null], 104, 2, [1, 3, 3, 2]],
    ['where it is alone already', [1, 2, 3], 102, 2, [1, 2, 3]],
    ['a half rank stays where it is', [1, 1.5, 2, null], 104, 1, [2, 1.5, 3, 1]],
  ])('%s', (_, ranks, id, to, wanted) => {
    const rows = ranked(...ranks)
    expect(ranksAfter(rows, rankChanges(rows, id, to))).toEqual(wanted)
  })

  test('keeps ranks whole and distinct, and keeps every proposal', () => {
    const ranks = fc.uniqueArray(fc.integer({ min: 1, max: MAX_RANK - 1 }), { minLength: 1, maxLength: 19 })
    fc.assert(
      fc.property(ranks, fc.nat(18), fc.integer({ min: 1, max: MAX_RANK - 1 }), (given, which, to) => {
        const rows = ranked(...given, null)
        const id = rows[which % rows.length]!.id
        const moves = rankChanges(rows, id, to)
        const end = ranksAfter(rows, moves).filter((rank) => rank !== null)
        expect(new Set(end).size).toBe(end.length)
        expect(ranksAfter(rows, moves)[id - 101]).toBe(to)
        expect(moves.every(({ from, to: next }) => from === null || from !== next)).toBe(true)
      }),
    )
  })

  test('is refused when a proposal would get a rank beyond the last', () => {
    const rows = ranked(...Array.from({ length: MAX_RANK }, (_, i) => i + 1), null)
    expect(whyNotChangeRanks(rankChanges(rows, 121, 5))).toContain('20 is the last rank; 120')
    expect(whyNotChangeRanks(rankChanges(rows, 120, 5))).toBeNull()
  })
})

test('a proposal dropped on a row takes the row’s rank, and on an unranked row the rank after the last', () => {
  const rows = ranked(1, 2, null, null)
  expect(rankWhenDropped(rows, 104, rows[0]!)).toBe(1)
  expect(rankWhenDropped(rows, 104, rows[2]!)).toBe(3)
  expect(rankWhenDropped(rows, 101, rows[2]!)).toBe(2)
  expect(rankWhenDropped(ranked(null, null), 101, { id: 102, rank: null })).toBe(1)
})

test('other proposals at a rank, and rank changes as text', () => {
  expect(othersAtRank(ranked(1, 1, null), 1, 101)).toEqual([{ id: 102, rank: 1 }])
  expect(othersAtRank(ranked(null, null), null, 101)).toEqual([])
  expect(rankChangesText(rankChanges(ranked(3, 4, null), 103, 3))).toBe(
    '103 gets rank 3, 101 goes from 3 to 4, 102 from 4 to 5',
  )
})
