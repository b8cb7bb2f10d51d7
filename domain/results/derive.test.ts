import { describe, expect, test } from 'vitest'
import { GAS } from '../masters/values.ts'
import { aRequest } from '../testing/allocation.ts'
import { deriveResult } from './derive.ts'
import { REASON_NAMES } from './status.ts'

/** A particle of Ryugu of 2 mg. */
const grain = (sample_id: number) => ({
  ...{ sample_id, db_type: 1 as const, sample_type: 0 as const, weight: 2, size: 1000 },
  ...{ pressure: null, volume: null, chamber: 1, dish: null },
})
const wants = (priority: number, sample_id: number | null, more: Partial<ReturnType<typeof aRequest>> = {}) =>
  aRequest({ id: priority, priority, sample_id, any: sample_id === null ? 1 : 0, ...more })
const nothing = { elsewhere: new Set<number>(), free: [] }

describe('the outcome', () => {
  const requests = [wants(1, 11), wants(2, 12)]

  test.each([
    ['granted', [11, 12], 0],
    ['part', [11], 1],
    ['not', [], 2],
  ] as const)('is %s with the samples %j', (outcome, given, unmet) => {
    const derived = deriveResult(requests, given.map(grain), nothing)
    expect(derived).toMatchObject({ outcome, requests: 2 })
    expect(derived.unmet).toHaveLength(unmet)
  })

  test('is in part where another sample than the one that was asked for is given', () => {
    expect(deriveResult([wants(1, 11)], [grain(99)], nothing)).toMatchObject({
      outcome: 'part',
      unmet: [{ priority: 1, given_count: 0, asked_count: 1 }],
    })
  })

  test('is granted where a sample fits a request for any, and not where nothing was asked for or given', () => {
    expect(deriveResult([wants(1, null, { weight: 2 })], [grain(5)], nothing)).toMatchObject({
      outcome: 'granted',
      unmet: [],
    })
    expect(deriveResult([], [], nothing)).toEqual({ outcome: 'not', requests: 0, unmet: [] })
  })
})

describe('the reason of a request that is not met', () => {
  const any = wants(1, null, { weight: 2 })

  test.each([
    ['not_in_full', wants(1, null, { weight: 2, number_of_samples: 3 }), [grain(5)], nothing],
    ['assigned_elsewhere', wants(1, 11), [], { elsewhere: new Set([11]), free: [] }],
    ['none_available', any, [], nothing],
    ['none_available', any, [], { ...nothing, free: [{ ...grain(7), weight: 9 }] }],
    ['not_selected', any, [], { ...nothing, free: [grain(7)] }],
    ['not_selected', wants(1, 11), [], nothing],
    [null, wants(1, 11), [grain(99)], nothing],
  ] as const)('is %s (%#)', (reason, request, given, available) => {
    expect(deriveResult([request], given, available).unmet).toMatchObject([
      { reason, known: reason !== null, proposed: reason },
    ])
  })

  test('is what the office chose, beside what the allocation says', () => {
    const chosen = new Map([[2, 'not_selected' as const]])
    const { unmet } = deriveResult([wants(1, 11), wants(2, 12)], [grain(99)], nothing, chosen)
    expect(unmet).toMatchObject([
      { priority: 1, reason: null, proposed: null, known: false },
      { priority: 2, reason: 'not_selected', proposed: null, known: false },
    ])
  })

  test('never names another proposal, a rank or a person: it is a word of the closed list', () => {
    const { unmet } = deriveResult([wants(1, 11), any], [], { elsewhere: new Set([11]), free: [] })
    for (const { reason } of unmet) expect(REASON_NAMES).toContain(reason)
  })
})

test.each([
  ['3 bottles', { sample_type: GAS, number_of_bottles: 3 }],
  ['2 samples, about 2 mg, chamber A', { number_of_samples: 2, weight: 2, chamber: 1 }],
  ['about 1.500 mm, dish 4', { size: 1500, dish: 4 }],
  ['', {}],
] as const)('a request for any is described as %j', (asked, given) => {
  expect(deriveResult([wants(1, null, given)], [], nothing).unmet).toMatchObject([{ asked }])
})
