import type { OwnState, ProposerState } from '#domain/proposals/own_state.ts'
import { absentForSubmit, NEEDED_TO_SUBMIT, requestedTotal } from '#domain/proposals/rules.ts'
import { beforeDeadline, type Term } from '#domain/terms/rules.ts'
import type { Ctx } from '../platform/context.ts'
import { findCurrentProposal } from './queries.ts'
import { showOwn } from './service.ts'

/** How far the proposer is in the current term. */
export async function proposerState(ctx: Ctx, term: Term): Promise<ProposerState> {
  const { proposals_open_at, proposals_close_at, reviews_due_at } = term
  const mine = await findCurrentProposal(ctx.db, ctx.actor.id)
  const proposal = mine ? await ownState(ctx, mine.id, term) : null
  return { proposals_open_at, proposals_close_at, reviews_due_at, proposal }
}

async function ownState(ctx: Ctx, id: number, term: Term): Promise<OwnState> {
  const proposal = await showOwn(ctx, id)
  const { status, title, version, why_not_edit, why_not_submit } = proposal
  const open = why_not_edit === null && beforeDeadline(term, ctx.now())
  return {
    id,
    title,
    status,
    version,
    registered_at: proposal.created_at,
    saved_at: proposal.saved_at,
    submitted_at: proposal.submitted_at,
    missing: absentForSubmit(proposal).map((field) => ({
      field,
      label: NEEDED_TO_SUBMIT[field],
      anchor: field,
    })),
    samples: proposal.requested_samples.length,
    mg: requestedTotal(proposal.requested_samples),
    collaborators: proposal.proposal_collaborator.length,
    is_unlocked: proposal.is_unlocked === 1,
    why_not_edit,
    why_not_submit,
    editable_until: open ? term.proposals_close_at : null,
  }
}
