interface Kind {
  /** As the mail log shows it. */
  label: string
  /** Who receives it: the groups that a dialog names before the mail is sent. */
  to: RecipientGroup
  /** The body holds a password or a link: blanked once sent. 'sometimes': the mail itself says so. */
  secret?: true | 'sometimes'
}

/**
 * `user`: the owner of an account. `participants`: the proposer and the collaborators of a proposal.
 * `destinations`: the people chosen for a group mail, and its Bcc.
 */
export type RecipientGroup =
  | 'user'
  | 'office'
  | 'applicant'
  | 'proposer'
  | 'participants'
  | 'reviewer'
  | 'destinations'

/** Every kind of mail that the system sends. */
export const MAIL_KINDS = {
  account: { label: 'Account', to: 'user', secret: true },
  password_request: { label: 'Password request', to: 'user', secret: true },
  password_reset: { label: 'Password reset', to: 'user', secret: true },
  password_change: { label: 'Password change', to: 'user' },
  email_confirmation: { label: 'Email confirmation', to: 'user', secret: true },
  email_change_asked: { label: 'Email change asked', to: 'user' },
  email_change: { label: 'Email change', to: 'user' },
  address_change: { label: 'Address change', to: 'office' },
  second_factor: { label: 'Second factor', to: 'user' },
  second_factor_reset: { label: 'Second factor reset', to: 'user' },
  recovery_code_used: { label: 'Recovery code used', to: 'user' },
  new_sign_in: { label: 'New sign in', to: 'user' },
  acted_as: { label: 'Acted as', to: 'user' },
  notice_receipt: { label: 'Notice receipt', to: 'applicant' },
  registration: { label: 'Registration', to: 'applicant', secret: 'sometimes' },
  rejection: { label: 'Rejection', to: 'applicant' },
  proposal_submitted: { label: 'Proposal submitted', to: 'participants' },
  proposal_cancelled: { label: 'Proposal cancelled', to: 'proposer' },
  proposal_unlocked: { label: 'Proposal unlocked', to: 'proposer' },
  proposal_correction: { label: 'Proposal correction', to: 'participants' },
  conflict_declared: { label: 'Conflict declared', to: 'office' },
  review_request: { label: 'Review request', to: 'reviewer' },
  review_reminder: { label: 'Review reminder', to: 'reviewer' },
  review_declined: { label: 'Review declined', to: 'reviewer' },
  review_withdrawn: { label: 'Review withdrawn', to: 'reviewer' },
  report_cancelled: { label: 'Report cancelled', to: 'reviewer' },
  report_received: { label: 'Report received', to: 'reviewer' },
  review_accepted: { label: 'Review accepted', to: 'office' },
  review_declined_by_reviewer: { label: 'Review declined by reviewer', to: 'office' },
  group_mail: { label: 'Group mail', to: 'destinations' },
} as const satisfies Record<string, Kind>

export type MailKind = keyof typeof MAIL_KINDS
export const MAIL_KIND_NAMES = Object.keys(MAIL_KINDS) as [MailKind, ...MailKind[]]

/** The groups that mails of these kinds go to. */
export type RecipientsOf<K extends MailKind> = (typeof MAIL_KINDS)[K]['to']
