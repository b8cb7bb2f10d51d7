import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Docket, DocketModel, type DocketPlan, planDocket, violationText } from './docket.ts'
import { findBestOrder } from './docket_exact.ts'
import { MeetingHours } from './docket_hours.ts'
import { suggestOrder } from './docket_order.ts'

const member = (id: number, conflicts: number[], hours: [number, number][] = [], votes = true) => ({
  id,
  votes,
  conflicts,
  hours: hours.map(([from, to]) => ({ from, to })),
})
const item = (id: number, minutes = 10, leads: number[] = []) => ({ id, minutes, leads })
const docketOf = (fields: Partial<Docket>): Docket => ({
  sessions: [{ from: 0, to: 600 }],
  quorum: 0,
  items: [],
  members: [],
  ...fields,
})

/** What an order costs, counted minute by minute from the words of the specification. */
function count({ sessions, quorum, members, items }: Docket): { violations: number; leavings: number } {
  /** Minutes of discussion, without breaks; after the last session they go on. */
  const clock: number[] = []
  for (const { from, to } of sessions) for (let at = from; at < to; at++) clock.push(at)
  const total = items.reduce((sum, { minutes }) => sum + minutes, 0)
  for (let at = sessions.at(-1)?.to ?? 0; clock.length < total; at++) clock.push(at)
  let elapsed = 0
  let [violations, leavings] = [0, 0]
  let wasOut: number[] = []
  for (const { id, minutes, leads } of items) {
    const during = clock.slice(elapsed, elapsed + minutes)
    const there = members.filter(
      ({ hours }) =>
        sessions.length === 0 ||
        hours.length === 0 ||
        during.every((at) => hours.some(({ from, to }) => from <= at && at < to)),
    )
    const out = there.filter(({ conflicts }) => conflicts.includes(id)).map((one) => one.id)
    leavings += out.filter((one) => !wasOut.includes(one)).length
    violations += leads.filter((lead) => !there.some((one) => one.id === lead)).length
    if (there.filter((one) => one.votes && !out.includes(one.id)).length < quorum) violations++
    elapsed += minutes
    wasOut = out
  }
  return { violations, leavings }
}

function* permutations<T>(list: readonly T[]): Generator<T[]> {
  if (list.length === 0) yield []
  for (const [at, one] of list.entries())
    for (const rest of permutations(list.toSpliced(at, 1))) yield [one, ...rest]
}

const better = (a: { violations: number; leavings: number }, b: { violations: number; leavings: number }) =>
  a.violations - b.violations || a.leavings - b.leavings
const costOf = ({ violations, leavings }: DocketPlan) => ({ violations: violations.length, leavings })
const inOrder = (docket: Docket, order: readonly number[]): Docket => ({
  ...docket,
  items: order.map((id) => docket.items.find((one) => one.id === id)!),
})

const period = fc.tuple(fc.integer({ min: 0, max: 11 }), fc.integer({ min: 1, max: 6 }))
const periods = fc.array(period, { maxLength: 2 }).map((list) => {
  const [first, second] = list.map(([from, length]) => ({ from: from * 5, to: (from + length) * 5 }))
  if (!first || !second) return first ? [first] : []
  return first.to < second.from ? [first, second] : [first]
})
const dockets = (size: { minLength: number; maxLength: number }) =>
  fc
    .record({
      sessions: periods,
      quorum: fc.integer({ min: 0, max: 3 }),
      items: fc.array(
        fc.record({
          minutes: fc.constantFrom(5, 10, 15),
          leads: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
        }),
        size,
      ),
      members: fc.array(
        fc.record({
          votes: fc.boolean(),
          hours: periods,
          conflicts: fc.uniqueArray(fc.integer({ min: 1, max: size.maxLength }), { maxLength: 5 }),
        }),
        { maxLength: 4 },
      ),
    })
    .map(
      ({ items, members, ...docket }): Docket => ({
        ...docket,
        items: items.map((one, at) => ({ id: at + 1, ...one })),
        members: members.map((one, at) => ({ id: at + 1, ...one })),
      }),
    )

describe('the hours of a meeting', () => {
  const hours = new MeetingHours([
    { from: 100, to: 160 },
    { from: 200, to: 260 },
  ])

  test('have their breaks between the sessions', () => {
    expect([hours.length, hours.breaks()]).toEqual([120, [{ from: 160, to: 200, after: 60 }]])
    expect([59, 60, 61, 120, 130].map(hours.beginAt)).toEqual([159, 200, 201, 260, 270])
    expect([59, 60, 61, 120, 130].map(hours.endAt)).toEqual([159, 160, 201, 260, 270])
  })

  test('are not known without sessions', () => {
    expect(new MeetingHours([]).beginAt(10)).toBe(null)
  })
})

describe('a plan', () => {
  test('says when, who leaves and returns, and where the breaks are', () => {
    const docket = docketOf({
      sessions: [
        { from: 0, to: 20 },
        { from: 50, to: 65 },
      ],
      items: [item(1), item(2), item(3), item(4)],
      members: [member(7, [2, 3]), member(8, [1, 4], [[10, 65]]), member(9, [])],
    })
    const { places, ...sums } = planDocket(docket)
    expect(sums).toEqual({ leavings: 1, violations: [], minutes: 40, beyond: 5 })
    expect(
      places.map(({ id, from, to, out, leaves, returns, breaks, interrupted }) => [
        ...[id, from, to, out, leaves, returns, breaks.length, interrupted.length],
      ]),
    ).toEqual([
      [1, 0, 10, [], [], [], 0, 0],
      [2, 10, 20, [7], [7], [], 0, 0],
      [3, 50, 60, [7], [], [], 1, 0],
      // 8 is gone before the last one ends, so does not leave for it.
      [4, 60, 70, [], [], [7], 0, 0],
    ])
  })

  test('names who speaks and is not there, and a missed quorum', () => {
    const { violations } = planDocket(
      docketOf({
        quorum: 2,
        items: [item(1, 10, [5, 6]), item(2)],
        members: [member(5, [], [[10, 600]]), member(6, [1]), member(7, [], [], false)],
      }),
    )
    const names: Record<number, string> = { 5: 'Ada' }
    expect(violations.map((one) => violationText(one, (id) => names[id]!))).toEqual([
      '1: Ada, who speaks, is not there.',
      '1: 0 members can vote, the quorum is 2.',
    ])
  })

  test('a proposal that a break interrupts is finished after it', () => {
    const { places } = planDocket(
      docketOf({
        sessions: [
          { from: 0, to: 15 },
          { from: 30, to: 60 },
        ],
        items: [item(1), item(2)],
      }),
    )
    expect(places[1]).toMatchObject({ from: 10, to: 35, breaks: [], interrupted: [{ from: 15, to: 30 }] })
  })

  test('costs what it does minute by minute', () => {
    fc.assert(
      fc.property(dockets({ minLength: 1, maxLength: 8 }), (docket) => {
        const cost = costOf(planDocket(docket))
        expect(cost).toEqual(count(docket))
        const model = new DocketModel(docket)
        expect(model.cost(docket.items.map((_, at) => at))).toBe(
          cost.violations * model.violationCost + cost.leavings,
        )
      }),
      { numRuns: 500 },
    )
  })
})

describe('a suggested order', () => {
  test('is the best of all, with hours and breaks', () => {
    fc.assert(
      fc.property(dockets({ minLength: 1, maxLength: 5 }), (docket) => {
        const costs = [...permutations(docket.items)].map((items) => count({ ...docket, items }))
        const found = suggestOrder(docket)
        expect(costOf(found)).toEqual(costs.sort(better)[0])
        expect([found.bound, found.fewest_violations]).toEqual([found.leavings, true])
        expect(count(inOrder(docket, found.order))).toEqual(costOf(found))
      }),
      { numRuns: 300 },
    )
  })

  test('keeps the given order where nothing is better', () => {
    const items = [3, 1, 2].map((id) => item(id))
    expect(suggestOrder(docketOf({ items, members: [member(1, [1, 2])] })).order).toEqual([3, 1, 2])
  })

  test('of nothing is nothing', () => {
    expect(suggestOrder(docketOf({}))).toMatchObject({ order: [], leavings: 0, bound: 0, violations: [] })
  })
})

/** A docket whose numbers follow from a seed. */
function randomDocket(seed: number, size: number, share: number, withHours: number): Docket {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const ids = Array.from({ length: size }, (_, at) => at + 1)
  return {
    sessions: [
      { from: 0, to: 180 },
      { from: 240, to: 480 },
    ],
    quorum: 3,
    items: ids.map((id) => item(id, random() < 0.8 ? 10 : 15, [1 + Math.floor(random() * 8)])),
    members: Array.from({ length: 8 }, (_, at) =>
      member(
        at + 1,
        ids.filter(() => random() < share),
        at < withHours ? [random() < 0.5 ? [0, 300] : [95, 480]] : [],
      ),
    ),
  }
}

describe('a long docket', () => {
  const cases = [0.1, 0.3].flatMap((share) => [0, 2, 8].map((withHours) => ({ share, withHours })))

  test.each(cases)('is near its bound: $share in conflict, $withHours with hours', ({ share, withHours }) => {
    const docket = randomDocket(7, 40, share, withHours)
    const found = suggestOrder(docket)
    expect(found.order.toSorted((a, b) => a - b)).toEqual(docket.items.map(({ id }) => id))
    expect(count(inOrder(docket, found.order))).toEqual(costOf(found))
    expect(found.bound).toBeLessThanOrEqual(found.leavings)
    if (withHours === 0) expect(found.leavings).toBeLessThanOrEqual(found.bound * 1.05)
    expect(suggestOrder(docket).order).toEqual(found.order)
  })

  test.each([0, 1, 3])('the bound of 13 proposals is below the best order: %i with hours', (withHours) => {
    for (let seed = 1; seed <= 5; seed++) {
      const docket = randomDocket(seed, 13, 0.25, withHours)
      const { bound, leavings, violations, fewest_violations } = suggestOrder(docket)
      const model = new DocketModel(docket)
      const best = costOf(model.plan(findBestOrder(model)))
      expect(bound).toBeLessThanOrEqual(best.leavings)
      expect([violations.length, leavings]).toEqual([best.violations, best.leavings])
      if (fewest_violations) expect(violations).toHaveLength(best.violations)
    }
  })
})
