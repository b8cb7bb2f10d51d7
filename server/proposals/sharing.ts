import { done } from '#domain/endpoint.ts'
import { notFound } from '#domain/errors.ts'
import { whyReadOnly } from '#domain/terms/rules.ts'
import type { Ctx } from '../platform/context.ts'
import { Attachment } from '../platform/http/handlers.ts'
import { proposalPdfWithAttachment } from './document.ts'
import { findShared, isSharedWith } from './queries.ts'
import { lockOwnProposal } from './service.ts'
import { changeProposal, readProposal } from './shared_queries.ts'

/** Lets the collaborators who have an account read the proposal, or no longer. */
export const share = (ctx: Ctx, id: number, allowed: boolean) =>
  ctx.write(async (tx) => {
    const proposal = await lockOwnProposal(tx, id)
    tx.refuse(whyReadOnly(proposal.term))
    await changeProposal(tx, id, { collaborators_may_read: allowed })
    await tx.audit('proposal.share', proposal, { collaborators_may_read: allowed }, proposal)
    return done(
      allowed
        ? 'Your collaborators with an account can read the proposal.'
        : 'Your collaborators can no longer read the proposal.',
    )
  })

export const listShared = (ctx: Ctx) => findShared(ctx.db, ctx.actor.id)

/** A proposal that the viewer collaborates on, where its proposer allows it. Throws 'missing' in any other case. */
export async function showShared(ctx: Ctx, id: number) {
  const proposal = (await isSharedWith(ctx.db, ctx.actor.id, id)) && (await readProposal(ctx, id))
  if (!proposal) throw notFound()
  return proposal
}

export async function downloadShared(ctx: Ctx, id: number): Promise<Attachment> {
  const pdf = await proposalPdfWithAttachment(ctx, await showShared(ctx, id))
  return new Attachment(`proposal_${id}.pdf`, 'application/pdf', pdf)
}
