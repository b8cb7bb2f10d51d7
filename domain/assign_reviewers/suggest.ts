import { groupBy } from '../group_by.ts'
import type { IntegerSolver } from '../linear_program.ts'
import type { Change, Short, Suggestion } from './contract.ts'
import { LIMIT_LABELS } from './limits.ts'
import { findOptimum, findRelaxed } from './optimum.ts'
import { buildProblem, type Choice, type Problem, type Snapshot } from './problem.ts'

type OnStep = (step: string) => void

/**
 * Suggests reviewers for a term: the best choice within the limits (`findOptimum`) beside what is fixed and kept. The
 * answer depends on the snapshot alone, not on the order of its lists.
 */
export function suggestReviewers(
  snapshot: Snapshot,
  solver: IntegerSolver,
  onStep: OnStep = () => {},
): Omit<Suggestion, 'seconds'> {
  const problem = buildProblem(snapshot)
  const { choices, reached, bound, proven } = findOptimum(problem, solver, onStep)
  const short = findShort(problem, choices)
  if (short.length > 0) onStep('Finding the smallest change')
  const unjudged = new Set(snapshot.unjudged.map(({ proposal_id, user_id }) => `${proposal_id}.${user_id}`))
  const items = [...problem.given, ...choices.map((choice) => ({ ...choice, fixed: false }))].map(
    ({ proposal, reviewer, fit, fixed }) => {
      const [proposal_id, user_id] = [problem.proposals[proposal]!.id, problem.reviewers[reviewer]!.id]
      return { proposal_id, user_id, fit, fixed, unjudged: unjudged.has(`${proposal_id}.${user_id}`) }
    },
  )
  return {
    result: 1,
    items: items.sort((a, b) => a.proposal_id - b.proposal_id || a.user_id - b.user_id),
    short,
    change: short.length > 0 ? changesOf(problem, findRelaxed(problem, solver)) : [],
    ignored: problem.ignored,
    reached,
    bound,
    proven,
    size: {
      cells: problem.candidates.length,
      wanted: problem.proposals.reduce((sum, { missing }) => sum + missing, 0),
    },
  }
}

/** Whether the reviewer of a choice knows a method of its proposal. */
function knowers({ candidates }: Problem): (choice: Choice) => boolean {
  const keyOf = ({ proposal, reviewer }: Choice) => `${proposal}.${reviewer}`
  const known = new Set(candidates.filter(({ knows }) => knows).map(keyOf))
  return (choice) => known.has(keyOf(choice))
}

const reports = (count: number) => (count === 1 ? 'one report' : `${count} reports`)

/** The proposals that lack reports, and the limit that keeps each of them so. */
function findShort(problem: Problem, choices: readonly Choice[]): Short[] {
  const chosen = groupBy(choices, ({ proposal }) => proposal)
  const candidates = groupBy(problem.candidates, ({ proposal }) => proposal)
  const loads = groupBy(choices, ({ reviewer }) => reviewer)
  const knows = knowers(problem)
  return problem.proposals.flatMap(({ id, missing, unjudged, needsMethod, organisations }, proposal) => {
    const own = chosen.get(proposal) ?? []
    const left = missing - own.length
    if (left === 0) return []
    const taken = new Set(own.map(({ reviewer }) => reviewer))
    const isMethodOpen = needsMethod && left === 1 && !own.some(knows)
    const present = new Set([
      ...organisations,
      ...own.map(({ reviewer }) => problem.reviewers[reviewer]!.organisation),
    ])
    const obstacles = (candidates.get(proposal) ?? [])
      .filter(({ reviewer }) => !taken.has(reviewer))
      .map((candidate) => {
        const { reviewer } = candidate
        const { load, limit, organisation } = problem.reviewers[reviewer]!
        return {
          per_reviewer: load + (loads.get(reviewer)?.length ?? 0) >= limit,
          organisation: organisation !== '' && present.has(organisation),
          method: isMethodOpen && !knows(candidate),
        }
      })
    const only = (kind: 'per_reviewer' | 'organisation' | 'method') =>
      obstacles.some((one) => one[kind] && Object.values(one).filter(Boolean).length === 1)
    const limit =
      obstacles.length === 0
        ? unjudged > 0
          ? 'conflict'
          : 'candidates'
        : only('per_reviewer')
          ? 'per_reviewer'
          : only('method')
            ? 'method'
            : only('organisation')
              ? 'organisation'
              : 'per_reviewer'
    return [
      {
        proposal_id: id,
        missing: left,
        limit,
        text: `${id} stays ${reports(left)} short (${LIMIT_LABELS[limit]}).`,
      },
    ]
  })
}

/** In what a choice goes beyond the limits. */
function changesOf(problem: Problem, choices: readonly Choice[]): Change[] {
  const { proposals, reviewers } = problem
  const changes: Change[] = []
  for (const [reviewer, own] of [...groupBy(choices, (one) => one.reviewer)].sort(([a], [b]) => a - b)) {
    const { id: user_id, name, load, limit } = reviewers[reviewer]!
    const max_reports = load + own.length
    if (max_reports > limit)
      changes.push({
        limit: 'per_reviewer',
        text: `${max_reports} instead of ${limit} for ${name}`,
        allow: { user_id, max_reports },
      })
  }
  const chosen = groupBy(choices, ({ proposal }) => proposal)
  const knows = knowers(problem)
  for (const [proposal, { id, missing, unjudged, needsMethod, organisations }] of proposals.entries()) {
    const own = chosen.get(proposal) ?? []
    const present = new Set(organisations)
    for (const { reviewer } of own) {
      const { name, organisation, affiliation } = reviewers[reviewer]!
      if (organisation !== '' && present.has(organisation))
        changes.push({
          limit: 'organisation',
          text: `${name} as another reviewer of ${affiliation} on ${id}`,
          allow: null,
        })
      present.add(organisation)
    }
    if (needsMethod && own.length === missing && !own.some(knows))
      changes.push({ limit: 'method', text: `nobody on ${id} who knows one of its methods`, allow: null })
    const left = missing - own.length
    if (left > 0)
      changes.push(
        unjudged > 0
          ? {
              limit: 'conflict',
              text: `possible conflicts of ${unjudged === 1 ? 'one reviewer' : `${unjudged} reviewers`} with ${id} judged or acknowledged`,
              allow: null,
            }
          : { limit: 'candidates', text: `${reports(left)} fewer for ${id}`, allow: null },
      )
  }
  return changes
}
