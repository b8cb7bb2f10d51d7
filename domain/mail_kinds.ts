interface Kind {
  /** Label in the mail log. */
  label: string
  /** Who receives it; dialogs name the group before the mail is sent. */
  to: RecipientGroup
  /** Whether the body contains a password or a secret link, and is cleared once sent; 'sometimes': set on each mail. */
  secret: boolean | 'sometimes'
}

/**
 * `user`: the owner of an account. `participants`: the proposer and the collaborators of a proposal.
 * `other_administrators`: all active ones but the one who acts.
 * `asked`: the people whom the office asks about conflicts of interest.
 * `holder`: who holds pieces, or borrowed them.
 * `attending`: who is expected at a meeting, its chair and its deputy.
 * `destinations`: the people chosen for a group mail, and its Bcc.
 */
export type RecipientGroup =
  | 'user'
  | 'office'
  | 'other_administrators'
  | 'applicant'
  | 'proposer'
  | 'participants'
  | 'reviewer'
  | 'asked'
  | 'attending'
  | 'holder'
  | 'destinations'

/** Every kind of mail that the system sends. */
export const MAIL_KINDS = {
  account: { label: 'Account', to: 'user', secret: true },
  password_request: { label: 'Password request', to: 'user', secret: true },
  password_reset: { label: 'Password reset', to: 'user', secret: true },
  password_change: { label: 'Password change', to: 'user', secret: false },
  email_confirmation: { label: 'Email confirmation', to: 'user', secret: true },
  email_change_asked: { label: 'Email change asked', to: 'user', secret: false },
  email_change: { label: 'Email change', to: 'user', secret: false },
  staff_account: { label: 'Staff account', to: 'other_administrators', secret: false },
  api_token: { label: 'API token', to: 'other_administrators', secret: false },
  two_persons_off: { label: 'Two persons off', to: 'other_administrators', secret: false },
  address_change: { label: 'Address change', to: 'office', secret: false },
  second_factor: { label: 'Second factor', to: 'user', secret: false },
  second_factor_reset: { label: 'Second factor reset', to: 'user', secret: false },
  provider_link: { label: 'Sign-in provider', to: 'user', secret: false },
  second_factor_closed: { label: 'Second factor closed', to: 'user', secret: false },
  recovery_code_used: { label: 'Recovery code used', to: 'user', secret: false },
  new_sign_in: { label: 'New sign in', to: 'user', secret: false },
  acted_as: { label: 'Acted as', to: 'user', secret: false },
  notice_receipt: { label: 'Notice receipt', to: 'applicant', secret: false },
  registration: { label: 'Registration', to: 'applicant', secret: 'sometimes' },
  rejection: { label: 'Rejection', to: 'applicant', secret: false },
  proposal_submitted: { label: 'Proposal submitted', to: 'participants', secret: false },
  proposal_cancelled: { label: 'Proposal cancelled', to: 'proposer', secret: false },
  proposal_withdrawn: { label: 'Proposal withdrawn', to: 'participants', secret: false },
  withdrawal_asked: { label: 'Withdrawal asked for', to: 'office', secret: false },
  withdrawal_refused: { label: 'Withdrawal refused', to: 'proposer', secret: false },
  office_question: { label: 'Question to the office', to: 'office', secret: false },
  office_question_copy: { label: 'Question to the office, copy', to: 'user', secret: false },
  proposal_unlocked: { label: 'Proposal unlocked', to: 'proposer', secret: false },
  unlock_ending: { label: 'Unlock ending', to: 'proposer', secret: false },
  unlock_ending_office: { label: 'Unlock ending (office)', to: 'office', secret: false },
  proposal_correction: { label: 'Proposal correction', to: 'participants', secret: false },
  conflict_declared: { label: 'Conflict declared', to: 'office', secret: false },
  conflict_question: { label: 'Conflict question', to: 'asked', secret: true },
  reviewer_profile: { label: 'Reviewer profile', to: 'reviewer', secret: false },
  review_request: { label: 'Review request', to: 'reviewer', secret: true },
  review_reminder: { label: 'Review reminder', to: 'reviewer', secret: 'sometimes' },
  review_declined: { label: 'Review declined', to: 'reviewer', secret: false },
  review_withdrawn: { label: 'Review withdrawn', to: 'reviewer', secret: false },
  review_closed: { label: 'Review closed', to: 'reviewer', secret: false },
  report_cancelled: { label: 'Report cancelled', to: 'reviewer', secret: false },
  report_received: { label: 'Report received', to: 'reviewer', secret: false },
  panel_question: { label: 'Question of the panel', to: 'reviewer', secret: false },
  discussion_digest: { label: 'Discussion digest', to: 'user', secret: false },
  review_accepted: { label: 'Review accepted', to: 'office', secret: false },
  review_declined_by_reviewer: { label: 'Review declined by reviewer', to: 'office', secret: false },
  meeting_agenda: { label: 'Meeting agenda', to: 'attending', secret: false },
  meeting_cancelled: { label: 'Meeting cancelled', to: 'attending', secret: false },
  loan_agreement: { label: 'Loan agreement', to: 'holder', secret: false },
  loan_dispatched: { label: 'Loan dispatched', to: 'holder', secret: false },
  loan_received: { label: 'Loan received', to: 'holder', secret: false },
  loan_weigh_again: { label: 'Piece to be weighed again', to: 'holder', secret: false },
  loan_move: { label: 'Move of a piece decided', to: 'holder', secret: false },
  loan_extension: { label: 'Extension of a loan decided', to: 'holder', secret: false },
  loan_due: { label: 'Loan due', to: 'holder', secret: false },
  loan_late: { label: 'Loan late', to: 'holder', secret: false },
  loan_returned: { label: 'Return confirmed', to: 'holder', secret: false },
  loan_handed_over: { label: 'Loan handed over', to: 'holder', secret: false },
  loan_taken_back: { label: 'Event of a loan taken back', to: 'holder', secret: false },
  loan_closed: { label: 'Loan closed', to: 'holder', secret: false },
  inventory_asked: { label: 'Inventory asked', to: 'holder', secret: false },
  inventory_reminded: { label: 'Inventory reminded', to: 'holder', secret: false },
  inventory_question: { label: 'Question on an inventory', to: 'holder', secret: false },
  result_released: { label: 'Result released', to: 'participants', secret: false },
  result_corrected: { label: 'Result corrected', to: 'participants', secret: false },
  result_reminder: { label: 'Reminder to answer a result', to: 'proposer', secret: false },
  result_answered: { label: 'Answer to a result received', to: 'proposer', secret: false },
  web_hook_off: { label: 'Web hook switched off', to: 'office', secret: false },
  mail_test: { label: 'Test', to: 'user', secret: false },
  group_mail: { label: 'Group mail', to: 'destinations', secret: false },
} as const satisfies Record<string, Kind>

export type MailKind = keyof typeof MAIL_KINDS
export const MAIL_KIND_NAMES = Object.keys(MAIL_KINDS) as [MailKind, ...MailKind[]]

/** The groups that mails of these kinds go to. */
export type RecipientsOf<K extends MailKind> = (typeof MAIL_KINDS)[K]['to']
