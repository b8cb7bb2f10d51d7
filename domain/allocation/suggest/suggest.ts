import type { Solver } from '../../linear_program.ts'
import { allocateByBenefit } from './benefit_allocation.ts'
import type { Suggestion, SuggestionProgress } from './contract.ts'
import { benefitOf, type Policy, THOUSANDTHS } from './policy.ts'
import { type AllocationProblem, buildProblem, type GridSnapshot, type OpenRequest } from './problem.ts'
import { allocateByRank, type Choice } from './rank_allocation.ts'
import { explainAllocation } from './reasons.ts'

/** Suggests an allocation of the free samples of a grid, with reasons. */
export function suggest(
  snapshot: GridSnapshot,
  policy: Policy,
  solver: Solver,
  onProgress: (progress: SuggestionProgress) => void = () => {},
): Suggestion {
  onProgress({ text: 'Reading the requests', share: null })
  const problem = buildProblem(snapshot)
  const open = problem.open.filter(({ row }) => row.global_score !== null)
  const samples = problem.samples.length
  const pairs = open.reduce((sum, { free }) => sum + free.at.length, 0)
  const ranked = allocateByRank(open, samples, (done, of) =>
    onProgress({ text: `Proposal ${done + 1} of ${of} by rank`, share: done / of }),
  )
  const choices =
    policy === 'rank'
      ? ranked
      : allocateByBenefit(open, samples, ranked, solver, (round, weighed) =>
          onProgress({
            text: `Round ${round}: ${count(weighed)} of ${count(pairs)} pairs compared`,
            share: null,
          }),
        )
  return toSuggestion(problem, open, choices, policy)
}

const count = (number: number) => number.toLocaleString('en')

function toSuggestion(
  problem: AllocationProblem,
  open: readonly OpenRequest[],
  choices: readonly Choice[],
  policy: Policy,
): Suggestion {
  const benefit = choices.reduce((sum, { request, far }) => sum + benefitOf(open[request]!, far), 0)
  return {
    result: 1,
    ...explainAllocation(problem, open, choices, policy),
    benefit: benefit / THOUSANDTHS,
    size: {
      asked: problem.open.reduce((sum, { missing }) => sum + missing, 0),
      free: problem.free,
      pairs: open.reduce((sum, { free }) => sum + free.at.length, 0),
    },
  }
}
