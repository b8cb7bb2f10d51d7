import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocateByBenefit } from '#domain/allocation/suggest/benefit_allocation.ts'
import { benefitOf } from '#domain/allocation/suggest/policy.ts'
import { buildProblem, type GridSnapshot, type OpenRequest } from '#domain/allocation/suggest/problem.ts'
import { allocateByRank, type Choice } from '#domain/allocation/suggest/rank_allocation.ts'
import { suggest } from '#domain/allocation/suggest/suggest.ts'
import { groupBy } from '#domain/group_by.ts'
import { callForSamples } from '../../../bench/call_for_samples.ts'
import { anOpenRequest, column, gridSnapshots, row } from '../../testing/grid_snapshots.ts'
import { openSolver } from './highs.ts'

const solver = await openSolver()
const POLICIES = ['rank', 'benefit'] as const

/** Every possible allocation of the free samples: each to one fitting request or to none. */
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

const distanceOf = (open: readonly OpenRequest[], { request, at }: Choice) => {
  const { free } = open[request]!
  return free.far[free.at.indexOf(at)]!
}

/** The samples that a scored proposal asks for by name, by index. */
const namedIn = (open: readonly OpenRequest[]) =>
  new Set(open.flatMap(({ request, free }) => (request.sample_id === null ? [] : [...free.at])))

/**
 * The value of an allocation under serial dictatorship, compared lexicographically: for each proposal the number of
 * samples of each request by priority, then how many of them are not asked for by name, then their distances.
 */
function rankValue(open: readonly OpenRequest[], choices: readonly Choice[]): number[] {
  const positions = [...new Set(open.map(({ position }) => position))]
  const named = namedIn(open)
  return positions.flatMap((position) => {
    const own = open.flatMap((one, request) => (one.position === position ? [request] : []))
    const given = own.map((request) =>
      choices
        .filter((choice) => choice.request === request)
        .map((choice) => ({ named: named.has(choice.at), far: distanceOf(open, choice) }))
        .sort((a, b) => Number(a.named) - Number(b.named) || a.far - b.far),
    )
    const padded = given.map((all, i) =>
      Array.from({ length: open[own[i]!]!.missing }, (_, n) => -(all[n]?.far ?? 99)),
    )
    const unnamed = given.map((all) => all.filter((one) => !one.named).length)
    return [...given.map(({ length }) => length), ...unnamed, ...padded.flat()]
  })
}
const better = (a: number[], b: number[]) => {
  const i = a.findIndex((value, n) => value !== b[n])
  return i >= 0 && a[i]! > b[i]!
}

const benefitIn = (open: readonly OpenRequest[], choices: readonly Choice[]) =>
  choices.reduce((sum, choice) => sum + benefitOf(open[choice.request]!, distanceOf(open, choice)), 0)

/** The open requests with a score, and the number of samples. */
function scoredProblem(snapshot: GridSnapshot) {
  const { open, samples } = buildProblem(snapshot)
  return { open: open.filter(({ row }) => row.global_score !== null), samples: samples.length }
}

const checkProperty = (check: (snapshot: GridSnapshot) => void, of = gridSnapshots(), numRuns = 150) =>
  fc.assert(
    fc.property(of, (snapshot) => void check(snapshot)),
    { numRuns },
  )

/** The optimum of the linear program of all pairs, without hubs or column generation. */
function bestBenefit(open: readonly OpenRequest[], samples: number): number {
  const program = solver([...open.map(({ missing }) => missing), ...Array.from({ length: samples }, () => 1)])
  const columns = open.flatMap((one, request) =>
    Array.from(one.free.at, (at, i) => ({ request, at, objective: benefitOf(one, one.free.far[i]!) })),
  )
  program.add(
    columns.map(({ request, at, objective }) => ({
      objective,
      rows: [request, open.length + at],
      coefficients: [1, 1],
    })),
  )
  const { values } = program.solve()
  return Math.round(columns.reduce((sum, { objective }, i) => sum + objective * values[i]!, 0))
}

describe.each([1, 2, 3])('a call of 30 proposals over 150 samples (%i)', (seed) => {
  const snapshot = callForSamples(seed, 30, 150)
  const { open, samples } = scoredProblem(snapshot)
  const ranked = allocateByRank(open, samples)

  test('by benefit: the optimum over all pairs, whatever the first columns', () => {
    const most = bestBenefit(open, samples)
    for (const first of [[], ranked])
      expect(benefitIn(open, allocateByBenefit(open, samples, first, solver))).toBe(most)
  })

  test('by rank: no free sample is nearer than one that was suggested', () => {
    const taken = new Set(ranked.map(({ at }) => at))
    const own = groupBy(ranked, ({ request }) => request)
    for (const [request, { free, missing }] of open.entries()) {
      const given = own.get(request) ?? []
      const far =
        given.length < missing
          ? Number.POSITIVE_INFINITY
          : Math.max(...given.map((one) => distanceOf(open, one)))
      for (const [i, at] of free.at.entries())
        if (!taken.has(at)) expect(free.far[i]).toBeGreaterThanOrEqual(far)
    }
  })

  test.each(POLICIES)('%s: the result does not depend on the order of the input', (policy) => {
    const reversed = {
      ...snapshot,
      proposals: snapshot.proposals.toReversed(),
      samples: snapshot.samples.toReversed(),
    }
    expect(suggest(reversed, policy, solver)).toEqual(suggest(snapshot, policy, solver))
  })
})

describe('for every small grid', () => {
  test('by rank: no other allocation is better for the proposals in order', () =>
    checkProperty(
      (snapshot) => {
        const { open, samples } = scoredProblem(snapshot)
        const value = rankValue(open, allocateByRank(open, samples))
        for (const other of allocations(open, samples))
          if (better(rankValue(open, other), value)) expect(rankValue(open, other)).toEqual(value)
      },
      gridSnapshots({ weights: [1, 1, 2, null], requests: 3 }),
    ))

  test('by rank: a higher proposal moves to an equal sample, and a later own request to a more distant one', () => {
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

  test('by benefit: no other allocation has a larger sum', () =>
    checkProperty((snapshot) => {
      const { open, samples } = scoredProblem(snapshot)
      let most = 0
      for (const other of allocations(open, samples)) most = Math.max(most, benefitIn(open, other))
      expect(benefitIn(open, allocateByBenefit(open, samples, [], solver))).toBe(most)
    }))

  test.each(POLICIES)(
    '%s: every sample at most once, free and fitting; no request gets more than it asks for',
    (policy) =>
      checkProperty((snapshot) => {
        const { items, unserved } = suggest(snapshot, policy, solver)
        const ids = items.map(({ sample_id }) => sample_id)
        expect(new Set(ids).size).toBe(ids.length)
        const { open, samples } = buildProblem(snapshot)
        for (const one of open) {
          const own = ({ proposal_id, priority }: { proposal_id: number; priority: number }) =>
            proposal_id === one.row.id && priority === one.request.priority
          const given = items.filter(own)
          const free = [...one.free.at].map((at) => samples[at]!.id)
          expect(free).toEqual(expect.arrayContaining(given.map(({ sample_id }) => sample_id)))
          expect(given.length + (unserved.find(own)?.missing ?? 0)).toBe(one.missing)
          if (one.row.global_score === null) expect(given).toEqual([])
        }
        // A draft assignment of a proposal that has left the grid does not hold its sample.
        const here = new Set(snapshot.proposals.map(({ id }) => id))
        const held = (snapshot.draft ?? []).filter((tick) => here.has(tick.proposal_id))
        for (const { sample_id: id } of held) expect(ids).not.toContain(id)
      }),
  )

  test('by rank: no proposal prefers a sample of a lower one', () =>
    checkProperty((snapshot) => {
      const { open, samples } = scoredProblem(snapshot)
      const choices = allocateByRank(open, samples)
      const named = namedIn(open)
      for (const [request, { free, missing, position }] of open.entries()) {
        const own = choices.filter((choice) => choice.request === request)
        const far =
          own.length < missing
            ? Number.POSITIVE_INFINITY
            : Math.max(...own.map((one) => distanceOf(open, one)))
        for (const [i, at] of free.at.entries()) {
          const holder = choices.find((choice) => choice.at === at)
          // Samples that are asked for by name are left to those requests.
          if (free.far[i]! < far && !named.has(at))
            expect(open[holder?.request ?? open.length]?.position ?? samples).toBeLessThanOrEqual(position)
        }
      }
    }))

  test('by rank: a sample asked for by name goes to a request for any only if that would lack a sample without it', () =>
    checkProperty(
      (snapshot) => {
        const { open, samples } = scoredProblem(snapshot)
        const named = namedIn(open)
        const choices = allocateByRank(open, samples)
        const taken = new Set(choices.map(({ at }) => at))
        for (const { request, at } of choices) {
          const { request: asked, free } = open[request]!
          if (asked.sample_id !== null || !named.has(at)) continue
          const others = [...free.at].filter((other) => !named.has(other) && !taken.has(other))
          expect(others).toEqual([])
        }
      },
      gridSnapshots({ weights: [1, 2, null], requests: 3 }),
    ))

  test.each(POLICIES)(
    '%s: the result does not depend on the order of proposals, requests and samples',
    (policy) =>
      checkProperty((snapshot) => {
        const reversed: GridSnapshot = {
          ...snapshot,
          proposals: snapshot.proposals
            .toReversed()
            .map((one) => ({ ...one, requested_samples: one.requested_samples.toReversed() })),
          samples: snapshot.samples.toReversed(),
          draft: snapshot.draft?.toReversed(),
        }
        expect(suggest(reversed, policy, solver)).toEqual(suggest(snapshot, policy, solver))
      }),
  )

  test('by rank: with equally good samples, serves the same as weights in powers of two', () =>
    checkProperty(
      (snapshot) => {
        const { open, samples } = scoredProblem(snapshot)
        const served = (choices: readonly Choice[]) =>
          open.map((_, request) => choices.filter((choice) => choice.request === request).length)
        const slots = open.flatMap(({ missing }, request) => Array.from({ length: missing }, () => request))
        const program = solver([...slots.map(() => 1), ...Array.from({ length: samples }, () => 1)])
        const columns = slots.flatMap((request, slot) =>
          [...open[request]!.free.at].map((at) => ({ slot, request, at })),
        )
        program.add(
          columns.map(({ slot, at }) => ({
            objective: 2 ** (slots.length - slot),
            rows: [slot, slots.length + at],
            coefficients: [1, 1],
          })),
        )
        const { values } = columns.length === 0 ? { values: [] } : program.solve()
        const powers = columns
          .filter((_, i) => values[i]! > 0.5)
          .map(({ request, at }) => ({ request, at, far: 0 }))
        expect(served(allocateByRank(open, samples))).toEqual(served(powers))
      },
      gridSnapshots({ weights: [null] }),
    ))
})
