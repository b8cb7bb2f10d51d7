import { forbidden, invalid, missing } from '#domain/errors.ts'
import { whyNotReviewer } from '#domain/reports/rules.ts'
import type { Actor } from '#domain/session/actor.ts'
import { whyNotAddReviewer } from '#domain/staff/rules.ts'
import { done } from '#domain/wire.ts'
import type { Ctx, Db } from '../platform/context.ts'
import { conflictOf, takesPart } from '../proposals/conflict.ts'
import { holdTerm } from '../terms/service.ts'
import { addReport } from './queries.ts'

/** A proposal that gets a reviewer, held against a change of its status or people. */
const holdProposal = (tx: Db, actor: Actor, id: number) =>
  tx
    .selectFrom('proposals as p')
    .select(['p.id', 'p.status', 'p.term_id', conflictOf(actor).as('conflict')])
    .where('p.id', '=', id)
    .forShare()
    .executeTakeFirst()

/** What a user is to a proposal. */
const findCandidate = (tx: Db, id: number, proposal_id: number) =>
  tx
    .selectFrom('users as u')
    .innerJoin('proposals as p', (join) => join.on('p.id', '=', proposal_id))
    .select(['u.is_reviewer', 'u.disabled', takesPart('u').as('takes_part')])
    .where('u.id', '=', id)
    .executeTakeFirst()

/** Makes a user a proposal's reviewer, not requested yet. Throws 'missing', 'forbidden' or 'invalid'. */
export const addReviewer = (ctx: Ctx, proposal_id: number, reviewer_id: number) =>
  ctx.write(async (tx) => {
    const proposal = await holdProposal(tx, tx.actor, proposal_id)
    if (!proposal) throw missing()
    if (proposal.conflict) throw forbidden()
    const term = await holdTerm(tx, proposal.term_id)
    const reviewer = await findCandidate(tx, reviewer_id, proposal_id)
    if (!reviewer) throw invalid({ reviewer_id: 'There is no such user.' })
    tx.refuse(whyNotAddReviewer({ ...proposal, term }) ?? whyNotReviewer(reviewer))
    const added = await addReport(tx, proposal_id, reviewer_id, tx.now())
    if (!added) return tx.refuse('This reviewer already has a report on this proposal.')
    await tx.audit('report.add', { ...added, proposal_id }, { proposal_id, user_id: reviewer_id })
    return done('The reviewer has been added.')
  })
