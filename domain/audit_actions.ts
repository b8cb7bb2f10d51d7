/** What happens to sessions and passwords, as the audit log names it. */
export const sessionActions = {
  'user.login': 'Signed in',
  'user.fail_login': 'Sign-in failed',
  'user.logout': 'Signed out',
  'user.change_password': 'Password changed',
  'user.request_reset': 'Password reset asked for',
  'user.reset_password': 'Password reset',
  'user.fail_second_factor': 'Second factor not right',
  'user.add_passkey': 'Passkey added',
  'user.remove_passkey': 'Passkey removed',
  'user.add_app': 'Authenticator app added',
  'user.remove_app': 'Authenticator app removed',
  'user.make_recovery_codes': 'Recovery codes made',
  'user.reset_second_factor': 'Second factor reset',
  'user.end_session': 'Session ended',
  'user.end_other_sessions': 'Other sessions ended',
} as const

/** What happens to users, as the audit log names it. */
export const userActions = {
  'user.create': 'User created',
  'user.edit': 'User edited',
  'user.edit_profile': 'Profile edited',
  'user.ask_email': 'New e-mail address asked for',
  'user.change_email': 'E-mail address changed',
  'user.send_reset': 'Password reset link sent',
  'user.delete': 'User deleted',
} as const

/** What an administrator does who looks at the product as somebody else, as the audit log names it. */
export const impersonationActions = {
  'user.act_as': 'Looked at the product as this user',
  'user.stop_acting': 'Stopped looking as this user',
} as const

/** What happens to terms, as the audit log names it. */
export const termActions = {
  'term.add': 'Term added',
  'term.edit': 'Term edited',
  'term.make_current': 'Term made current',
  'term.disable': 'Term closed',
  'term.enable': 'Term opened again',
} as const

/** What happens to the lists of keywords and methods, as the audit log names it. */
export const masterActions = {
  'keyword.add': 'Keyword added',
  'keyword.edit': 'Keyword edited',
  'keyword.adopt': 'Keyword taken over from proposals that typed it',
  'method.add': 'Analysis method added',
  'method.edit': 'Analysis method edited',
  'method.adopt': 'Analysis method taken over from proposals that typed it',
  'proposal.adopt_keyword': 'Typed keyword became one of the list',
  'proposal.adopt_method': 'Typed analysis method became one of the list',
  'settings.save': 'Settings saved',
} as const

/** What happens to the catalogue, as the audit log names it. */
export const sampleActions = {
  'sample.add': 'Samples added',
  'sample.import': 'Samples imported',
} as const

/** What happens to proposals, as the audit log names it. */
export const proposalActions = {
  'proposal.open': 'Proposal opened',
  'proposal.save': 'Proposal saved',
  'proposal.submit': 'Proposal submitted',
} as const

/** What happens to applicants, as the audit log names it. */
export const applicantActions = {
  'applicant.create': 'Notice of Intent received',
  'applicant.edit': 'Applicant edited',
  'applicant.register': 'Applicant registered',
  'applicant.reject': 'Applicant rejected',
  'applicant.reject_no_mail': 'Applicant rejected without a mail',
  'applicant.cancel_reject': 'Rejection cancelled',
} as const

/** What happens to reports, as the audit log names it. */
export const reportActions = {
  'report.add': 'Reviewer added',
  'report.request': 'Review requested',
  'report.ask_again': 'Review asked for again',
  'report.accept': 'Review accepted',
  'report.decline': 'Review declined',
  'report.edit': 'Report saved',
  'report.submit': 'Report submitted',
  'report.cancel': 'Submission of a report cancelled',
  'report.withdraw': 'Report withdrawn',
  'report.remove': 'Reviewer removed',
  'report.remind': 'Reviewer reminded',
  'report.rank': 'Rank saved',
} as const

/** What happens to conflicts of interest, as the audit log names it. */
export const conflictActions = {
  'conflict.declare': 'Conflict of interest declared',
  'conflict.take_back': 'Conflict of interest taken back',
} as const

/** What happens to a term's assignments, as the audit log names it. */
export const allocationActions = {
  'allocation.save': 'Assignments saved',
  'allocation.propose': 'Assignments proposed for confirmation',
  'allocation.cancel_propose': 'Proposal for confirmation taken back',
  'allocation.confirm': 'Assignments confirmed',
  'allocation.cancel_confirm': 'Confirmation cancelled',
  'allocation.withdraw': 'Assignments of a cancelled submission removed',
} as const

/** What the staff do to proposals, as the audit log names it. */
export const staffActions = {
  'proposal.note': 'Additional note saved',
  'proposal.global_score': 'Global score saved',
  'proposal.cancel': 'Submission cancelled',
  'proposal.unlock': 'Proposal unlocked',
  'proposal.cancel_unlock': 'Unlocking cancelled',
  'proposal.correction_mail': 'Correction mail sent',
} as const

/** What happens to scenarios, as the audit log names it. */
export const scenarioActions = {
  'scenario.add': 'Scenario kept',
  'scenario.edit': 'Scenario edited',
  'scenario.delete': 'Scenario deleted',
} as const

/** What happens to announcements, as the audit log names it. */
export const informationActions = {
  'information.add': 'Announcement added',
  'information.edit': 'Announcement edited',
  'information.delete': 'Announcement deleted',
} as const

/** What happens to group mails and mails, as the audit log names it. */
export const mailActions = {
  'group_mail.add': 'Group mail added',
  'mail.retry': 'Failed mail sent again',
  'group_mail.edit': 'Group mail edited',
  'group_mail.delete': 'Group mail deleted',
  'group_mail.send': 'Group mail sent',
} as const

/** What is handed out of reviews, as the audit log names it: files that hold scores, ranks or comments. */
export const downloadActions = {
  'export.reviews': 'Reviews exported',
  'report.download': 'Report downloaded',
  'proposal.archive': 'Archive with its reports downloaded',
} as const

/** Every action that the audit log knows, with its words. What stands before the dot is the type of its object. */
export const ACTIONS = {
  ...sessionActions,
  ...userActions,
  ...impersonationActions,
  ...termActions,
  ...masterActions,
  ...sampleActions,
  ...proposalActions,
  ...applicantActions,
  ...reportActions,
  ...conflictActions,
  ...allocationActions,
  ...staffActions,
  ...scenarioActions,
  ...informationActions,
  ...mailActions,
  ...downloadActions,
} as const
export type AuditAction = keyof typeof ACTIONS

type TypeOf<K> = K extends `${infer T}.${string}` ? T : never
/** The types of object that the audit log knows; an 'allocation' is a term's, by the term's id. */
export type ObjectType = TypeOf<AuditAction>

/** What an action was done to. A report's and a conflict's entry also says with which proposal, for who may not read of it. */
export type AuditObject<K extends AuditAction> =
  TypeOf<K> extends 'report' | 'conflict' ? { id: number; proposal_id: number } : { id: number | null }

/** The type of an action's object. */
export const objectTypeOf = (action: AuditAction) => action.split('.')[0] as ObjectType
