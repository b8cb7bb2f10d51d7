import { done } from '#domain/endpoint.ts'
import { NOT_SUBMITTED } from '#domain/proposals/status.ts'
import { isDirect, whyNotDecide, whyNotWithdraw } from '#domain/proposals/withdrawal.ts'
import { listNames } from '#domain/text.ts'
import { withdrawAssignments } from '../allocation/service.ts'
import { type Ctx, commandOn, type Tx } from '../platform/context.ts'
import { lockOwnProposal } from '../proposals/service.ts'
import { changeProposal, type ReadProposal } from '../proposals/shared_queries.ts'
import { closeReports } from '../reports/assignment.ts'
import { findOfficeWithoutConflict } from '../users/conflict_shared_queries.ts'
import { announce } from '../web_hooks/announce.ts'
import { withdrawalAskedMail, withdrawalRefusedMail, withdrawnMails } from './mails.ts'
import { lockForOffice, submissionCancelled } from './service.ts'
import { decideWithdrawal, insertWithdrawal } from './withdrawal_queries.ts'

/** Sets a submission back for good; returns the names of the samples that are no longer assigned. */
async function takeBack(tx: Tx, proposal: ReadProposal, removed: readonly string[]) {
  const fields = { status: NOT_SUBMITTED, unlocked_until: null }
  await changeProposal(tx, proposal.id, fields)
  await announce(tx, submissionCancelled(proposal))
  await tx.mail(withdrawnMails(proposal))
  return { fields, text: removed.length > 0 ? ` No longer assigned to it: ${removed.join(', ')}.` : '' }
}

/**
 * The proposer withdraws the submission: at once before the deadline, else the office is asked. What keeps it from being
 * withdrawn at once is not said. Throws 'missing' or 'forbidden'.
 */
export const withdrawProposal = (ctx: Ctx, id: number, reason: string) =>
  ctx.write(async (tx) => {
    const proposal = await lockOwnProposal(tx, id)
    tx.refuse(whyNotWithdraw(proposal))
    const { under_review: underReview, has_confirmed: confirmed } = proposal
    const at = tx.now().toISOString()
    if (isDirect(proposal.term, tx.now(), { underReview, confirmed })) {
      // Nothing is confirmed: the proposal is locked.
      const { removed } = await withdrawAssignments(tx, proposal)
      const { fields } = await takeBack(tx, proposal, removed)
      await insertWithdrawal(tx, { proposal_id: id, reason, asked_at: at, decided_at: at, granted: true })
      await tx.audit('proposal.withdraw', proposal, { ...fields, reason }, proposal)
      return done('The proposal has been withdrawn. You can change and submit it again until the deadline.')
    }
    await insertWithdrawal(tx, { proposal_id: id, reason, asked_at: at })
    await tx.audit('proposal.ask_withdrawal', proposal, { reason })
    const recipients = await findOfficeWithoutConflict(tx, id)
    if (recipients.length > 0) await tx.mail(withdrawalAskedMail(tx.config, recipients, proposal, reason))
    return done(
      'The office has been asked to withdraw the proposal. It stays submitted until it has decided.',
    )
  })

type Locked = Awaited<ReturnType<typeof lockForOffice>>
const whyNotNow = ({ proposal, term }: Locked) => whyNotDecide({ ...proposal, term })

/**
 * Grants a withdrawal: open reports close and their reviewers are told, unconfirmed assignments go. Refused while a sample
 * is confirmed. Throws 'missing' or 'forbidden'.
 */
export const grantWithdrawal = commandOn(lockForOffice)(whyNotNow, async (tx, { proposal }) => {
  const { confirmed, removed } = await withdrawAssignments(tx, proposal)
  tx.refuse(
    confirmed.length > 0
      ? `Samples are confirmed for this proposal: ${confirmed.join(', ')}. Cancel the confirmation first.`
      : null,
  )
  const reviewers = await closeReports(tx, proposal.id, 'The proposal was withdrawn.')
  const { fields, text } = await takeBack(tx, proposal, removed)
  const decision = { decided_at: tx.now().toISOString(), decided_by: tx.actor.id, granted: true }
  await decideWithdrawal(tx, proposal.id, decision)
  await tx.audit('proposal.grant_withdrawal', proposal, fields, proposal)
  const closed = reviewers.length > 0 ? ` Closed and told: ${listNames(reviewers, 10)}.` : ''
  return done(`Proposal ${proposal.id} has been withdrawn.${closed}${text}`)
})

/** Refuses a withdrawal with a reason, which the proposer is mailed. Throws 'missing' or 'forbidden'. */
export const refuseWithdrawal = (ctx: Ctx, id: number, answer: string) =>
  commandOn(lockForOffice)(whyNotNow, async (tx, { proposal }) => {
    const decision = { decided_at: tx.now().toISOString(), decided_by: tx.actor.id, granted: false, answer }
    await decideWithdrawal(tx, id, decision)
    await tx.audit('proposal.refuse_withdrawal', proposal, { answer })
    await tx.mail(withdrawalRefusedMail(tx.config, proposal, answer))
    return done(`The withdrawal of proposal ${id} has been refused. ${proposal.name} has been e-mailed.`)
  })(ctx, id)
