import { expect, it } from 'vitest'
import { changedRanks, sievedRanks } from './-typed_ranks.ts'

const SAVED = { 1: 1, 2: null }

it('keeps of the ranks those that are not as they are saved', () => {
  expect(changedRanks({ 1: 1, 2: 2 }, SAVED)).toEqual({ 2: 2 })
})

it.each([
  [{ 1: 2, 2: null }, { 1: 2, 2: null }, []],
  [{ 1: 2, 9: 1 }, { 1: 2 }, [/^One rank was not restored: you can no longer/u]],
  [{ 8: 2, 9: 1 }, {}, [/^2 ranks were not restored: you can no longer/u]],
  [{ 1: 3, 9: 1 }, {}, [/^One rank was not restored: you can/u, /^One rank .*: there are only 2 reports/u]],
])('of the restored ranks %o only those that can still be given', (ranks, values, lost) => {
  const sieved = sievedRanks(ranks, SAVED)
  expect(sieved.values).toEqual(values)
  expect(sieved.lost).toEqual(lost.map((sentence) => expect.stringMatching(sentence)))
})
