/** What the staff do to proposals, as the audit log names it. */
export const staffActions = {
  'proposal.note': 'Additional note saved',
  'proposal.global_score': 'Global score saved',
  'proposal.cancel': 'Submission cancelled',
  'proposal.unlock': 'Proposal unlocked',
  'proposal.cancel_unlock': 'Unlocking cancelled',
  'proposal.correction_mail': 'Correction mail sent',
} as const
