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
  'admin /proposals/detail/:free': `
    Add Reviewer > Add (disabled): nothing | asks: -
    Update Global Score > Save: PUT /api/proposals/global_score/{free.id} global_score= rank= tell_reviewers=false | asks: -
    Declare a conflict > Declare: POST /api/conflicts proposal_id={free.id} reason=Typed | asks: -
    Record a conflict > Record: POST /api/conflicts proposal_id={free.id} user_id={colleague.id} reason=Typed | asks: colleague, no mail
    Unlock > Unlock and cancel the submission: PUT /api/proposals/unlock/{free.id} until=a time cancel_submission=true | asks: freer | mails proposal_unlocked: freer
    Unlock > Unlock: PUT /api/proposals/unlock/{free.id} until=a time cancel_submission=false | asks: freer | mails proposal_unlocked: freer
    Cancel Submit > YES: PUT /api/proposals/cancel/{free.id} | asks: freer | mails proposal_cancelled: freer`,
  'admin /proposals/detail/:unlocked': `
    Add Reviewer > Add (disabled): nothing | asks: -
    Update Global Score > Save: PUT /api/proposals/global_score/{unlocked.id} global_score= rank= tell_reviewers=false | asks: -
    Declare a conflict > Declare: POST /api/conflicts proposal_id={unlocked.id} reason=Typed | asks: -
    Record a conflict > Record: POST /api/conflicts proposal_id={unlocked.id} user_id={colleague.id} reason=Typed | asks: colleague, no mail
    Cancel Unlock > YES: PUT /api/proposals/cancel_unlock/{unlocked.id} | asks: no mail
    Cancel Submit > YES: PUT /api/proposals/cancel/{unlocked.id} | asks: unlocker | mails proposal_cancelled: unlocker`,
  'admin /proposals/detail/:open?tab=tab-3': `
    Add Reviewer > Add (disabled): nothing | asks: -
    Update Global Score > Save: PUT /api/proposals/global_score/{open.id} global_score= rank= tell_reviewers=false | asks: -
    Submit, report of {writing.name}: disabled
    Withdraw, report of {writing.name} > Withdraw: PUT /api/reports/withdraw/{writing.id} reason=Typed | asks: writing | mails review_withdrawn: writing
    Delete, report of {new.name} > YES: PUT /api/reviewers/cancel/{new.id} | asks: new, no mail
    Submit, report of {ready.name} > YES: PUT /api/reports/submit/{ready.id} | asks: ready | mails report_received: ready
    Withdraw, report of {ready.name} > Withdraw: PUT /api/reports/withdraw/{ready.id} reason=Typed | asks: ready | mails review_withdrawn: ready
    Lift > Lift: PUT /api/conflicts/delete/1 reason=Typed | asks: colleague, no mail
    Declare a conflict > Declare: POST /api/conflicts proposal_id={open.id} reason=Typed | asks: -
    Record a conflict > Record: POST /api/conflicts proposal_id={open.id} user_id={colleague.id} reason=Typed, refused: This conflict of interest has already been declared. | asks: colleague, no mail
    Unlock > Unlock and cancel the submission: PUT /api/proposals/unlock/{open.id} until=a time cancel_submission=true | asks: opener, asked, writing, ready, gas | mails proposal_unlocked: opener
    Unlock > Unlock: PUT /api/proposals/unlock/{open.id} until=a time cancel_submission=false | asks: opener, asked, writing, ready, gas | mails proposal_unlocked: opener
    Cancel Submit > YES: PUT /api/proposals/cancel/{open.id} | asks: gas, opener | mails proposal_cancelled: opener`,
  'admin /proposals/detail/:proposal?tab=tab-3': `
    Update Global Score > Save: PUT /api/proposals/global_score/{proposal.id} global_score={proposal.global_score} rank={proposal.rank} tell_reviewers=false | asks: -
    Add Reviewer > Add (disabled): nothing | asks: -
    Cancel Submit, report of {first.name}: disabled
    Cancel Submit, report of {second.name}: disabled
    Declare a conflict > Declare: POST /api/conflicts proposal_id={proposal.id} reason=Typed | asks: -
    Record a conflict > Record: POST /api/conflicts proposal_id={proposal.id} user_id={colleague.id} reason=Typed | asks: colleague, no mail
    Unlock > Unlock and cancel the submission: nothing | asks: proposer, particle, gas
    Unlock > Unlock: PUT /api/proposals/unlock/{proposal.id} until=a time cancel_submission=false | asks: proposer, particle, gas | mails proposal_unlocked: proposer
    Cancel SubmitSamples are confirmed for this proposal: {particle.name}.: disabled`,
  'colleague /proposals/detail/:open?tab=tab-3': `
    Lift: disabled`,
  'admin /reviewers/detail/:new_user': `
    SEND All REQUEST > YES: PUT /api/reviewers/request_all/{new.id} | asks: new, 1 report | mails review_request: new
    SEND REMINDER MAIL: disabled
    SEND REQUEST {open.id}: {open.title} > YES: PUT /api/reviewers/request/{new.id} | asks: new | mails review_request: new`,
  'admin /reviewers/detail/:asked_user': `
    SEND All REQUEST: disabled
    SEND REMINDER MAIL > YES: PUT /api/reviewers/send_reminder/{asked.id} | asks: asked, 1 report | mails review_reminder: asked
    DECLINE {open.id}: {open.title} > YES: POST /api/reports/decline/{asked.id} | asks: asked | mails review_declined: asked`,
  'admin /reviewers': `
    SEND ALL REQUEST > YES: PUT /api/reviewers/request_all_reviewers name= email= affiliation= term_id=7 status.0=0 status.1=1 status.2=2 status.3=3 status.4=9 | asks: new, 1 report, 1 reviewer | mails review_request: new`,
  'admin /reviewers/late': '',
  'admin /reviewers/late > Select all': `
    SEND REMINDER MAIL > YES: POST /api/reviewers/remind report_ids.0={asked.id} report_ids.1={writing.id} report_ids.2={ready.id} | asks: asked, writing, ready, 3 reviewers | mails review_reminder: asked, ready, writing`,
  'admin /users/detail/:first_user': `
    PASSWORD RESET > YES: PUT /api/users/reset_password/{first.id} | asks: first | mails password_request: first
    View as this user > YES: POST /api/act_as/{first.id} | asks: first | mails acted_as: first`,
  'admin /group-mail/detail/:unsent': `
    Send > YES: POST /api/group_mail/send/{unsent.id} | asks: first, second | mails group_mail: first, second, unsent
    Delete > YES: PUT /api/group_mail/delete/{unsent.id} | asks: no mail`,
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
    Name and note > Save: PUT /api/scenarios/1 name=Scenario 3 note=Typed | asks: -
    Delete > YES: PUT /api/scenarios/delete/1 | asks: admin, 0 assignments`,
  'admin /masters/keywords': `
    Add to the list: Aqueous alteration: POST /api/keywords/add name=Aqueous alteration sort=null adopt=true`,
  'admin /proposals ! correction_mail=1': `
    Download all PDF > YES: nothing | asks: -
    SEND CONFIRMATION/FOLLOW UP MAIL > SEND: POST /api/proposals/send_correction_mail | asks: proposer, proposal_collaborator0, proposal_collaborator1, opener, freer, free_collaborator0, free_collaborator1, unlocker, 8 mails | mails proposal_correction: free_collaborator0, free_collaborator1, freer, opener, proposal_collaborator0, proposal_collaborator1, proposer, unlocker`,
  'asked /': `
    Accept all > YES: POST /api/reports/accept_all | asks: - | mails review_accepted: admin
    Decline all > YES: POST /api/reports/decline_all | asks: - | mails review_declined_by_reviewer: admin
    Accept {open.id}: {open.title} > Accept: POST /api/reports/accept/{asked.id} | asks: - | mails review_accepted: admin
    Decline {open.id}: {open.title} > Decline: POST /api/reports/decline_own/{asked.id} note=Typed suggestion=Typed reason=conflict | asks: - | mails review_declined_by_reviewer: admin`,
  'asked /reports/detail/:asked': `
    Accept {open.id}: {open.title} > Accept: POST /api/reports/accept/{asked.id} | asks: - | mails review_accepted: admin
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
    Submit > YES: PUT /api/proposals/submit/{complete.id} | asks: author, complete_collaborator0, complete_collaborator1 | mails proposal_submitted: author, complete_collaborator0, complete_collaborator1`,
  'admin /reports/detail/:ready?tab=tab-4': `
    Submit > YES: PUT /api/reports/submit/{ready.id} | asks: ready | mails report_received: ready
    Withdraw > Withdraw: PUT /api/reports/withdraw/{ready.id} reason=Typed | asks: ready | mails review_withdrawn: ready`,
  'admin /mail-log?state=failed&subject=Word': `
    Retry all failed (1) > YES: PUT /api/mail_log/retry/all person= subject=Word state=failed from= to= id= | asks: -
    Text of {failed.subject}: nothing | asks: -
    Retry {failed.subject}: PUT /api/mail_log/retry/{failed.id} =[]`,
}

/** Endpoints that write and are not pressed here, and why. */
export const NOT_PRESSED: Record<string, string> = {
  'session.loginPasskey': 'needs an authenticator: test/e2e/second_factor.spec.ts',
  'session.loginSecond': 'web/pages/login/login.test.tsx',
  'session.logout': 'in the menu of the frame, not on a screen',
  'session.chooseViews': 'a switch of what is seen',
  'session.reset': 'needs the link of a mail',
  'security.beginApp': 'web/pages/security/security.test.tsx',
  'security.addApp': 'web/pages/security/security.test.tsx',
  'security.removeApp': 'web/pages/security/security.test.tsx',
  'security.beginPasskey': 'web/pages/security/security.test.tsx',
  'security.addPasskey': 'web/pages/security/security.test.tsx',
  'security.removePasskey': 'web/pages/security/security.test.tsx',
  'security.makeCodes': 'web/pages/security/security.test.tsx',
  'security.endSession': 'web/pages/security/security.test.tsx',
  'security.endOthers': 'web/pages/security/security.test.tsx',
  'users.resetSecondFactor': 'no user of the scene has one: web/pages/users/users.test.tsx',
  'reports.save': 'web/pages/reports/report.test.tsx',
  'users.confirmChange': 'no change waits in the scene',
  'users.dismissChange': 'no change waits in the scene',
  'users.remove': 'offered for a disabled user alone',
  'proposals.put': 'the same as proposals.save, for other clients',
  'proposals.lock': 'nothing is unlocked after the deadline in the scene',
  'reports.saveRanks': 'ranks are dragged: web/pages/proposals/ranking.test.tsx',
  'reports.add': 'a reviewer is chosen in a list',
  'conflicts.lift': 'for conflicts that the system found',
  'samples.importCsv': 'needs a file: web/pages/samples',
  'allocation.save': 'the grid has its own tests: web/allocation_grid',
  'allocation.saveGas': 'the grid has its own tests: web/allocation_grid',
  'allocation.saveContactPad': 'the grid has its own tests: web/allocation_grid',
  'allocation.saveProcessed': 'the grid has its own tests: web/allocation_grid',
  'allocation.suggest': 'the grid has its own tests: web/allocation_grid',
  'scenarios.add': 'the grid has its own tests: web/allocation_grid',
  'reports.cancel': 'the only submitted reports of the scene are closed by their score',
  'information.remove': 'web/pages/information/information.test.tsx',
  'acting.stop': 'in the bar above all screens',
}
