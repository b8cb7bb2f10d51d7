import { done } from '#domain/endpoint.ts'
import { forbidden, invalid, notFound } from '#domain/errors.ts'
import { whyNotAddReviewer, whyNotReviewer } from '#domain/reports/rules.ts'
import type { Ctx } from '../platform/context.ts'
import { holdTerm } from '../terms/service.ts'
import { addReport, findCandidate, holdProposal } from './queries.ts'

/** Makes a user a proposal's reviewer, not requested yet. Throws 'missing', 'forbidden' or 'invalid'. */
export const addReviewer = (ctx: Ctx, proposal_id: number, reviewer_id: number) =>
  ctx.write(async (tx) => {
    const proposal = await holdProposal(tx, tx.actor, proposal_id)
    if (!proposal) throw notFound()
    if (proposal.conflict) throw forbidden()
    const term = await holdTerm(tx, proposal.term_id)
    const reviewer = await findCandidate(tx, reviewer_id, proposal_id)
    if (!reviewer) throw invalid({ reviewer_id: 'There is no such user.' })
    tx.refuse(whyNotAddReviewer({ ...proposal, term }) ?? whyNotReviewer(reviewer))
    const added = await addReport(tx, proposal_id, reviewer_id, tx.now())
    if (!added) return tx.refuse('This reviewer already has a report on this proposal.')
    await tx.audit('report.add', { ...added, proposal_id }, { proposal_id, user_id: reviewer_id })
    return { ...done('The reviewer has been added.'), report_id: added.id }
  })
