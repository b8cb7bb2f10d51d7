import { benefitOf, THOUSANDTHS } from './benefit.ts'
import type { Policy, Suggestion } from './contract.ts'
import { byBenefit } from './most.ts'
import type { Solver } from './programme.ts'
import { byRank, type Choice } from './rank.ts'
import { reasonsOf } from './reasons.ts'
import { type Open, type Question, questionOf, type Scene } from './scene.ts'

/** Suggests who should be given what in a grid, with the reasons. */
export function suggest(scene: Scene, policy: Policy, solver: Solver): Suggestion {
  const question = questionOf(scene)
  const open = question.open.filter(({ row }) => row.global_score !== null)
  const ranked = byRank(open, question.samples.length)
  const choices = policy === 'rank' ? ranked : byBenefit(open, question.samples.length, ranked, solver)
  return answerOf(question, open, choices, policy)
}

/** The choices with their reasons, in the order of rows and priorities. */
function answerOf(
  question: Question,
  open: readonly Open[],
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
