import type { Actor } from '#domain/session/actor.ts'
import { saveGrade, shareGrades } from '../panel/grades.ts'
import { showProposal, showScores } from '../staff/service.ts'
import type { DemonstrationContext } from './context.ts'
import type { Proposer } from './proposals.ts'

/** How strict each member is, and how far they are from the reviewers, in quarters of a grade. */
const STRICTNESS = [0, -1, 1, 0, -2, 2]
const DISTANCE = [0, 1, -1, 3, 0, -2, 0, 1, -4, 0, 2]
const NOTES = [
  'Strong case. Ask why two grains would not do.',
  'The blank is not described; the third reviewer is right about that.',
  'Good idea, but the instrument is not running yet.',
]
/** Who shares their grades, counted from the first member. */
const SHARING = [2, 3, 5]

/** Members of the panel have graded some proposals of the current call, each their own; some share their grades. */
export async function gradeProposals(
  stage: DemonstrationContext,
  submitted: readonly Proposer[],
  members: readonly Actor[],
) {
  const ids = submitted.map(({ proposal_id }) => proposal_id).sort((a, b) => a - b)
  for (const [m, member] of members.entries()) {
    const ctx = stage.as(member)
    const open: number[] = []
    for (const id of ids) if (!(await showProposal(ctx, id)).conflict) open.push(id)
    const graded = open.filter((_, n) => (n + m) % 10 < 7 - (m % 4))
    for (const [n, id] of graded.entries()) {
      const mean = ((await showScores(stage.office, id)).total_score_average ?? 6) / 2
      const quarters =
        Math.round(mean * 4) + STRICTNESS[m % STRICTNESS.length]! + DISTANCE[(n * 3 + m) % DISTANCE.length]!
      const notes = n % 4 === 0 ? NOTES[(n + m) % NOTES.length]! : ''
      const grade = Math.min(20, Math.max(0, quarters)) / 4
      await saveGrade(ctx, id, { grade, notes, version: undefined })
    }
    if (SHARING.includes(m) && graded.length > 0)
      await shareGrades(ctx, { proposal_ids: graded, shared: true })
  }
}
