import type { ConflictInput } from '#domain/conflicts/contract.ts'
import { whyNotDeclare, whyNotRecordFor, whyNotTakeBack } from '#domain/conflicts/rules.ts'
import { done } from '#domain/endpoint.ts'
import { forbidden, invalid, notFound } from '#domain/errors.ts'
import { isClosedToReviewer, isHidden } from '#domain/reports/status.ts'
import { isOffice, isStaff } from '#domain/session/actor.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { findOwnReport } from '../reports/shared_queries.ts'
import { lockTerm } from '../terms/service.ts'
import { conflictMail } from './mails.ts'
import {
  deleteConflict,
  findConflict,
  findOfficeWithoutConflict,
  findUser,
  insertConflict,
  lockProposal,
} from './queries.ts'

/** Throws 'missing' or 'forbidden' unless the caller may know of the proposal: staff, or a requested reviewer. */
async function requireVisibleProposal(tx: Tx, proposal_id: number) {
  if (isStaff(tx.actor)) return
  const report = await findOwnReport(tx, tx.actor.id, proposal_id)
  if (!report || isClosedToReviewer(report.status)) throw forbidden()
  if (isHidden(report.status)) throw notFound()
}

/** Throws 'forbidden' or 'invalid' unless the office may record a conflict for the user. */
async function requireConcernedUser(tx: Tx, user_id: number, conflict: boolean) {
  // A member of the office with a conflict may record nothing on the proposal except their own conflict.
  if (!isOffice(tx.actor) || conflict) throw forbidden()
  const user = await findUser(tx, user_id)
  const why = user ? whyNotRecordFor(user) : 'There is no such user.'
  if (why) throw invalid({ user_id: why })
}

/** Declares the caller's own conflict of interest with a proposal, or records another user's for the office. */
export const declareConflict = (ctx: Ctx, { proposal_id, user_id = ctx.actor.id, reason }: ConflictInput) =>
  ctx.write(async (tx) => {
    const own = user_id === tx.actor.id
    const proposal = await lockProposal(tx, tx.actor, proposal_id)
    if (!proposal) throw notFound()
    await requireVisibleProposal(tx, proposal_id)
    if (!own) await requireConcernedUser(tx, user_id, proposal.conflict)
    tx.refuse(whyNotDeclare(await lockTerm(tx, proposal.term_id)))
    const created_at = tx.now().toISOString()
    const added = await insertConflict(tx, {
      proposal_id,
      user_id,
      reason,
      declared_by: tx.actor.id,
      created_at,
    })
    if (!added) return tx.refuse('This conflict of interest is declared already.')
    await tx.audit('conflict.declare', { ...added, proposal_id }, { proposal_id, user_id, reason })
    if (own && !isOffice(tx.actor)) await notifyOffice(tx, proposal, reason)
    return done(`The conflict of interest has been ${own ? 'declared' : 'recorded'}.`)
  })

async function notifyOffice(
  tx: Tx,
  proposal: { id: number; term_id: number; title: string },
  reason: string,
) {
  const recipients = await findOfficeWithoutConflict(tx, proposal.id)
  if (recipients.length > 0) await tx.mail(conflictMail(tx.config, recipients, tx.actor, proposal, reason))
}

/** Takes back a declared conflict: only the office may, and no one their own. Throws 'missing' and 'forbidden'. */
export const takeConflictBack = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const known = await findConflict(tx, id)
    const proposal = known && (await lockProposal(tx, tx.actor, known.proposal_id))
    const conflict = proposal && (await findConflict(tx, id))
    if (!conflict) throw notFound()
    if (proposal.conflict && conflict.user_id !== tx.actor.id) throw forbidden()
    tx.refuse(whyNotTakeBack(tx.actor, conflict, await lockTerm(tx, proposal.term_id)))
    await deleteConflict(tx, id)
    const { proposal_id, user_id, reason } = conflict
    await tx.audit('conflict.take_back', conflict, null, { proposal_id, user_id, reason })
    return done('The conflict of interest has been taken back.')
  })
