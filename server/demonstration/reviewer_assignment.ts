import { DEFAULT_LIMITS } from '#domain/assign_reviewers/limits.ts'
import type { Actor } from '#domain/session/actor.ts'
import { saveLimits, saveMarks } from '../assign_reviewers/service.ts'
import type { DemonstrationContext } from './context.ts'
import type { Proposer } from './proposals.ts'

/** The few reviewers of the demonstration take more reports than usual; some of them have reached their own limit. */
const PER_REVIEWER = 13

/** The limits of the current call, and reviewers whom the office wants, or does not want, for proposals without reports. */
export async function prepareAssignment(
  { office }: DemonstrationContext,
  term_id: number,
  proposals: readonly Proposer[],
  reviewers: readonly Actor[],
) {
  await saveLimits(office, term_id, { ...DEFAULT_LIMITS, per_reviewer: PER_REVIEWER })
  const mark = (proposal: number, reviewer: number, mark: 'fixed' | 'forbidden') => ({
    proposal_id: proposals[proposal]!.proposal_id,
    user_id: reviewers[reviewer]!.id,
    mark,
    acknowledged: mark === 'fixed',
  })
  const marks = [mark(5, 3, 'fixed'), mark(5, 6, 'forbidden'), mark(11, 8, 'forbidden')]
  await saveMarks(office, term_id, { marks }, undefined)
}
