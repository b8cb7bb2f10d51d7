import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONFIRMED } from '../allocation/status.ts'
import { AGGREGATE, CONTACT_PAD, PARTICLE, type SampleType } from '../masters/values.ts'
import { aRequest, assignedSample } from '../testing/allocation.ts'
import {
  benefitsOf,
  compare,
  currentAssignments,
  figuresOf,
  type Row,
  type ScenarioAssignment,
  withConfirmed,
} from './compare.ts'

type Request = Row['requested_samples'][number]
type Assigned = Row['assigned_samples'][number]

const gives = (sample_id: number, proposal_id: number, more: Partial<Assigned> = {}): ScenarioAssignment => ({
  ...assignedSample(sample_id, more),
  proposal_id,
})
const wish = (priority: number, more: Partial<Request> = {}): Request =>
  aRequest({ id: priority, priority, ...more })
const row = (id: number, global_score: number | null, more: Partial<Row> = {}): Row => ({
  id,
  global_score,
  requested_samples: [wish(1)],
  assigned_samples: [],
  ...more,
})
const side = (rows: readonly Row[], ticks: ScenarioAssignment[]) => withConfirmed(rows, ticks)
const comparing = (rows: readonly Row[], a: ScenarioAssignment[], b: ScenarioAssignment[]) =>
  compare(rows, side(rows, a), side(rows, b))

describe('two sides beside each other', () => {
  const rows = [row(63, 4.5), row(80, 3.5), row(87, null)]

  test('say who gains and who loses, and what that serves by score band', () => {
    const { a, b, bands, differences } = comparing(
      rows,
      [gives(1, 63), gives(2, 80, { weight: 0.2 })],
      [gives(1, 63), gives(3, 87, { weight: 0.1 }), gives(4, 87, { weight: 0.2 })],
    )
    // Score 4.5 counts 2 ** 3.5, 3.5 counts 2 ** 2.5, and any particle is exactly what was asked for.
    expect(a).toEqual({ pieces: 2, mg: 1.2, served: 2, asked: 3, over: 0, clashes: 0, benefit: 16.971 })
    expect(b).toEqual({ pieces: 3, mg: 1.3, served: 2, asked: 3, over: 1, clashes: 0, benefit: 11.314 })
    const told = differences.map((one) => [
      one.row.id,
      ...[one.onlyA, one.onlyB, one.same].map((ticks) => ticks.map(({ sample_id }) => sample_id)),
    ])
    expect(told).toEqual([
      [63, [], [], [1]],
      [80, [2], [], []],
      [87, [], [3, 4], []],
    ])
    expect(bands).toEqual([
      { band: 5, proposals: 1, asked: 1, a: 1, b: 1 },
      { band: 4, proposals: 1, asked: 1, a: 1, b: 0 },
      { band: null, proposals: 1, asked: 1, a: 0, b: 1 },
    ])
  })

  test('keep what is confirmed, and count a sample of two proposals as a clash', () => {
    const promised = row(63, 4.5, { assigned_samples: [assignedSample(1, { status: CONFIRMED })] })
    const there = [promised, ...rows.slice(1)]
    expect(figuresOf(there, side(there, []))).toMatchObject({ pieces: 1, served: 1 })
    const twice = [gives(1, 63), gives(2, 80), gives(2, 87)]
    expect(figuresOf(there, side(there, twice))).toMatchObject({ pieces: 3, clashes: 1 })
  })

  test('cover the samples and requests of all grids', () => {
    const requests = [wish(1), wish(2, { sample_type: 2 }), wish(3, { sample_type: 3 })]
    const both = row(63, 4.5, {
      requested_samples: requests,
      assigned_samples: [assignedSample(1), assignedSample(2, { sample_type: 2, weight: null })],
    })
    const now = currentAssignments([both])
    expect([...now.values()].flat().map((t) => t.sample_id)).toEqual([1, 2])
    expect(figuresOf([both], now)).toMatchObject({ pieces: 2, mg: 1, served: 2, asked: 3, over: 0 })
  })

  test('a contact pad particle serves a Bennu request', () => {
    const bennu = row(63, 4.5, {
      requested_samples: [wish(1, { db_type: 2, sample_type: AGGREGATE, number_of_samples: 2 })],
    })
    const pad = gives(1, 63, { db_type: 2, sample_type: CONTACT_PAD })
    const { a, b } = comparing([bennu], [pad], [pad, gives(2, 63, { db_type: 2, sample_type: AGGREGATE })])
    expect([a.served, b.served]).toEqual([0, 1])
  })

  test.each<[string, number | null, Parameters<typeof wish>, ScenarioAssignment[], number]>([
    ['as asked for', 3, [1, { weight: 1 }], [gives(1, 63)], 4],
    ['of a lower priority', 3, [2, { weight: 1 }], [gives(1, 63)], 2],
    ['half of what was asked for', 3, [1, { weight: 2 }], [gives(1, 63)], 2],
    ['by name', 5, [1, { sample_id: 1 }], [gives(1, 63)], 16],
    ['without a score', null, [1, {}], [gives(1, 63)], 0],
    ['beyond the number', 3, [1, { weight: 1 }], [gives(1, 63), gives(2, 63, { priority: 1 })], 4],
    ['chosen although it does not fit', 3, [1, { weight: 50 }], [gives(1, 63, { priority: 1 })], 0],
  ])('count the benefit of a sample %s', (_, score, asked, given, benefit) => {
    const rows = [row(63, score, { requested_samples: [wish(...asked)] })]
    expect(figuresOf(rows, side(rows, given)).benefit).toBe(benefit)
    expect(benefitsOf(rows, side(rows, given))).toEqual(benefit === 0 ? {} : { 63: benefit * 1000 })
  })
})

describe('for all scenarios', () => {
  const ids = [63, 80, 87, 99]
  const type = fc.constantFrom<SampleType>(PARTICLE, AGGREGATE)
  const rows = fc
    .tuple(
      ...ids.map(() => fc.tuple(fc.constantFrom(null, 1, 2.5, 4.5), fc.integer({ min: 0, max: 3 }), type)),
    )
    .map((all) =>
      all.map(([score, wishes, sample_type], i) =>
        row(ids[i]!, score, {
          requested_samples: Array.from({ length: wishes }, (_, n) => wish(n + 1, { sample_type })),
          assigned_samples: i === 0 ? [assignedSample(1, { status: CONFIRMED })] : [],
        }),
      ),
    )
  const ticks = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 2, max: 6 }), fc.constantFrom(...ids), type), {
      selector: ([s, p]) => `${s} ${p}`,
    })
    .map((all) => all.map(([s, p, sample_type]) => gives(s, p, { sample_type })))

  test('gains and losses swap with the sides', () => {
    fc.assert(
      fc.property(rows, ticks, ticks, (rows, a, b) => {
        const one = comparing(rows, a, b)
        const other = comparing(rows, b, a)
        expect([one.a, one.b]).toEqual([other.b, other.a])
        expect(one.bands).toEqual(other.bands.map(({ a, b, ...band }) => ({ ...band, a: b, b: a })))
        expect(one.differences.map(({ row, onlyA, onlyB }) => [row.id, onlyA, onlyB])).toEqual(
          other.differences.map(({ row, onlyA, onlyB }) => [row.id, onlyB, onlyA]),
        )
      }),
    )
  })

  test('nothing differs from itself', () => {
    fc.assert(
      fc.property(rows, ticks, (rows, ticks) => {
        const { a, b, differences } = comparing(rows, ticks, [...ticks].reverse())
        expect(a).toEqual(b)
        expect(differences.flatMap(({ onlyA, onlyB }) => [...onlyA, ...onlyB])).toEqual([])
        expect(differences.flatMap(({ same }) => same)).toHaveLength(a.pieces)
      }),
    )
  })

  test('common and one-sided assignments add up to each side, and the bands to all requests', () => {
    fc.assert(
      fc.property(rows, ticks, ticks, (rows, one, other) => {
        const { a, b, bands, differences } = comparing(rows, one, other)
        const count = (of: 'onlyA' | 'onlyB' | 'same') =>
          differences.reduce((sum, difference) => sum + difference[of].length, 0)
        expect([count('onlyA') + count('same'), count('onlyB') + count('same')]).toEqual([a.pieces, b.pieces])
        const summed = (of: 'asked' | 'a' | 'b') => bands.reduce((sum, band) => sum + band[of], 0)
        expect([summed('asked'), summed('a'), summed('b')]).toEqual([a.asked, a.served, b.served])
      }),
    )
  })
})
