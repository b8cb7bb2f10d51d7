import { allocateByBenefit, type Solver } from './benefit_allocation.ts'
import type { Suggestion, SuggestionProgress } from './contract.ts'
import { benefitOf, type Policy, THOUSANDTHS } from './policy.ts'
import { type AllocationProblem, type GridSnapshot, type OpenRequest, problemOf } from './problem.ts'
import { allocateByRank, type Choice } from './rank_allocation.ts'
import { reasonsOf } from './reasons.ts'

/** Suggests who should be given what in a grid, with the reasons; tells how far it is. */
export function suggest(
  scene: GridSnapshot,
  policy: Policy,
  solver: Solver,
  told: (progress: SuggestionProgress) => void = () => {},
): Suggestion {
  told({ text: 'Reading what is asked for', share: null })
  const question = problemOf(scene)
  const open = question.open.filter(({ row }) => row.global_score !== null)
  const samples = question.samples.length
  const pairs = open.reduce((sum, { free }) => sum + free.at.length, 0)
  const ranked = allocateByRank(open, samples, (done, of) =>
    told({ text: `Proposal ${done + 1} of ${of} by rank`, share: done / of }),
  )
  const choices =
    policy === 'rank'
      ? ranked
      : allocateByBenefit(open, samples, ranked, solver, (round, weighed) =>
          told({
            text: `Round ${round}: ${count(weighed)} of ${count(pairs)} pairs weighed together`,
            share: null,
          }),
        )
  return answerOf(question, open, choices, policy)
}

const count = (number: number) => number.toLocaleString('en')

/** The choices with their reasons, in the order of rows and priorities. */
function answerOf(
  question: AllocationProblem,
  open: readonly OpenRequest[],
  choices: readonly Choice[],
  policy: Policy,
): Suggestion {
  const benefit = choices.reduce((sum, { request, far }) => sum + benefitOf(open[request]!, far), 0)
  return {
    result: 1,
    ...reasonsOf(question, open, choices, policy),
    benefit: benefit / THOUSANDTHS,
    size: {
      asked: question.open.reduce((sum, { missing }) => sum + missing, 0),
      free: question.free,
      pairs: open.reduce((sum, { free }) => sum + free.at.length, 0),
    },
  }
}
