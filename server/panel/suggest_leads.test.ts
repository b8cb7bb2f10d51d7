import { describe, expect, test } from 'vitest'
import type { Speakers } from '#domain/panel/leads.ts'
import { type LeadSnapshot, suggestLeads } from '#domain/panel/suggest_leads.ts'
import { openIntegerSolver } from '../allocation/suggest/highs.ts'
import { pseudoRandom } from '../demonstration/choices.ts'

const solver = await openIntegerSolver()

interface Options {
  proposals: number
  members: number
  /** Share of pairs that cannot be suggested, and of places that are taken. */
  never: number
  taken: number
}

/** A panel with conflicts and some places that are taken. */
function panelCall(seed: number, { proposals, members: count, never, taken }: Options): LeadSnapshot {
  const members = Array.from({ length: count }, (_, m) => 100 + m)
  const pick = (p: number, place: number) =>
    pseudoRandom(seed, p, place, 7) < taken
      ? members[Math.floor(pseudoRandom(seed, p, place, 8) * count)]!
      : null
  return {
    members,
    proposals: Array.from({ length: proposals }, (_, p) => {
      const [first, second] = [pick(p, 1), pick(p, 2)]
      return {
        proposal_id: p + 1,
        first,
        second: second === first ? null : second,
        never: members.filter((id) => pseudoRandom(seed, p, id) < never),
      }
    }),
  }
}

const speakersOf = ({ first, second }: Speakers) => [first, second].filter((id) => id !== null)

/** All proposals with the suggestion in place. */
const applied = (call: LeadSnapshot) => {
  const { items } = suggestLeads(call, solver)
  return call.proposals.map((one) => ({
    ...one,
    ...items.find(({ proposal_id }) => proposal_id === one.proposal_id),
  }))
}
const loadsIn = (members: readonly number[], proposals: readonly Speakers[]) =>
  members.map((id) => proposals.filter((one) => speakersOf(one).includes(id)).length)

/** The fewest free places, and then the smallest sum of squared loads, by trying every choice. */
function bestByForce(call: LeadSnapshot): [free: number, squares: number] {
  let best: [number, number] = [Number.POSITIVE_INFINITY, 0]
  const chosen: Speakers[] = []
  const visit = (p: number) => {
    const one = call.proposals[p]
    if (!one) {
      const free = chosen.reduce((sum, speakers) => sum + 2 - speakersOf(speakers).length, 0)
      const squares = loadsIn(call.members, chosen).reduce((sum, load) => sum + load * load, 0)
      if (free < best[0] || (free === best[0] && squares < best[1])) best = [free, squares]
      return
    }
    const options = (named: number | null, other: number | null) =>
      named !== null
        ? [named]
        : [null, ...call.members.filter((id) => id !== other && !one.never.includes(id))]
    for (const first of options(one.first, one.second))
      for (const second of options(one.second, first)) {
        chosen.push({ first, second })
        visit(p + 1)
        chosen.pop()
      }
  }
  visit(0)
  return best
}

describe('suggested speakers', () => {
  test('are as many and as even as the best of all choices, for 60 tiny panels', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const call = panelCall(seed, { proposals: 3, members: 3 + (seed % 2), never: 0.3, taken: 0.25 })
      const proposals = applied(call)
      const free = proposals.reduce((sum, one) => sum + 2 - speakersOf(one).length, 0)
      const squares = loadsIn(call.members, proposals).reduce((sum, load) => sum + load * load, 0)
      expect([free, squares], `panel ${seed}`).toEqual(bestByForce(call))
      expect(suggestLeads(call, solver).free).toBe(free)
    }
  })

  test('of a hundred proposals and ten members differ by one at most, first and second alike', () => {
    const call = panelCall(1, { proposals: 100, members: 10, never: 0.3, taken: 0 })
    const proposals = applied(call)
    expect(loadsIn(call.members, proposals)).toEqual(call.members.map(() => 20))
    for (const id of call.members) {
      const firsts = proposals.filter(({ first }) => first === id).length
      expect(Math.abs(firsts - 10)).toBeLessThanOrEqual(1)
    }
    expect(suggestLeads(call, solver).loads).toEqual({ lowest: 20, highest: 20 })
  })

  test('pair many different members', () => {
    const call = panelCall(2, { proposals: 100, members: 10, never: 0, taken: 0 })
    const pairs = new Set(
      applied(call).map((one) =>
        speakersOf(one)
          .sort((a, b) => a! - b!)
          .join(),
      ),
    )
    expect(pairs.size).toBeGreaterThan(25)
  })

  test('keep who is named, never take who cannot, and never name one member twice', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const call = panelCall(seed, { proposals: 12, members: 5, never: 0.4, taken: 0.4 })
      const { items } = suggestLeads(call, solver)
      for (const { proposal_id, first, second } of items) {
        const before = call.proposals.find((one) => one.proposal_id === proposal_id)!
        if (before.first !== null) expect(first).toBe(before.first)
        else expect(before.never).not.toContain(first)
        if (before.second !== null) expect(second).toBe(before.second)
        else expect(before.never).not.toContain(second)
        expect(first).not.toBe(second)
        expect(speakersOf({ first, second }).length).toBeGreaterThan(speakersOf(before).length)
      }
    }
  })

  test('are the same for the same panel', () => {
    const call = panelCall(3, { proposals: 30, members: 7, never: 0.2, taken: 0.2 })
    expect(suggestLeads(call, solver)).toEqual(suggestLeads(call, solver))
  })

  test('are none when every place is taken, or nobody can speak', () => {
    const full = panelCall(4, { proposals: 1, members: 3, never: 0, taken: 0 })
    const taken = { ...full, proposals: [{ ...full.proposals[0]!, first: 100, second: 101 }] }
    expect(suggestLeads(taken, solver)).toMatchObject({ items: [], free: 0 })
    const never = { ...full, proposals: [{ ...full.proposals[0]!, never: full.members }] }
    expect(suggestLeads(never, solver)).toMatchObject({ items: [], free: 2 })
  })
})
