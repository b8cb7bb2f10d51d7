import { describe, expect, test } from 'vitest'
import { aRequest } from '../testing/allocation.ts'
import { nextInRank, type RankedProposal } from './next_in_rank.ts'

const grain = (sample_id: number) => ({
  ...{ sample_id, db_type: 1 as const, sample_type: 0 as const, weight: 2, size: 1000 },
  ...{ pressure: null, volume: null, chamber: 1, dish: null },
})
const named = (priority: number, sample_id: number) => aRequest({ id: priority, priority, sample_id, any: 0 })
const any = (priority: number, number_of_samples = 1) =>
  aRequest({ id: priority, priority, weight: 2, number_of_samples })
const asks = (
  id: number,
  requested_samples: RankedProposal['requested_samples'],
  given: RankedProposal['given'] = [],
): RankedProposal => ({ id, requested_samples, given })

const next = (ranking: RankedProposal[], except = 9) => {
  const found = nextInRank(grain(7), ranking, except)
  return found && [found.proposal.id, found.priority]
}

describe('the next in rank whom a declined sample would serve', () => {
  test('is the first of the ranking that asks for it by name or for any like it', () => {
    expect(next([asks(1, [named(1, 8)]), asks(2, [any(1)]), asks(3, [named(1, 7)])])).toEqual([2, 1])
    expect(next([asks(3, [named(1, 7)]), asks(2, [any(1)])])).toEqual([3, 1])
  })

  test('is not the one who declined it', () => {
    expect(next([asks(9, [named(1, 7)]), asks(2, [any(1)])])).toEqual([2, 1])
  })

  test('is nobody whose requests are met, in full', () => {
    expect(next([asks(1, [any(1)], [grain(8)])])).toBeNull()
    expect(next([asks(1, [any(1, 2)], [grain(8)])])).toEqual([1, 1])
    expect(next([asks(1, [any(1, 2)], [grain(8), grain(6)])])).toBeNull()
  })

  test('is served for the first request that is not met, in the order of priority', () => {
    expect(next([asks(1, [any(3), named(2, 7), named(1, 8)])])).toEqual([1, 2])
    expect(next([asks(1, [named(2, 7), any(1)], [grain(8)])])).toEqual([1, 2])
  })

  test('is nobody where no one asks for such a sample', () => {
    expect(next([asks(1, [named(1, 8)]), asks(2, [aRequest({ weight: 90 })]), asks(3, [])])).toBeNull()
    expect(next([])).toBeNull()
  })
})
