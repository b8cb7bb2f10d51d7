import type { IntegerSolver, LinearColumn } from '../linear_program.ts'
import { type LeadSuggestion, PLACES, type Speakers } from './leads.ts'

/** What a suggestion depends on, as far as the viewer may see it. */
export interface LeadSnapshot {
  members: readonly number[]
  proposals: readonly (Speakers & {
    proposal_id: number
    /** Members who cannot be suggested: with a conflict of interest, or a possible one. */
    never: readonly number[]
  })[]
}

/**
 * Members for the free places, in two steps. First who: every place that can be filled is, and the numbers of proposals
 * are as even as they can be (the smallest sum of squares). Then in which place: as evenly first as second. Both are flows
 * in a network, which the linear program solves in whole numbers. Places that are taken stay.
 */
export function suggestLeads({ members, proposals }: LeadSnapshot, solver: IntegerSolver): LeadSuggestion {
  const named = (speakers: Speakers) => PLACES.flatMap((place) => speakers[place] ?? [])
  const loads = members.map((id) => proposals.filter((one) => named(one).includes(id)).length)
  const picks = assignEvenly(
    proposals.map((one) => ({
      id: one.proposal_id,
      wanted: PLACES.length - named(one).length,
      candidates: members.flatMap((id, m) => (named(one).includes(id) || one.never.includes(id) ? [] : [m])),
    })),
    loads,
    solver,
  )
  const ordered = order(proposals, picks, members, solver)
  const totals = members.map((id) => ordered.filter((one) => named(one).includes(id)).length)
  return {
    result: 1,
    items: ordered.filter((_, p) => picks[p]!.length > 0),
    free: ordered.reduce((sum, one) => sum + PLACES.length - named(one).length, 0),
    loads: { lowest: Math.min(...totals), highest: Math.max(...totals) },
  }
}

type Named = Speakers & { proposal_id: number }

/** Puts the picked members into the free places of each proposal. */
function order(
  proposals: LeadSnapshot['proposals'],
  picks: readonly number[][],
  members: readonly number[],
  solver: IntegerSolver,
): Named[] {
  const placed = proposals.map(({ proposal_id, first, second }, p): Named => {
    const [pick, other] = picks[p]!
    if (pick === undefined || other !== undefined) return { proposal_id, first, second }
    return first === null
      ? { proposal_id, first: members[pick]!, second }
      : { proposal_id, first, second: members[pick]! }
  })
  const pairs = picks.flatMap((own, p) => (own.length === 2 ? [{ p, own }] : []))
  /** How often a member is first so far, beyond half of all their places. */
  const ahead = members.map((id, m) => {
    const [first, second] = PLACES.map((place) => placed.filter((one) => one[place] === id).length)
    return first! - (first! + second! + pairs.filter(({ own }) => own.includes(m)).length) / 2
  })
  const firsts = assignEvenly(
    pairs.map(({ p, own }) => ({ id: proposals[p]!.proposal_id, wanted: 1, candidates: own })),
    ahead,
    solver,
  )
  for (const [at, { p, own }] of pairs.entries()) {
    const [first] = firsts[at]!
    const second = own.find((m) => m !== first)!
    placed[p] = { ...placed[p]!, first: members[first!]!, second: members[second]! }
  }
  return placed
}

interface Need {
  id: number
  wanted: number
  /** Positions of members. */
  candidates: readonly number[]
}

/**
 * The members that each need gets: as many as wanted where possible, with the smallest sum of squares of the members'
 * loads. Among equally good choices it takes one without a pattern, so that the same two do not always speak together.
 */
function assignEvenly(needs: readonly Need[], loads: readonly number[], solver: IntegerSolver): number[][] {
  const pairs = needs.flatMap(({ candidates, wanted }, n) =>
    wanted === 0 ? [] : candidates.map((m) => ({ n, m })),
  )
  if (pairs.length === 0) return needs.map(() => [])
  const total = needs.reduce((sum, { wanted }) => sum + wanted, 0)
  const most = 2 * (Math.max(...loads) + needs.length) + 2
  const choices = pairs.map(
    ({ n, m }): LinearColumn => ({
      objective: most + scatter(needs[n]!.id, m) / (total + 1),
      upper: 1,
      rows: [n, needs.length + m],
      coefficients: [1, 1],
    }),
  )
  // The k-th further one raises the square of a load by 2 (load + k) - 1.
  const steps = loads.flatMap((load, m) =>
    pairs
      .filter((pair) => pair.m === m)
      .map(
        (_, k): LinearColumn => ({
          objective: -(2 * (load + k + 1) - 1),
          upper: 1,
          rows: [needs.length + m],
          coefficients: [-1],
        }),
      ),
  )
  const none = Number.NEGATIVE_INFINITY
  const program = solver([
    ...needs.map(({ wanted }) => ({ lower: none, upper: wanted })),
    ...loads.map(() => ({ lower: none, upper: 0 })),
  ])
  try {
    program.add([...choices, ...steps])
    const { values } = program.solve()
    const chosen = pairs.filter((_, i) => values[i]! > 0.5)
    return needs.map((_, n) => chosen.flatMap((pair) => (pair.n === n ? [pair.m] : [])))
  } finally {
    program.dispose()
  }
}

/** A number in [0, 1) without a pattern, always the same for the same two. */
function scatter(a: number, b: number): number {
  let mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32
}
