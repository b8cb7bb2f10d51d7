import { expect, it } from 'vitest'
import { changedRanks, reconcileRanks } from './-rank_editing.ts'

const SAVED = { 1: 1, 2: null }

it('keeps only the ranks that differ from the saved ones', () => {
  expect(changedRanks({ 1: 1, 2: 2 }, SAVED)).toEqual({ 2: 2 })
})

it.each([
  [{ 1: 2, 2: null }, { 1: 2 }, []],
  [{ 1: 2, 9: null }, { 1: 2 }, [/^One rank was dropped: you can no longer rank that/u]],
  [{ 8: 2, 9: 1 }, {}, [/^2 ranks were dropped: /u]],
  [
    { 2: 3, 9: 2 },
    { 2: 2 },
    [/^One rank was dropped/u, /^The ranks below have closed up: the last rank is now 2/u],
  ],
  // Which rank the one that left had is not known here: the order stays.
  [{ 1: 3, 2: 2 }, { 1: 2, 2: 1 }, [/^The ranks below have closed up/u]],
])('of the unsaved ranks %o keeps those that are still possible', (ranks, values, lost) => {
  const sieved = reconcileRanks(ranks, SAVED)
  expect(sieved.values).toEqual(values)
  expect(sieved.lost).toEqual(lost.map((sentence) => expect.stringMatching(sentence)))
})
