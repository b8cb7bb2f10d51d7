import type { AuditAction } from '../audit_actions.ts'

type OnProposal = Extract<AuditAction, `proposal.${string}`>

/** Whether an action on a proposal reveals something about its review. A new action must be listed to compile. */
const CONCERNS_REVIEW: Record<OnProposal, boolean> = {
  'proposal.open': false,
  'proposal.save': false,
  'proposal.submit': false,
  'proposal.cancel': false,
  'proposal.unlock': false,
  'proposal.cancel_unlock': false,
  'proposal.unlock_reminder': false,
  'proposal.lock': false,
  'proposal.correction_mail': false,
  'proposal.share': false,
  'proposal.withdraw': false,
  'proposal.ask_withdrawal': true,
  'proposal.grant_withdrawal': true,
  'proposal.refuse_withdrawal': true,
  'proposal.adopt_keyword': false,
  'proposal.adopt_method': false,
  'proposal.archive': true,
  'proposal.mark_reviewers': true,
  'proposal.note': true,
  'proposal.decision_notes': true,
  'proposal.write_entry': true,
  'proposal.edit_entry': true,
  'proposal.withdraw_entry': true,
  'proposal.send_question': true,
  'proposal.decline_question': true,
  'proposal.discussion_digest': true,
  'proposal.global_score': true,
  'proposal.discuss': true,
  'proposal.put_off': true,
  'proposal.meeting_clock': true,
  'proposal.meeting_minutes': true,
  'proposal.open_ballot': true,
  'proposal.give_grade': true,
  'proposal.reveal_ballot': true,
  'proposal.agree': true,
  'proposal.keep_score': true,
  'proposal.bring_back': true,
  'proposal.docket': true,
  'proposal.show_on_wall': true,
  'proposal.grade': true,
  'proposal.share_grade': true,
  'proposal.unshare_grade': true,
  'proposal.lead': true,
}

/**
 * Actions that staff may read even with a conflict of interest with the entry's proposal. All other entries that name
 * that proposal, above all those of its reports, are hidden from them.
 */
export const VISIBLE_IN_CONFLICT = (Object.keys(CONCERNS_REVIEW) as OnProposal[]).filter(
  (action) => !CONCERNS_REVIEW[action],
)
