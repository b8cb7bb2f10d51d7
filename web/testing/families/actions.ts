/**
 * Every action, as role and address, and what is selected first or set: the button, the choice in its dialog, the request
 * that it sends; whom and how many the dialog names; who is mailed.
 */
export const ACTIONS: Record<string, string> = {
  'admin /proposers/applicant/detail/:applicant': `
    REGISTER > YES: PUT /api/applicants/register/{applicant.id} | asks: applicant | mails registration: applicant
    Reject > YES: PUT /api/applicants/reject/{applicant.id} | asks: applicant | mails rejection: applicant
    REJECT (DON'T SEND MAIL) > YES: PUT /api/applicants/reject_no_mail/{applicant.id} | asks: applicant, no mail`,
  'admin /proposers/applicant/detail/:rejected': `
    CANCEL REJECT > YES: PUT /api/applicants/cancel_reject/{rejected.id} | asks: rejected, no mail`,
  'admin /proposers/applicant > Select all': `
    Reject 8 > REJECT 1: POST /api/applicants/runs decision=reject ids.0={applicant.id} without_mail=[] | asks: applicant, registered, other, third, rejected, 1 e-mail | mails rejection: applicant
    REJECT (DON'T SEND MAIL) 8 > REJECT (DON'T SEND MAIL) 1: POST /api/applicants/runs decision=reject_no_mail ids.0={applicant.id} without_mail=[] | asks: applicant, registered, other, third, rejected, no mail
    Register 8 > REGISTER 1: POST /api/applicants/runs decision=register ids.0={applicant.id} without_mail=[] | asks: applicant, registered, other, third, rejected, 1 e-mail | mails registration: applicant`,
  'admin /proposals/detail/:unlocked': `
    Add Reviewer > Add: PUT /api/reviewers/add/{unlocked.id} reviewer_id={first.id} acknowledged=true | asks: first
    Update Global Score > Save: PUT /api/proposals/global_score/{unlocked.id} global_score= rank= tell_reviewers=false | asks: -
    Declare a conflict > Declare: POST /api/conflicts proposal_id={unlocked.id} reason=Typed | asks: -
    Record a conflict > Record: POST /api/conflicts proposal_id={unlocked.id} user_id={colleague.id} reason=Typed | asks: colleague, no mail
    Cancel Unlock > YES: PUT /api/proposals/cancel_unlock/{unlocked.id} | asks: no mail
    Cancel Submit > YES: PUT /api/proposals/cancel/{unlocked.id} | asks: unlocker | mails proposal_cancelled: unlocker`,
  'admin /proposals/detail/:open?tab=tab-3': `
    Add Reviewer > Add: PUT /api/reviewers/add/{open.id} reviewer_id={first.id} acknowledged=true | asks: first
    Update Global Score > Save: PUT /api/proposals/global_score/{open.id} global_score= rank= tell_reviewers=false | asks: -
    Submit, report of {writing.name}: disabled
    Withdraw, report of {writing.name} > Withdraw: PUT /api/reports/withdraw/{writing.id} reason=Typed | asks: writing | mails review_withdrawn: writing
    Delete, report of {new.name} > YES: PUT /api/reviewers/cancel/{new.id} | asks: new, no mail
    Submit, report of {ready.name} > YES: PUT /api/reports/submit/{ready.id} | asks: ready | mails report_received: ready
    Withdraw, report of {ready.name} > Withdraw: PUT /api/reports/withdraw/{ready.id} reason=Typed | asks: ready | mails review_withdrawn: ready
    Edit notes > Save: PUT /api/proposals/decision_notes/{open.id} for_proposer=Typed internal=Typed | asks: -
    Lift > Lift: PUT /api/conflicts/delete/{number} reason=Typed | asks: colleague, no mail
    Declare a conflict > Declare: POST /api/conflicts proposal_id={open.id} reason=Typed | asks: -
    Record a conflict > Record: POST /api/conflicts proposal_id={open.id} user_id={colleague.id} reason=Typed, refused: This conflict of interest has already been declared. | asks: colleague, no mail
    Unlock > Unlock and cancel the submission: PUT /api/proposals/unlock/{open.id} until=a time cancel_submission=true | asks: opener, asked, writing, ready, gas | mails proposal_unlocked: opener
    Unlock > Unlock: PUT /api/proposals/unlock/{open.id} until=a time cancel_submission=false | asks: opener, asked, writing, ready, gas | mails proposal_unlocked: opener
    Cancel Submit > YES: PUT /api/proposals/cancel/{open.id} | asks: gas, opener | mails proposal_cancelled: opener`,
  'admin /proposals/detail/:proposal?tab=tab-3': `
    Update Global Score > Save: PUT /api/proposals/global_score/{proposal.id} global_score={proposal.global_score} rank={proposal.rank} tell_reviewers=false | asks: -
    Add Reviewer > Add: PUT /api/reviewers/add/{proposal.id} reviewer_id={writing.id} acknowledged=true | asks: writing
    Cancel Submit, report of {first.name}: disabled
    Cancel Submit, report of {second.name}: disabled
    Edit notes > Save: PUT /api/proposals/decision_notes/{proposal.id} for_proposer={proposal.for_proposer} internal={proposal.internal} | asks: -
    Declare a conflict > Declare: POST /api/conflicts proposal_id={proposal.id} reason=Typed | asks: -
    Record a conflict > Record: POST /api/conflicts proposal_id={proposal.id} user_id={colleague.id} reason=Typed | asks: colleague, no mail
    Unlock > Unlock and cancel the submission: nothing | asks: proposer, particle, gas
    Unlock > Unlock: PUT /api/proposals/unlock/{proposal.id} until=a time cancel_submission=false | asks: proposer, particle, gas | mails proposal_unlocked: proposer
    Cancel Submit Samples are confirmed for this proposal: {particle.name}.: disabled`,
  'colleague /proposals/detail/:open?tab=tab-3': `
    Lift: disabled`,
  'admin /reviewers/detail/:new_user': `
    SEND All REQUEST > YES: PUT /api/reviewers/request_all/{new.id} | asks: new, 2 reports | mails review_request: new
    SEND REMINDER MAIL: disabled
    Edit profile > Add days away: nothing | asks: new, keyword, method
    Edit profile > Save: PUT /api/reviewer_profiles/{new.id} keywords.0={keyword.id} methods.0={method.id} max_reports= expertise=Typed absences=[] | asks: new, keyword, method
    SEND REQUEST {open.id}: {open.title} > YES: PUT /api/reviewers/request/{new.id} | asks: new | mails review_request: new
    SEND REQUEST {free.id}: {free.title} > YES: PUT /api/reviewers/request/{newer.id} | asks: new | mails review_request: new`,
  'admin /reviewers/detail/:asked_user': `
    SEND All REQUEST: disabled
    SEND REMINDER MAIL > YES: PUT /api/reviewers/send_reminder/{asked.id} | asks: asked, 1 report | mails review_reminder: asked
    Edit profile > Add days away: nothing | asks: asked, keyword, method
    Edit profile > Save: PUT /api/reviewer_profiles/{asked.id} keywords.0={keyword.id} methods.0={method.id} max_reports= expertise=Typed absences=[] | asks: asked, keyword, method
    DECLINE {open.id}: {open.title} > YES: POST /api/reports/decline/{asked.id} | asks: asked | mails review_declined: asked`,
  'admin /reviewers': `
    Ask to confirm profiles… > YES: POST /api/reviewer_profiles/ask | asks: first, second, asked, writing, declining, new, ready, 7 reviewers | mails reviewer_profile: asked, declining, first, new, ready, second, writing
    SEND ALL REQUEST > YES: PUT /api/reviewers/request_all_reviewers name= email= affiliation= term_id=7 status.0=0 status.1=1 status.2=2 status.3=3 status.4=9 | asks: new, 2 reports, 1 reviewer | mails review_request: new`,
  'admin /reviewers > Select all': `
    Ask to confirm profiles… > YES: POST /api/reviewer_profiles/ask | asks: first, second, asked, writing, declining, new, ready, 7 reviewers | mails reviewer_profile: asked, declining, first, new, ready, second, writing
    SEND ALL REQUEST > YES: PUT /api/reviewers/request_all_reviewers name= email= affiliation= term_id=7 status.0=0 status.1=1 status.2=2 status.3=3 status.4=9 | asks: new, 2 reports, 1 reviewer | mails review_request: new
    Request 2 reports > YES: PUT /api/reviewers/request_many report_ids.0={new.id} report_ids.1={newer.id} | asks: new, 2 reports, 1 reviewer, 2 proposals | mails review_request: new`,
  'admin /system': `
    Send it again > YES: PUT /api/mail_log/retry/all state=failed | asks: -
    Switch on > Switch on: PUT /api/system/maintenance until=a time reason= | asks: -`,
  'admin /system/tokens': `
    Make a token > Make: nothing | asks: colleague
    Revoke Nightly export > YES: POST /api/tokens/revoke/170000 | asks: colleague, no mail`,
  'admin /reviewers/late': '',
  'admin /reviewers/late > Select all': `
    SEND REMINDER MAIL > YES: POST /api/reviewers/remind report_ids.0={asked.id} report_ids.1={writing.id} report_ids.2={ready.id} report_ids.3={readier.id} | asks: asked, writing, ready, 3 reviewers | mails review_reminder: asked, ready, writing`,
  'admin /users/detail/:first_user': `
    PASSWORD RESET > YES: PUT /api/users/reset_password/{first.id} | asks: first | mails password_request: first
    View as this user > YES: POST /api/act_as/{first.id} | asks: first | mails acted_as: first`,
  'admin /group-mail/detail/:unsent': `
    Send > YES: POST /api/group_mail/send/{unsent.id} | asks: first, second | mails group_mail: first, second, unsent
    Send at … > Schedule: PUT /api/group_mail/schedule/{unsent.id} send_at=a time | asks: first, second
    Delete > YES: PUT /api/group_mail/delete/{unsent.id} | asks: no mail
    Send me a test: POST /api/group_mail/test title={unsent.title} content={unsent.content} reply_to_address={unsent.reply_to_address} reply_to_name={unsent.reply_to_name} user_id={first.id} | mails mail_test: admin`,
  'admin /mail-log?state=failed': `
    Retry all failed (1) > YES: PUT /api/mail_log/retry/all person= subject= state=failed from= to= id= | asks: -
    Text of {failed.subject}: nothing | asks: -
    Retry {failed.subject}: PUT /api/mail_log/retry/{failed.id} =[]`,
  'admin /mail-log?state=failed&subject=nothing': `
    Retry all failed: disabled`,
  'admin /samples/assigned': `
    CANCEL {particle.name} for proposal {proposal.id} > YES: PUT /api/samples/cancel_assign/{confirmed.id} | asks: particle, proposer, no mail
    Confirm: disabled`,
  'admin /samples/assigned > Confirm': `
    CANCEL {particle.name} for proposal {proposal.id} > YES: PUT /api/samples/cancel_assign/{confirmed.id} | asks: particle, proposer, no mail
    Confirm > YES: POST /api/samples/assign?term_id=7&step=confirm 0.sample_id={gas.id} 0.proposal_id={proposal.id} | asks: gas, proposer, 1 assignment, 1 proposal, no mail`,
  'admin /samples/scenarios': `
    Name and note > Save: PUT /api/scenarios/{number} name=First choices note=Typed | asks: -
    Delete > YES: PUT /api/scenarios/delete/{number} | asks: admin, 0 assignments`,
  'admin /masters/mail-templates/review_closed': `
    Send me a test: POST /api/mail_templates/review_closed/test subject=Your report is no longer needed text=Dear #name#, The review of this proposal is closed. Your report on it is no longer needed, and nothing is expected from you: #proposal# about={first.id} | mails mail_test: admin
    Save: PUT /api/mail_templates/review_closed subject=Your report is no longer needed text=Dear #name#, The review of this proposal is closed. Your report on it is no longer needed, and nothing is expected from you: #proposal#`,
  'admin /masters/keywords': `
    Add to the list: Aqueous alteration: POST /api/keywords/add name=Aqueous alteration sort=null adopt=true`,
  'admin /proposals ! correction_mail=1': `
    Download all PDF > YES: nothing | asks: -
    SEND CONFIRMATION/FOLLOW UP MAIL > SEND: POST /api/proposals/send_correction_mail | asks: proposer, proposal_collaborator0, proposal_collaborator1, opener, freer, free_collaborator0, free_collaborator1, unlocker, 8 e-mails | mails proposal_correction: free_collaborator0, free_collaborator1, freer, opener, proposal_collaborator0, proposal_collaborator1, proposer, unlocker`,
  'asked /': `
    Accept all > YES: POST /api/reports/accept_all | asks: - | mails review_accepted: admin
    Decline all > YES: POST /api/reports/decline_all | asks: - | mails review_declined_by_reviewer: admin
    Accept {open.id}: {open.title} > Accept: POST /api/reports/accept/{asked.id} no_conflict=true | asks: - | mails review_accepted: admin
    Decline {open.id}: {open.title} > Decline: POST /api/reports/decline_own/{asked.id} note=Typed suggestion=Typed reason=conflict | asks: - | mails review_declined_by_reviewer: admin`,
  'asked /reports/detail/:asked': `
    Accept {open.id}: {open.title} > Accept: POST /api/reports/accept/{asked.id} no_conflict=true | asks: - | mails review_accepted: admin
    Decline {open.id}: {open.title} > Decline: POST /api/reports/decline_own/{asked.id} note=Typed suggestion=Typed reason=conflict | asks: - | mails review_declined_by_reviewer: admin
    Declare a conflict > Declare: POST /api/conflicts proposal_id={open.id} reason=Typed | asks: - | mails conflict_declared: admin`,
  'ready /reports/detail/:ready?tab=tab-4': `
    Submit > YES: PUT /api/reports/submit/{ready.id} | asks: - | mails report_received: ready
    Declare a conflict > Declare: POST /api/conflicts proposal_id={open.id} reason=Typed | asks: - | mails conflict_declared: admin`,
  'ready /proposals/assigned_proposals': `
    Save: disabled`,
  'admin /users/detail/:first_user ! tell_acting=0': `
    PASSWORD RESET > YES: PUT /api/users/reset_password/{first.id} | asks: first | mails password_request: first
    View as this user > YES: POST /api/act_as/{first.id} | asks: first, no mail`,
  'author /proposals/myproposal': `
    Submit > YES: PUT /api/proposals/submit/{complete.id} | asks: author, complete_collaborator0, complete_collaborator1 | mails proposal_submitted: author, complete_collaborator0, complete_collaborator1
    Ask the office > Send: POST /api/proposals/ask_office question=Typed | asks: author | mails office_question: admin, colleague | mails office_question_copy: author`,
  'admin /reports/detail/:ready?tab=tab-4': `
    Submit > YES: PUT /api/reports/submit/{ready.id} | asks: ready | mails report_received: ready
    Withdraw > Withdraw: PUT /api/reports/withdraw/{ready.id} reason=Typed | asks: ready | mails review_withdrawn: ready`,
  'admin /mail-log?state=failed&subject=Word': `
    Retry all failed (1) > YES: PUT /api/mail_log/retry/all person= subject=Word state=failed from= to= id= | asks: -
    Text of {failed.subject}: nothing | asks: -
    Retry {failed.subject}: PUT /api/mail_log/retry/{failed.id} =[]`,
  'admin /proposals/detail/:free?tab=tab-3': `
    Add Reviewer > Add: PUT /api/reviewers/add/{free.id} reviewer_id={first.id} acknowledged=true | asks: first
    Update Global Score > Save: PUT /api/proposals/global_score/{free.id} global_score= rank= tell_reviewers=false | asks: -
    Delete, report of {new.name} > YES: PUT /api/reviewers/cancel/{newer.id} | asks: new, no mail
    Submit, report of {ready.name} > YES: PUT /api/reports/submit/{readier.id} | asks: ready | mails report_received: ready
    Withdraw, report of {ready.name} > Withdraw: PUT /api/reports/withdraw/{readier.id} reason=Typed | asks: ready | mails review_withdrawn: ready
    Cancel Submit, report of {writing.name} > YES: PUT /api/reports/cancel/{done.id} | asks: writing | mails report_cancelled: writing
    Edit notes > Save: PUT /api/proposals/decision_notes/{free.id} for_proposer=Typed internal=Typed | asks: -
    Declare a conflict > Declare: POST /api/conflicts proposal_id={free.id} reason=Typed | asks: -
    Record a conflict > Record: POST /api/conflicts proposal_id={free.id} user_id={colleague.id} reason=Typed | asks: colleague, no mail
    Unlock > Unlock and cancel the submission: PUT /api/proposals/unlock/{free.id} until=a time cancel_submission=true | asks: freer, ready | mails proposal_unlocked: freer
    Unlock > Unlock: PUT /api/proposals/unlock/{free.id} until=a time cancel_submission=false | asks: freer, ready | mails proposal_unlocked: freer
    Cancel Submit > YES: PUT /api/proposals/cancel/{free.id} | asks: freer | mails proposal_cancelled: freer`,
  'colleague /security': `
    Remove Laptop > Remove: POST /api/security/passkeys/remove/{number} password=Typed end_others=true, refused: There are errors with the input data. Please check the contents. | asks: -
    Add a passkey: disabled
    Remove the app > Remove: POST /api/security/totp/remove password=Typed end_others=true, refused: There are errors with the input data. Please check the contents. | asks: -
    Make new codes > Make: POST /api/security/recovery_codes password=Typed, refused: There are errors with the input data. Please check the contents. | asks: -
    Make an address > Make: POST /api/calendar_address password=Typed, refused: There are errors with the input data. Please check the contents. | asks: -
    End all others: disabled`,
  'admin /security': `
    Add a passkey: disabled
    Set up an app > Next: POST /api/security/totp/begin password=Typed, refused: There are errors with the input data. Please check the contents. | asks: -
    Make new codes: disabled
    Make an address > Make: POST /api/calendar_address password=Typed, refused: There are errors with the input data. Please check the contents. | asks: -
    End An unknown browser > YES: POST /api/security/sessions/end/{number} | asks: -
    End An unknown browser > YES: POST /api/security/sessions/end/{number} | asks: -
    End all others > YES: POST /api/security/sessions/end_others | asks: -`,
  'admin /users/edit/:colleague_user': `
    Save: PUT /api/users/{colleague.id} first_name={colleague.first_name} middle_name={colleague.middle_name} last_name={colleague.last_name} suffix={colleague.suffix} email={colleague.email} affiliation={colleague.affiliation} is_administration_office=true is_panel=true is_reviewer=false is_curation=false disabled=false
    RESET SECOND FACTOR > YES: PUT /api/users/reset_second_factor/{colleague.id} | asks: colleague | mails second_factor_reset: colleague`,
  'admin /users/detail/:disabled': `
    PASSWORD RESET: disabled
    View as this user: disabled
    Delete > YES: PUT /api/users/delete/{disabled.id} | asks: disabled, no mail`,
  'writing /reports/detail/:done?tab=tab-4': `
    Declare a conflict > Declare: POST /api/conflicts proposal_id={free.id} reason=Typed | asks: - | mails conflict_declared: admin, colleague`,
  'colleague /users ! two_persons=1': `
    Confirm > YES: PUT /api/users/confirm/{number} | asks: freer, admin | mails staff_account: admin
    Dismiss > YES: PUT /api/users/dismiss/{number} | asks: freer, admin, no mail`,
  'visitor /password/reset/nothing?email=nobody@x.example': `
    Reset: POST /api/password/reset email=nobody@x.example token=nothing, refused: The email address is not registered.`,
  'panel /meetings/:meeting': `
    Break: PUT /api/meetings/{number}/pause paused=true
    Close the meeting: disabled
    Stop the clock: PUT /api/meetings/{number}/clock proposal_id={free.id} running=false
    +5 min: PUT /api/meetings/{number}/minutes proposal_id={free.id} minutes=15
    Agree 3.35, next: {open.id} > YES: PUT /api/meetings/{number}/agree proposal_id={free.id} global_score=3.35 tell_reviewers=false next=true | asks: ready
    New ballot: PUT /api/meetings/{number}/open_ballot proposal_id={free.id}
    Put off: PUT /api/meetings/{number}/put_off proposal_id={free.id} next=false
    Discuss it now Agree on {free.id} or put it off first.: disabled
    Change its minutes… > Save: PUT /api/meetings/{number}/minutes proposal_id={open.id} minutes=10 | asks: -
    Discuss it now Agree on {free.id} or put it off first.: disabled
    Change its minutes… > Save: PUT /api/meetings/{number}/minutes proposal_id={unlocked.id} minutes=10 | asks: -`,
}

/** Endpoints that write and are not pressed here, and why. */
export const NOT_PRESSED: Record<string, string> = {
  'publications.remove': 'asks for a reason first: server/custody/publications/siblings.test.ts',
  'inventories.ask': 'while none is open: web/pages/inventories/inventories.test.tsx',
  'inventories.close': 'names who has not answered: web/pages/inventories/inventories.test.tsx',
  'results.draft': 'until all are drafted: web/pages/results/results.test.tsx',
  'results.allow': 'needs a finding: web/pages/results/results.test.tsx',
  'results.renew': 'when the samples changed after it was drafted: server/results/results.test.ts',
  'results.cancelCorrection': 'needs a correction: web/pages/results/results.test.tsx',
  'results.preview': 'reads only, before a release: web/pages/results/results.test.tsx',
  'results.markRead': 'by looking: web/pages/proposals/myproposal/result.test.tsx',
  'loans.countersign': 'needs a signed copy: web/pages/loans/acts.test.tsx',
  'loans.choosePieces': 'needs a piece that was split: web/pages/loans/acts.test.tsx',
  'loans.uploadCustoms': 'needs a loan and a file: web/pages/loans/acts.test.tsx',
  'loans.confirmWriteOff': 'needs a second person: web/pages/loans/loans.test.tsx',
  'loans.notLost': 'needs a loss: web/pages/loans/acts.test.tsx',
  'loans.handOver': 'needs a loan: web/pages/loans/acts.test.tsx',
  'loans.settleUnlent': 'needs a loan: web/pages/loans/acts.test.tsx',
  'loans.remind': 'needs a late loan: web/pages/loans/acts.test.tsx',
  'loans.reopen': 'needs a closed loan: web/pages/loans/acts.test.tsx',
  'pieces.split': 'needs a piece: web/pages/pieces/pieces.test.tsx',
  'offers.takeOff': 'needs a piece on offer: web/pages/pieces/pieces.test.tsx',
  'loans.split': 'needs a loan: web/pages/mypage/samples/samples.test.tsx',
  'loans.uploadSigned': 'needs a loan: web/pages/mypage/samples/samples.test.tsx',
  'loans.uploadReport': 'needs a loan: web/pages/mypage/samples/samples.test.tsx',
  'loans.uploadPhoto': 'needs a loan: web/pages/mypage/samples/samples.test.tsx',
  'loans.savePacking': 'saved as it is typed: web/pages/loans/-packing/packing.test.tsx',
  'loans.saveParcel': 'saved as it is typed: web/pages/loans/-packing/packing.test.tsx',
  'loans.resolvePacking': 'needs a difference: web/pages/loans/-packing/packing.test.tsx',
  'loans.signPacked': 'needs a loan: web/pages/loans/-packing/packing.test.tsx',
  'loans.unpack': 'needs a signature: web/pages/loans/-packing/packing.test.tsx',
  'loans.dispatch': 'needs a signature: web/pages/loans/-packing/packing.test.tsx',
  'meetings.add': 'needs the chair to be chosen: web/pages/meetings/prepare.test.tsx',
  'meetings.saveDocket': 'while it is prepared: web/pages/meetings/prepare.test.tsx',
  'meetings.suggestDocket': 'while it is prepared: web/pages/meetings/prepare.test.tsx',
  'meetings.sendAgenda': 'while it is prepared: web/pages/meetings/prepare.test.tsx',
  'meetings.open': 'while it is prepared: web/pages/meetings/prepare.test.tsx',
  'meetings.remove': 'while it is prepared: web/pages/meetings/prepare.test.tsx',
  'meetings.reopen': 'once it is closed: web/pages/meetings/prepare.test.tsx',
  'meetings.give': 'in an open ballot: web/pages/meetings/member.test.tsx',
  'meetings.declareConflict': 'by a member: web/pages/meetings/member.test.tsx',
  'meetings.attend': 'a box: web/pages/meetings/-chair/chair.test.tsx',
  'meetings.start': 'where no proposal is on: web/pages/meetings/-chair/chair.test.tsx',
  'meetings.showOnWall': 'a box: web/pages/meetings/-chair/chair.test.tsx',
  'meetings.closeBallot': 'while a ballot is open: web/pages/meetings/-chair/chair.test.tsx',
  'meetings.agreeTriage': 'of proposals without discussion: web/pages/meetings/-chair/chair.test.tsx',
  'meetings.bringBack': 'of proposals without discussion: web/pages/meetings/-chair/chair.test.tsx',
  'meetings.keepScore': 'after a conflict was declared: web/pages/meetings/-chair/chair.test.tsx',
  'meetings.close': 'between two proposals: web/pages/meetings/-chair/chair.test.tsx',
  'meetings.order': 'by drag and keys: web/pages/meetings/-chair/chair.test.tsx',
  'discussions.edit': 'needs an entry: web/ui/discussion/discussion.test.tsx',
  'discussions.withdraw': 'needs an entry: web/ui/discussion/discussion.test.tsx',
  'discussions.follow': 'mails nobody: web/ui/discussion/discussion.test.tsx',
  'discussions.seen': 'by looking: web/ui/discussion/discussion.test.tsx',
  'discussions.sendQuestion': 'needs a question: web/ui/discussion/discussion.test.tsx',
  'discussions.declineQuestion': 'needs a question: web/ui/discussion/discussion.test.tsx',
  'reports.acceptLinked': 'needs the link of a mail: web/pages/reports/answer/answer.test.tsx',
  'reports.declineLinked': 'needs the link of a mail: web/pages/reports/answer/answer.test.tsx',
  'proposals.share': 'a box, not a button: web/pages/proposals/myproposal/submission.test.tsx',
  'staff.grantWithdrawal': 'where it is asked for: web/pages/proposals/myproposal/submission.test.tsx',
  'staff.refuseWithdrawal': 'where it is asked for: web/pages/proposals/myproposal/submission.test.tsx',
  'reports.confirmConflict': 'needs the link of a mail: web/pages/reports/answer/answer.test.tsx',
  'session.loginPasskey': 'needs an authenticator: test/e2e/second_factor.spec.ts',
  'session.loginSecond': 'needs a sign-in: test/e2e/second_factor.spec.ts',
  'providers.signIn': 'where one is configured: server/session/providers/good_chain.test.ts',
  'providers.fillNotice': 'where ORCID is configured: web/pages/security/providers.test.tsx',
  'providers.emptyNotice': 'needs an iD: web/pages/security/providers.test.tsx',
  'providers.link': 'where one is configured: web/pages/security/providers.test.tsx',
  'providers.unlink': 'needs a linked account: web/pages/security/providers.test.tsx',
  'providers.unlinkOf': 'needs a linked account: web/pages/security/providers.test.tsx',
  'session.logout': 'in the menu of the frame: test/e2e/year.spec.ts',
  'session.chooseViews': 'changes only what is seen: web/pages/proposals/list_view.test.tsx',
  'calendars.revoke': 'needs an address: web/pages/security/calendar.test.tsx',
  'security.addApp': 'needs a code: web/pages/security/security.test.tsx',
  'security.beginPasskey': 'needs an authenticator: test/e2e/second_factor.spec.ts',
  'security.addPasskey': 'needs an authenticator: test/e2e/second_factor.spec.ts',
  'proposals.put': 'the same as proposals.save, for other clients',
  'proposals.lock': 'offered to the proposer of an unlocked proposal alone',
  'reports.saveRanks': 'ranks are dragged: web/pages/proposals/ranking.test.tsx',
  'conflicts.lift': 'for conflicts that the system found',
  'conflicts.judge': 'needs a finding: web/pages/reviewers/conflicts/conflicts.test.tsx',
  'conflicts.ask': 'needs a finding: web/pages/reviewers/conflicts/conflicts.test.tsx',
  'conflicts.answerLinked': 'needs the link of a mail: web/pages/reviewers/conflicts/conflicts.test.tsx',
  'conflicts.answer': 'needs a question: web/pages/reviewers/conflicts/conflicts.test.tsx',
  'conflicts.removeRelation': 'needs a relation: web/pages/reviewers/conflicts/conflicts.test.tsx',
  'organisations.save': 'the form of organisations.add: server/organisations/organisations.test.ts',
  'organisations.addSpellings':
    'needs an affiliation: web/pages/masters/organisations/organisations.test.tsx',
  'organisations.removeSpellings':
    'by the Undo of a banner: web/pages/masters/organisations/organisations.test.tsx',
  'organisations.merge': 'needs two organisations: server/organisations/organisations.test.ts',
  'organisations.remove': 'needs an organisation: server/organisations/organisations.test.ts',
  'reviewerProfiles.saveMine':
    'below the form of users.saveMyProfile: web/pages/myprofile/reviewer_profile.test.tsx',
  'callState.check': 'by a box: web/pages/masters/terms/check_list.test.tsx',
  'samples.importCsv': 'needs a file: test/e2e/year.spec.ts',
  'allocation.save': 'in a grid: web/allocation_grid/grid.test.tsx',
  'allocation.saveGas': 'in a grid, which saves each kind alike: web/allocation_grid/grid.test.tsx',
  'allocation.saveContactPad': 'in a grid, which saves each kind alike: web/allocation_grid/grid.test.tsx',
  'allocation.saveProcessed': 'in a grid, which saves each kind alike: web/allocation_grid/grid.test.tsx',
  'allocation.suggest': 'in a grid: web/allocation_grid/suggest/suggest.test.tsx',
  'assignReviewers.saveMarks': 'in a grid: web/pages/reviewers/assign/assign.test.tsx',
  'assignReviewers.saveLimits': 'in a grid: web/pages/reviewers/assign/assign.test.tsx',
  'assignReviewers.suggest': 'in a grid: web/pages/reviewers/assign/assign.test.tsx',
  'assignReviewers.take': 'in a grid: web/pages/reviewers/assign/assign.test.tsx',
  'assignReviewers.untake': 'from a banner: web/pages/reviewers/assign/assign.test.tsx',
  'panel.shareGrades': 'needs a grade: web/pages/proposals/my_grade.test.tsx',
  'panel.saveLine': 'a dialog of the ranking: web/pages/proposals/order.test.tsx',
  'panel.saveLeads': 'in a table: web/pages/proposals/leads/leads.test.tsx',
  'panel.suggestLeads': 'in a table: web/pages/proposals/leads/leads.test.tsx',
  'savedViews.add': 'in the menu of a list: web/ui/lists/view_menu.test.tsx',
  'savedViews.save': 'in the menu of a list: web/ui/lists/view_menu.test.tsx',
  'savedViews.remove': 'in the menu of a list: web/ui/lists/view_menu.test.tsx',
  'scenarios.add': 'in a grid: web/allocation_grid/scenarios/scenarios.test.tsx',
  'mail.unschedule': 'of a mail set for a time: web/pages/group-mail/group_mail.test.tsx',
  'mail.values': 'reads only, while a mail is written: web/pages/group-mail/group_mail.test.tsx',
  'undo.undo': 'of an act that waits: web/pages/undo.test.tsx',
  'undo.resume': 'of an act that could not be done: server/undo/undo.test.ts',
  'undo.dismiss': 'of an act that could not be done: web/pages/undo.test.tsx',
  'information.remove': 'of an unpublished announcement: web/pages/information/information.test.tsx',
  'webHooks.save': 'needs a web hook: web/pages/system/web-hooks/web_hooks.test.tsx',
  'webHooks.switchTo': 'needs a web hook: web/pages/system/web-hooks/web_hooks.test.tsx',
  'webHooks.rotate': 'needs a web hook: web/pages/system/web-hooks/web_hooks.test.tsx',
  'webHooks.test': 'needs a web hook: web/pages/system/web-hooks/web_hooks.test.tsx',
  'webHooks.remove': 'needs a web hook: web/pages/system/web-hooks/web_hooks.test.tsx',
  'webHooks.retry': 'needs a failed delivery: web/pages/system/web-hooks/web_hooks.test.tsx',
  'acting.stop': 'in the bar above all screens',
}
