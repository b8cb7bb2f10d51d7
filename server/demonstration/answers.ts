import type { DeclineInput } from '#domain/reports/declining_schemas.ts'
import { askOffice } from '../proposals/questions.ts'
import { requestReport } from '../reports/assignment.ts'
import { answerRequest } from '../reports/service.ts'
import { withdrawProposal } from '../staff/withdrawal.ts'
import type { DemonstrationContext } from './context.ts'
import type { Proposer } from './proposals.ts'
import { findDeclined } from './queries.ts'

/** What reviewers say when they decline. */
const DECLINES: DeclineInput[] = [
  {
    reason: 'time',
    note: 'I am at sea until the end of May.',
    suggestion: 'Sofía Álvarez, who did this work with me',
  },
  { reason: 'field', note: '', suggestion: 'Someone who measures noble gases' },
  { reason: 'other', note: 'I am on parental leave.', suggestion: '' },
]

/** Some reviewers who declined are asked again, and decline with a reason. */
export async function declineWithReasons(stage: DemonstrationContext, term_id: number) {
  const declined = await findDeclined(stage.office.db, term_id, DECLINES.length)
  for (const [n, { report_id, ...reviewer }] of declined.entries()) {
    await requestReport(stage.office, report_id)
    const own = stage.as({ ...reviewer, roles: ['reviewer'] })
    await answerRequest(own, report_id, { step: 'decline', decline: DECLINES[n]! })
  }
}

/** The submitted proposal, by its place, that its proposer wants to withdraw, and whose proposer has a question. */
const WITHDRAWING = 15
const ASKING = 9

/** One withdrawal that the office has to decide, and one question. */
export async function writeToOffice(stage: DemonstrationContext, proposers: readonly Proposer[]) {
  const [withdrawing, asking] = [proposers[WITHDRAWING], proposers[ASKING]]
  if (withdrawing)
    await withdrawProposal(
      stage.as(withdrawing.actor),
      withdrawing.proposal_id,
      'Our beam time was cancelled, and we cannot measure before the next call.',
    )
  if (asking)
    await askOffice(
      stage.as(asking.actor),
      'Can a grain that we are given be embedded in resin before it returns? Our mount needs it.',
    )
}
