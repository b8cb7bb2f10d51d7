import type { AuditAction } from '../audit_actions.ts'

type OnProposal = Extract<AuditAction, `proposal.${string}`>

/** What is done to a proposal, and whether it speaks of its review; a new action does not compile before it says so. */
const CONCERNS_REVIEW: Record<OnProposal, boolean> = {
  'proposal.open': false,
  'proposal.save': false,
  'proposal.submit': false,
  'proposal.cancel': false,
  'proposal.unlock': false,
  'proposal.cancel_unlock': false,
  'proposal.correction_mail': false,
  'proposal.adopt_keyword': false,
  'proposal.adopt_method': false,
  'proposal.archive': true,
  'proposal.note': true,
  'proposal.global_score': true,
}

/**
 * The actions of which staff read who have a conflict with the proposal that an entry points to; everything else that
 * points to one, its reports first of all, is not there for them.
 */
export const VISIBLE_IN_CONFLICT = (Object.keys(CONCERNS_REVIEW) as OnProposal[]).filter(
  (action) => !CONCERNS_REVIEW[action],
)
