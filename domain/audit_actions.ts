/** Audit actions with their labels, by area. The part before the dot is the type of the object. */
export const sessionActions = {
  'user.login': 'Signed in',
  'user.fail_login': 'Sign-in failed',
  'user.fail_password': 'Present password not right',
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
  'user.link_provider': 'Account at a provider linked',
  'user.unlink_provider': 'Account at a provider unlinked',
  'user.end_session': 'Session ended',
  'user.end_other_sessions': 'Other sessions ended',
} as const

export const userActions = {
  'user.create': 'User created',
  'user.edit': 'User edited',
  'user.edit_profile': 'Profile edited',
  'user.choose_view': 'View of a list chosen',
  'user.ask_email': 'New e-mail address asked for',
  'user.change_email': 'E-mail address changed',
  'user.send_reset': 'Password reset link sent',
  'user.ask_change': 'Change of a staff account asked for',
  'user.confirm_change': 'Change of a staff account confirmed',
  'user.dismiss_change': 'Change of a staff account dismissed',
  'user.delete': 'User deleted',
  'user.ask_office': 'Question sent to the office',
} as const

export const apiTokenActions = {
  'api_token.make': 'API token made',
  'api_token.revoke': 'API token revoked',
} as const

export const reviewerProfileActions = {
  'user.edit_reviewer_profile': 'Reviewer profile edited',
  'user.ask_reviewer_profile': 'Asked to confirm the reviewer profile',
} as const

export const calendarActions = {
  'user.make_calendar': 'Calendar address made',
  'user.replace_calendar': 'Calendar address replaced',
  'user.revoke_calendar': 'Calendar address revoked',
} as const

export const impersonationActions = {
  'user.act_as': 'Viewed as this user',
  'user.stop_acting': 'Stopped viewing as this user',
} as const

export const termActions = {
  'term.add': 'Term added',
  'term.edit': 'Term edited',
  'term.make_current': 'Term made current',
  'term.disable': 'Term closed',
  'term.enable': 'Term opened again',
  'term.check': 'Item of the check list marked',
  'term.panel_line': 'Line of the ranking set',
} as const

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

export const organisationActions = {
  'organisation.add': 'Organisation added',
  'organisation.edit': 'Organisation edited',
  'organisation.add_spellings': 'Affiliations merged into the organisation',
  'organisation.remove_spellings': 'Spellings removed from the organisation',
  'organisation.merge': 'Another organisation merged into this one',
  'organisation.delete': 'Organisation deleted',
} as const

export const sampleActions = {
  'sample.add': 'Samples added',
  'sample.import': 'Samples imported',
} as const

export const proposalActions = {
  'proposal.open': 'Proposal opened',
  'proposal.save': 'Proposal saved',
  'proposal.submit': 'Proposal submitted',
  'proposal.lock': 'Unlock ended by the proposer',
  'proposal.share': 'Reading by collaborators changed',
} as const

export const applicantActions = {
  'applicant.create': 'Notice of Intent received',
  'applicant.edit': 'Applicant edited',
  'applicant.register': 'Applicant registered',
  'applicant.reject': 'Applicant rejected',
  'applicant.reject_no_mail': 'Applicant rejected without a mail',
  'applicant.cancel_reject': 'Rejection cancelled',
  'applicant.start_run': 'Decision on many applicants started',
} as const

export const reportActions = {
  'report.add': 'Reviewer added',
  'report.request': 'Review requested',
  'report.ask_again': 'Review asked for again',
  'report.accept': 'Review accepted',
  'report.decline': 'Review declined',
  'report.confirm_conflict': 'Conflict of interest confirmed',
  'report.dismiss_conflict': 'Conflict of interest taken back by the reviewer',
  'report.edit': 'Report saved',
  'report.submit': 'Report submitted',
  'report.cancel': 'Submission of a report cancelled',
  'report.withdraw': 'Report withdrawn',
  'report.remove': 'Reviewer removed',
  'report.remind': 'Reviewer reminded',
  'report.rank': 'Rank saved',
  'report.defer': 'Request or reminder set to be sent',
} as const

/** On a request or reminder that has not been sent: nothing changes in its term. */
export const keptReportActions = {
  'report.undo': 'Request or reminder undone',
  'report.fail': 'Request or reminder not sent at its time',
  'report.dismiss': 'Unsent request or reminder dismissed',
} as const

export const conflictActions = {
  'conflict.declare': 'Conflict of interest declared',
  'conflict.take_back': 'Conflict of interest taken back',
  'conflict.lift': 'Conflict of interest lifted',
  'conflict.block': 'Finding judged: blocked',
  'conflict.allow': 'Finding judged: allowed',
  'conflict.ask': 'Person asked about a finding',
  'conflict.answer': 'Question about a finding answered',
} as const

/** What these say of a person is hidden from that person (`user_id` in the entry). */
export const FINDING_ACTIONS = [
  'conflict.block',
  'conflict.allow',
  'conflict.ask',
  'conflict.answer',
] as const satisfies (keyof typeof conflictActions)[]

/** They do not name the other person: the log is read by everyone of the office. */
export const relationActions = {
  'relation.declare': 'Relation to someone declared',
  'relation.remove': 'Declared relation removed',
} as const

export const allocationActions = {
  'allocation.save': 'Assignments saved',
  'allocation.propose': 'Assignments proposed for confirmation',
  'allocation.cancel_propose': 'Proposal for confirmation taken back',
  'allocation.confirm': 'Assignments confirmed',
  'allocation.cancel_confirm': 'Confirmation cancelled',
  'allocation.withdraw': 'Assignments of a cancelled submission removed',
} as const

/** On confirmations whose sample came back or was declined, in closed terms too. */
export const promiseActions = {
  'allocation.end': 'Confirmations ended',
  'allocation.hold': 'Confirmations hold again',
} as const

/** Inventories; what is recorded of pieces is an action on the piece too. */
export const inventoryActions = {
  'inventory.ask': 'Inventory asked',
  'inventory.remind': 'Holders reminded of an inventory',
  'inventory.answer': 'Inventory answered',
  'inventory.accept': 'Answers to an inventory accepted',
  'inventory.resolve': 'Difference of an inventory acted on',
  'inventory.close': 'Inventory closed',
} as const

export const publicationActions = {
  'publication.add': 'Publication added',
  'publication.edit': 'Publication edited',
  'publication.confirm': 'Publication confirmed',
  'publication.remove': 'Publication removed',
} as const

export const assignReviewersActions = {
  'proposal.mark_reviewers': 'Reviewers fixed or forbidden by hand',
  'term.reviewer_limits': 'Limits of the reviewer assignment saved',
} as const

export const staffActions = {
  'proposal.note': 'Additional note saved',
  'proposal.decision_notes': 'Decision notes saved',
  'proposal.global_score': 'Global score saved',
  'proposal.cancel': 'Submission cancelled',
  'proposal.unlock': 'Proposal unlocked',
  'proposal.cancel_unlock': 'Unlock cancelled',
  'proposal.withdraw': 'Submission withdrawn by the proposer',
  'proposal.ask_withdrawal': 'Withdrawal asked for',
  'proposal.grant_withdrawal': 'Withdrawal granted',
  'proposal.refuse_withdrawal': 'Withdrawal refused',
  'proposal.correction_mail': 'Correction mail sent',
} as const

export const leadActions = {
  'proposal.lead': 'Speakers named',
} as const

/** Grades and notes are private: the entries never hold them. */
export const gradeActions = {
  'proposal.grade': 'Own grade or notes saved',
  'proposal.share_grade': 'Own grade shared with panel and office',
  'proposal.unshare_grade': 'Own grade no longer shared',
} as const

/** On the discussion of a proposal; its entries are not objects of their own. */
export const discussionActions = {
  'proposal.write_entry': 'Written in the discussion',
  'proposal.edit_entry': 'Entry of the discussion edited',
  'proposal.withdraw_entry': 'Entry of the discussion withdrawn',
  'proposal.send_question': 'Question of the panel sent to reviewers',
  'proposal.decline_question': 'Question of the panel declined',
} as const

/** Meetings of the panel. What is about a proposal is an action on it, and hidden with its review; grades are in none. */
export const meetingActions = {
  'meeting.add': 'Meeting prepared',
  'meeting.edit': 'Settings of a meeting saved',
  'meeting.delete': 'Meeting deleted',
  'meeting.open': 'Meeting opened',
  'meeting.close': 'Meeting closed',
  'meeting.reopen': 'Meeting opened again',
  'meeting.triage': 'Triage lines of a meeting saved',
  'meeting.arrive': 'Came to a meeting',
  'meeting.depart': 'Left a meeting',
  'meeting.send_agenda': 'Agenda of a meeting sent',
  'meeting.download_minutes': 'Minutes of a meeting downloaded',
  'meeting.break': 'Break of a meeting begun or ended',
  'proposal.discuss': 'Discussion in a meeting begun',
  'proposal.put_off': 'Put off in a meeting',
  'proposal.meeting_clock': 'Clock of a meeting stopped or started',
  'proposal.meeting_minutes': 'Minutes in a meeting changed',
  'proposal.open_ballot': 'Ballot opened',
  'proposal.give_grade': 'Grade given in a ballot',
  'proposal.reveal_ballot': 'Ballot revealed',
  'proposal.agree': 'Score agreed in a meeting',
  'proposal.keep_score': 'Agreed score kept after a conflict was declared',
  'proposal.bring_back': 'Brought back from triage',
  'proposal.docket': 'Place, minutes or triage in a docket changed',
  'proposal.show_on_wall': 'Result of a ballot shown on the wall or hidden',
} as const

/** Written by scheduled jobs, not by a request. */
export const jobActions = {
  'proposal.discussion_digest': 'Digest of the discussion sent',
  'proposal.unlock_reminder': 'Reminded that an unlock ends',
} as const

/** On the result of a proposal; the id is the proposal's. */
export const resultActions = {
  'result.draft': 'Result drafted',
  'result.save': 'Result saved',
  'result.renew': 'Result brought up to date with the allocation',
  'result.allow': 'Finding in a result allowed',
  'result.check': 'Result checked',
  'result.release': 'Result released',
  'result.correct': 'Correction of a result begun',
  'result.cancel_correction': 'Correction of a result removed',
  'result.read': 'Result read by its proposer',
  'result.answer': 'Result answered',
  'result.note': 'Answer to a result acted on',
  'result.remind': 'Reminded to answer a result',
  'result.download': 'Results downloaded',
  'result.defer': 'Release or reminder of a result set to be carried out',
  'result.undo': 'Release or reminder of a result undone',
  'result.fail': 'Release or reminder of a result not carried out at its time',
  'result.dismiss': 'Release or reminder of a result that was not carried out dismissed',
} as const

/** On a piece: every custody event, whole, in an entry of its own, and what is no event. */
export const pieceActions = {
  'piece.enter': 'Piece entered',
  'piece.weigh': 'Piece weighed',
  'piece.loss': 'Handling loss of a piece',
  'piece.consume': 'Piece consumed, in part or whole',
  'piece.split': 'Piece split',
  'piece.split_from': 'Piece split from another',
  'piece.pack': 'Piece packed',
  'piece.unpack': 'Piece unpacked',
  'piece.dispatch': 'Piece dispatched',
  'piece.receive': 'Piece received',
  'piece.use': 'Piece in use',
  'piece.move': 'Piece moved',
  'piece.hand_over': 'Piece handed over',
  'piece.send_back': 'Piece sent back',
  'piece.return': 'Piece returned',
  'piece.offer': 'Piece put on offer',
  'piece.take_off_offer': 'Piece taken off offer',
  'piece.propose_write_off': 'Write-off of a piece in the vault proposed',
  'piece.withdraw_write_off': 'Proposed write-off of a piece withdrawn',
  'piece.write_off': 'Piece written off',
  'piece.counter': 'Event of a piece taken back',
  'piece.place': 'Place of a piece changed',
} as const

/** Loans; what happens to their pieces is an action on the piece too. */
export const loanActions = {
  'loan.add': 'Loan made from a result',
  'loan.send_agreement': 'Agreement sent to its borrower',
  'loan.upload_signed': 'Signed agreement uploaded',
  'loan.complete_agreement': 'Agreement complete',
  'loan.choose_pieces': 'Pieces to lend chosen',
  'loan.pack': 'Weight or container for packing saved',
  'loan.parcel': 'Parcel of a loan saved',
  'loan.resolve_packing': 'Difference at packing resolved',
  'loan.sign_packed': 'Signed as packed',
  'loan.unpack': 'Unpacked again',
  'loan.dispatch': 'Dispatched',
  'loan.receive': 'Receipt recorded',
  'loan.missing': 'Pieces said not to have arrived',
  'loan.resolve': 'Difference at receipt resolved',
  'loan.weigh_again': 'Piece weighed again',
  'loan.split': 'Piece split',
  'loan.consume': 'Use of a piece recorded',
  'loan.ask_move': 'Move of a piece asked for',
  'loan.decide_move': 'Move of a piece decided',
  'loan.ask_extension': 'Extension asked for',
  'loan.decide_extension': 'Extension decided',
  'loan.send_back': 'Pieces sent back',
  'loan.confirm_return': 'Return of a piece confirmed',
  'loan.say_lost': 'Piece said to be lost',
  'loan.not_lost': 'Piece not lost after all',
  'loan.propose_write_off': 'Write-off proposed',
  'loan.write_off': 'Piece written off',
  'loan.hand_over': 'Loan handed over',
  'loan.take_back': 'Event of a loan taken back',
  'loan.note_unlent': 'Return of something never lent noted',
  'loan.settle_unlent': 'Return of something never lent settled',
  'loan.upload': 'File of a loan uploaded',
  'loan.remind': 'Borrower reminded',
  'loan.close': 'Loan closed',
  'loan.reopen': 'Loan opened again',
} as const

export const scenarioActions = {
  'scenario.add': 'Scenario kept',
  'scenario.edit': 'Scenario edited',
  'scenario.delete': 'Scenario deleted',
} as const

export const informationActions = {
  'information.add': 'Announcement added',
  'information.edit': 'Announcement edited',
  'information.delete': 'Announcement deleted',
} as const

export const savedViewActions = {
  'view.add': 'View of a list kept',
  'view.edit': 'View of a list edited',
  'view.delete': 'View of a list deleted',
} as const

export const mailActions = {
  'group_mail.add': 'Group mail added',
  'mail.retry': 'Failed mail sent again',
  'mail_template.save': 'Mail template saved',
  'mail_template.test': 'Test of a mail template sent',
  'group_mail.edit': 'Group mail edited',
  'group_mail.delete': 'Group mail deleted',
  'group_mail.send': 'Group mail sent',
  'group_mail.defer': 'Group mail set to be sent',
  'group_mail.undo': 'Sending of a group mail undone',
  'group_mail.fail': 'Group mail not sent at its time',
  'group_mail.dismiss': 'Unsent group mail dismissed',
} as const

export const systemActions = {
  'maintenance.on': 'Maintenance switched on',
  'maintenance.off': 'Maintenance switched off',
} as const

/** Web hooks; never their secrets. */
export const webHookActions = {
  'web_hook.add': 'Web hook added',
  'web_hook.edit': 'Web hook edited',
  'web_hook.delete': 'Web hook deleted',
  'web_hook.switch_on': 'Web hook switched on',
  'web_hook.switch_off': 'Web hook switched off',
  'web_hook.rotate': 'Secret of a web hook replaced',
  'web_hook.test': 'Test event sent to a web hook',
  'web_hook.retry': 'Failed deliveries of web hooks sent again',
} as const

/** Downloads of files that contain scores, ranks or comments. */
export const downloadActions = {
  'export.reviews': 'Reviews exported',
  'report.download': 'Report downloaded',
  'proposal.archive': 'Archive with its reports downloaded',
  'export.book': 'Book for the panel downloaded',
} as const

export const ACTIONS = {
  ...sessionActions,
  ...userActions,
  ...reviewerProfileActions,
  ...calendarActions,
  ...impersonationActions,
  ...termActions,
  ...masterActions,
  ...organisationActions,
  ...sampleActions,
  ...proposalActions,
  ...applicantActions,
  ...reportActions,
  ...keptReportActions,
  ...conflictActions,
  ...relationActions,
  ...allocationActions,
  ...promiseActions,
  ...inventoryActions,
  ...publicationActions,
  ...assignReviewersActions,
  ...staffActions,
  ...gradeActions,
  ...leadActions,
  ...discussionActions,
  ...meetingActions,
  ...jobActions,
  ...resultActions,
  ...loanActions,
  ...pieceActions,
  ...scenarioActions,
  ...informationActions,
  ...savedViewActions,
  ...mailActions,
  ...systemActions,
  ...webHookActions,
  ...downloadActions,
  ...apiTokenActions,
} as const
export type AuditAction = keyof typeof ACTIONS

type TypeOf<K> = K extends `${infer T}.${string}` ? T : never
/** Types of object in the audit log. The id of an 'allocation' is the term's. */
export type ObjectType = TypeOf<AuditAction>

/** The object of an action. Reports, conflicts and results name their proposal too, so that entries can be hidden from viewers with a conflict. */
export type AuditObject<K extends AuditAction> =
  TypeOf<K> extends 'report' | 'conflict' | 'result'
    ? { id: number; proposal_id: number }
    : K extends 'user.ask_office'
      ? { id: number; proposal_id?: number }
      : { id: number | null }

export const objectTypeOf = (action: AuditAction) => action.split('.')[0] as ObjectType
