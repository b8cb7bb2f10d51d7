import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocateByBenefit } from '#domain/allocation/suggest/benefit_allocation.ts'
import { benefitOf } from '#domain/allocation/suggest/policy.ts'
import { type GridSnapshot, type OpenRequest, problemOf } from '#domain/allocation/suggest/problem.ts'
import { allocateByRank, type Choice } from '#domain/allocation/suggest/rank_allocation.ts'
import { suggest } from '#domain/allocation/suggest/suggest.ts'
import { groupBy } from '#domain/group_by.ts'
import { callForSamples } from '../../../bench/call_for_samples.ts'
import { anOpenRequest, column, gridSnapshots, row } from '../../testing/grid_snapshots.ts'
import { openSolver } from './highs.ts'

const solver = await openSolver()
const POLICIES = ['rank', 'benefit'] as const

/** Every way to hand out the free samples, each to one request that it fits or to nobody. */
function* allocations(open: readonly OpenRequest[], samples: number): Generator<Choice[]> {
  const fits = Array.from({ length: samples }, (_, at) =>
    open.flatMap(({ free }, request) => {
      const i = free.at.indexOf(at)
      return i < 0 ? [] : [{ request, at, far: free.far[i]! }]
    }),
  )
  function* from(at: number, chosen: Choice[], left: number[]): Generator<Choice[]> {
    if (at === samples) return yield chosen
    yield* from(at + 1, chosen, left)
    for (const choice of fits[at]!)
      if (left[choice.request]! > 0)
        yield* from(
          at + 1,
          [...chosen, choice],
          left.map((n, i) => (i === choice.request ? n - 1 : n)),
        )
  }
  yield* from(
    0,
    [],
    open.map(({ missing }) => missing),
  )
}

/** How far a choice is from what was asked, as the grid has it. */
const farOf = (open: readonly OpenRequest[], { request, at }: Choice) => {
  const { free } = open[request]!
  return free.far[free.at.indexOf(at)]!
}

/**
 * What an allocation is worth strictly by rank, to be compared from the left: proposal by proposal the pieces of each
 * request by priority, then how near they are.
 */
function standingOf(open: readonly OpenRequest[], choices: readonly Choice[]): number[] {
  const positions = [...new Set(open.map(({ position }) => position))]
  return positions.flatMap((position) => {
    const own = open.flatMap((one, request) => (one.position === position ? [request] : []))
    const far = own.map((request) =>
      choices
        .filter((choice) => choice.request === request)
        .map((choice) => farOf(open, choice))
        .sort((a, b) => a - b),
    )
    const padded = far.map((all, i) =>
      Array.from({ length: open[own[i]!]!.missing }, (_, n) => -(all[n] ?? 99)),
    )
    return [...far.map(({ length }) => length), ...padded.flat()]
  })
}
const better = (a: number[], b: number[]) => {
  const i = a.findIndex((value, n) => value !== b[n])
  return i >= 0 && a[i]! > b[i]!
}

const benefitIn = (open: readonly OpenRequest[], choices: readonly Choice[]) =>
  choices.reduce((sum, choice) => sum + benefitOf(open[choice.request]!, farOf(open, choice)), 0)

/** The requests of a scene that something can be suggested for, and how many samples it has. */
function decided(scene: GridSnapshot) {
  const { open, samples } = problemOf(scene)
  return { open: open.filter(({ row }) => row.global_score !== null), samples: samples.length }
}

const holds = (check: (scene: GridSnapshot) => void, of = gridSnapshots(), numRuns = 150) =>
  fc.assert(
    fc.property(of, (scene) => void check(scene)),
    { numRuns },
  )

/** The programme of all pairs at once, without hubs. */
function mostOfAll(open: readonly OpenRequest[], samples: number): number {
  const programme = solver([
    ...open.map(({ missing }) => missing),
    ...Array.from({ length: samples }, () => 1),
  ])
  const columns = open.flatMap((one, request) =>
    Array.from(one.free.at, (at, i) => ({ request, at, brings: benefitOf(one, one.free.far[i]!) })),
  )
  programme.add(
    columns.map(({ request, at, brings }) => ({ brings, rows: [request, open.length + at], uses: [1, 1] })),
  )
  const { takes } = programme.solve()
  return Math.round(columns.reduce((sum, { brings }, i) => sum + brings * takes[i]!, 0))
}

describe.each([1, 2, 3])('a call of 30 proposals over 150 samples (%i)', (seed) => {
  const scene = callForSamples(seed, 30, 150)
  const { open, samples } = decided(scene)
  const ranked = allocateByRank(open, samples)

  test('most benefit is that of all pairs together, with hubs and whatever joined first', () => {
    const most = mostOfAll(open, samples)
    for (const first of [[], ranked])
      expect(benefitIn(open, allocateByBenefit(open, samples, first, solver))).toBe(most)
  })

  test('by rank leaves nobody a sample free that would be nearer', () => {
    const taken = new Set(ranked.map(({ at }) => at))
    const own = groupBy(ranked, ({ request }) => request)
    for (const [request, { free, missing }] of open.entries()) {
      const given = own.get(request) ?? []
      const far =
        given.length < missing ? Number.POSITIVE_INFINITY : Math.max(...given.map((one) => farOf(open, one)))
      for (const [i, at] of free.at.entries())
        if (!taken.has(at)) expect(free.far[i]).toBeGreaterThanOrEqual(far)
    }
  })

  test.each(POLICIES)('%s: the same again, and in another order', (policy) => {
    const turned = { ...scene, proposals: scene.proposals.toReversed(), samples: scene.samples.toReversed() }
    expect(suggest(turned, policy, solver)).toEqual(suggest(scene, policy, solver))
  })
})

describe('whatever the grid', () => {
  test('strictly by rank is the best of all ways to hand out', () =>
    holds(
      (scene) => {
        const { open, samples } = decided(scene)
        const found = standingOf(open, allocateByRank(open, samples))
        for (const other of allocations(open, samples))
          if (better(standingOf(open, other), found)) expect(standingOf(open, other)).toEqual(found)
      },
      gridSnapshots({ weights: [1, 1, 2, null], requests: 3 }),
    ))

  test('by rank one above moves to its equal, and an own further request to a sample less near', () => {
    const [a, b, c, d] = [
      column(1, { chamber: 2 }),
      column(2, { chamber: 1 }),
      column(3, { chamber: 1, weight: 1.5 }),
      column(4, { chamber: 2, weight: 1.6 }),
    ]
    const any = { weight: 1 }
    const proposals = [
      row(1, [anOpenRequest(1, any)], { global_score: 5 }),
      row(2, [anOpenRequest(1, { ...any, chamber: 2 }), anOpenRequest(2, any)]),
    ]
    const { items } = suggest({ grid: 1, proposals, samples: [a!, b!, c!, d!] }, 'rank', solver)
    expect(items.map(({ sample_id }) => sample_id)).toEqual([2, 1, 3])
  })

  test('most benefit is the largest sum of all ways to hand out', () =>
    holds((scene) => {
      const { open, samples } = decided(scene)
      let most = 0
      for (const other of allocations(open, samples)) most = Math.max(most, benefitIn(open, other))
      expect(benefitIn(open, allocateByBenefit(open, samples, [], solver))).toBe(most)
    }))

  test.each(POLICIES)('%s: each sample once, free and fitting, no request more than it wants', (policy) =>
    holds((scene) => {
      const { items, unserved } = suggest(scene, policy, solver)
      const ids = items.map(({ sample_id }) => sample_id)
      expect(new Set(ids).size).toBe(ids.length)
      const { open, samples } = problemOf(scene)
      for (const one of open) {
        const own = ({ proposal_id, priority }: { proposal_id: number; priority: number }) =>
          proposal_id === one.row.id && priority === one.request.priority
        const given = items.filter(own)
        const free = [...one.free.at].map((at) => samples[at]!.id)
        expect(free).toEqual(expect.arrayContaining(given.map(({ sample_id }) => sample_id)))
        expect(given.length + (unserved.find(own)?.missing ?? 0)).toBe(one.missing)
        if (one.row.global_score === null) expect(given).toEqual([])
      }
      // A tick of a proposal that has left the grid holds nothing.
      const here = new Set(scene.proposals.map(({ id }) => id))
      const held = (scene.ticks ?? []).filter((tick) => here.has(tick.proposal_id))
      for (const { sample_id: id } of held) expect(ids).not.toContain(id)
    }),
  )

  test('strictly by rank nobody envies one who stands below', () =>
    holds((scene) => {
      const { open, samples } = decided(scene)
      const choices = allocateByRank(open, samples)
      for (const [request, { free, missing, position }] of open.entries()) {
        const own = choices.filter((choice) => choice.request === request)
        const far =
          own.length < missing ? Number.POSITIVE_INFINITY : Math.max(...own.map((one) => farOf(open, one)))
        for (const [i, at] of free.at.entries()) {
          const holder = choices.find((choice) => choice.at === at)
          if (free.far[i]! < far)
            expect(open[holder?.request ?? open.length]?.position ?? samples).toBeLessThanOrEqual(position)
        }
      }
    }))

  test.each(POLICIES)('%s: the same whatever the order in which the grid is told', (policy) =>
    holds((scene) => {
      const turned: GridSnapshot = {
        ...scene,
        proposals: scene.proposals
          .toReversed()
          .map((one) => ({ ...one, requested_samples: one.requested_samples.toReversed() })),
        samples: scene.samples.toReversed(),
        ticks: scene.ticks?.toReversed(),
      }
      expect(suggest(turned, policy, solver)).toEqual(suggest(scene, policy, solver))
    }),
  )

  test('where all that fits is alike, by rank serves what powers of two would', () =>
    holds(
      (scene) => {
        const { open, samples } = decided(scene)
        const served = (choices: readonly Choice[]) =>
          open.map((_, request) => choices.filter((choice) => choice.request === request).length)
        const slots = open.flatMap(({ missing }, request) => Array.from({ length: missing }, () => request))
        const programme = solver([...slots.map(() => 1), ...Array.from({ length: samples }, () => 1)])
        const columns = slots.flatMap((request, slot) =>
          [...open[request]!.free.at].map((at) => ({ slot, request, at })),
        )
        programme.add(
          columns.map(({ slot, at }) => ({
            brings: 2 ** (slots.length - slot),
            rows: [slot, slots.length + at],
            uses: [1, 1],
          })),
        )
        const { takes } = columns.length === 0 ? { takes: [] } : programme.solve()
        const powers = columns
          .filter((_, i) => takes[i]! > 0.5)
          .map(({ request, at }) => ({ request, at, far: 0 }))
        expect(served(allocateByRank(open, samples))).toEqual(served(powers))
      },
      gridSnapshots({ weights: [null] }),
    ))
})
