/**
 * Every form, as role, address and the button that opens it: the request that it sends, and for each field by its label
 * the name under which what was typed is sent; for a choice also the value.
 */
export const FORMS: Record<string, string> = {
  'visitor /applicants/create': `
    POST /api/applicants/create
    First Name: first_name
    Middle Name: middle_name
    Last Name: last_name
    Suffix: suffix
    E-mail: email
    Affiliation: affiliation
    Proposal title: proposal_title
    Abstract: proposal_abstract
    Early career: Graduate student: early_career = 1
    Early career: Within ten years of the doctorate: early_career = 2`,
  'visitor /login': `
    POST /api/admin/login
    ID: email
    Password: password`,
  'visitor /request': `
    POST /api/password/request
    E-mail: email`,
  'admin /proposers/applicant/edit/:applicant': `
    PUT /api/proposers/applicant/edit/{applicant.id}
    First Name: first_name
    Middle Name: middle_name
    Last Name: last_name
    Suffix: suffix
    E-mail: email
    Affiliation: affiliation
    Proposal title: proposal_title
    Abstract: proposal_abstract
    Collaborator 1: First Name: collaborators.0.first_name
    Collaborator 1: Middle Name: collaborators.0.middle_name
    Collaborator 1: Last Name: collaborators.0.last_name
    Collaborator 1: Suffix: collaborators.0.suffix
    Collaborator 1: E-mail: collaborators.0.email
    Collaborator 1: Affiliation: collaborators.0.affiliation
    Collaborator 2: First Name: collaborators.1.first_name
    Collaborator 2: Middle Name: collaborators.1.middle_name
    Collaborator 2: Last Name: collaborators.1.last_name
    Collaborator 2: Suffix: collaborators.1.suffix
    Collaborator 2: E-mail: collaborators.1.email
    Collaborator 2: Affiliation: collaborators.1.affiliation
    Early career: Not an early-career researcher: early_career = 0
    Early career: Graduate student: early_career = 1
    Early career: Within ten years of the doctorate: early_career = 2`,
  'proposer /myprofile': `
    PUT /api/myProfile
    First Name: first_name
    Middle Name: middle_name
    Last Name: last_name
    Suffix: suffix
    E-mail: email
    Affiliation: affiliation`,
  'asked /myprofile Declare a relation': `
    POST /api/conflicts/relations
    Name of the other person: name
    E-mail address of the other person: email
    From year: from_year
    Until year: until_year
    Note: note`,
  'admin /reviewers/detail/:asked_user Edit profile': `
    PUT /api/reviewer_profiles/{asked.id}
    Expertise: expertise
    Reports in one call, at most: max_reports`,
  'admin /masters/organisations/add': `
    POST /api/organisations/add
    Name: name
    ROR id: ror`,
  'proposer /password': `
    POST /api/change_password
    Current password: currentPass
    New password: newPass
    Confirm new password: newPassConfirm`,
  'admin /system/tokens Make a token': `
    POST /api/tokens
    Name: name
    Expires after (days): days
    Password: password
    Scopes: Read lists: scopes.1 = read_lists
    Scopes: Read allocation: scopes.2 = read_allocation
    Scopes: Import samples: scopes.3 = import_samples
    Scopes: Read custody: scopes.0 = read_lists, scopes.1 = read_allocation, scopes.2 = import_samples, scopes.3 = nothing`,
  'admin /system/web-hooks/add': `
    POST /api/web_hooks/add
    Name: name
    Address: url
    Events: Proposal submitted: events.1 = proposal.submitted
    Events: Submission cancelled: events.2 = proposal.submission_cancelled
    Events: Allocation confirmed: events.3 = allocation.confirmed
    Events: Confirmation cancelled: events.4 = allocation.confirmation_cancelled
    Events: Result released: events.5 = result.released
    Events: Result corrected: events.6 = result.corrected
    Events: Piece moved: events.0 = proposal.submitted, events.1 = proposal.submission_cancelled, events.2 = allocation.confirmed, events.3 = allocation.confirmation_cancelled, events.4 = result.released, events.5 = result.corrected, events.6 = nothing`,
  'admin /users/add': `
    POST /api/users
    First Name: first_name
    Middle Name: middle_name
    Last Name: last_name
    Suffix: suffix
    E-mail: email
    Affiliation: affiliation
    Roles: Administration office: is_administration_office = true
    Roles: Panel: is_panel = true
    Roles: Reviewer: is_reviewer = true
    Roles: Curation: is_curation = true
    E-mail a temporary password: send_mail = false`,
  'admin /users/edit/:proposer': `
    PUT /api/users/{proposer.id}
    First Name: first_name
    Middle Name: middle_name
    Last Name: last_name
    Suffix: suffix
    E-mail: email
    Affiliation: affiliation
    Roles: Administration office: is_administration_office = true
    Roles: Panel: is_panel = true
    Roles: Reviewer: is_reviewer = true
    Roles: Curation: is_curation = true
    Disabled: disabled = true`,
  'admin /group-mail/add': `
    POST /api/group_mail/add
    Title: title
    Content: content
    Bcc: bcc
    Reply To Address: reply_to_address
    Reply To Name: reply_to_name
    Import Address: nothing`,
  'admin /group-mail/edit/:unsent': `
    PUT /api/group_mail/{unsent.id}
    Title: title
    Content: content
    Bcc: bcc
    Reply To Address: reply_to_address
    Reply To Name: reply_to_name
    Import Address: nothing`,
  'admin /information/add': `
    POST /api/information
    Title: title
    Content: content
    URL: url
    Date: date
    Target: All: target = 1
    Target: Panel: target = 2
    Target: Reviewer: target = 3
    Target: Proposer: target = 4
    Published: published = true
    Seen by: Administration office: nothing
    Seen by: Panel: nothing
    Seen by: Reviewer: nothing
    Seen by: Curation: nothing
    Seen by: Proposer: nothing`,
  'admin /information/edit/:announcement': `
    PUT /api/information/{announcement.id}
    Title: title
    Content: content
    URL: url
    Date: date
    Target: Panel: target = 2
    Target: Reviewer: target = 3
    Target: Proposer: target = 4
    Published: published = false
    Seen by: Administration office: nothing
    Seen by: Panel: nothing
    Seen by: Reviewer: nothing
    Seen by: Curation: nothing
    Seen by: Proposer: nothing`,
  'admin /masters/keywords/add': `
    POST /api/keywords/add
    Name: name
    Sort: sort`,
  'admin /masters/keywords/edit/:keyword': `
    PUT /api/keywords/{keyword.id}
    Name: name
    Sort: sort
    Hidden: hidden = 1`,
  'admin /masters/methods/add': `
    POST /api/methods/add
    Name: name
    Sort: sort`,
  'admin /masters/methods/edit/:method': `
    PUT /api/methods/{method.id}
    Name: name
    Sort: sort
    Hidden: hidden = 1`,
  'admin /masters/terms/add': `
    POST /api/terms
    AO number: id
    Notices open: noi_opens_at
    Notices close: noi_closes_at
    Proposals open: proposals_open_at
    Proposals close: proposals_close_at
    Reviews are due: reviews_due_at
    The panel meets: panel_meets_at
    The allocation is due: allocation_due_at`,
  'admin /masters/terms/edit/7': `
    PUT /api/terms/7
    Notices open: noi_opens_at
    Notices close: noi_closes_at
    Proposals open: proposals_open_at
    Proposals close: proposals_close_at
    Reviews are due: reviews_due_at
    The panel meets: panel_meets_at
    The allocation is due: allocation_due_at`,
  'admin /masters/mail-templates/review_closed': `
    PUT /api/mail_templates/review_closed
    Subject: subject
    Text: text`,
  'admin /masters/settings': `
    PUT /api/settings
    Name of the office: office_name
    E-mail address of the office: office_email
    Postal address of the office: office_address
    Signature: office_signature
    Quorum of the panel: panel_quorum
    Days to answer a result: result_answer_days
    Days of a loan: loan_days
    Tolerance of a balance, in µg: balance_tolerance_ug
    Tolerance of a pressure gauge, in mPa: gas_tolerance_mpa
    Days to answer an inventory: inventory_days
    Months between inventories: inventory_every_months
    Top page: top_url
    Ryugu sample database: ryugu_db_url
    Bennu sample database: bennu_db_url
    Sender of mails: mail_sender
    Days until applicants hear from the office: notice_answer_days
    Days until an old backup is warned of: backup_warning_days
    Seconds to undo what sends e-mails: undo_seconds
    Years that a common proposal counts: proposed_together_years
    1a: guidance_sample_description_1_1
    1b: guidance_sample_description_1_2
    2a: guidance_sample_description_2_1
    2b: guidance_sample_description_2_2
    2c: guidance_sample_description_2_3
    3.1: guidance_sample_description_3_1
    Effects after analysis: guidance_post_analysis_alternation
    Handling facility and tools: guidance_methods_to_handle_of_sample
    Transfer protocol: guidance_environmental_condition_other
    1 Poor: science_score_1
    2 Fair: science_score_2
    3 Good: science_score_3
    4 Very Good: science_score_4
    5 Excellent: science_score_5
    1 Poor: technical_score_1
    2 Fair: technical_score_2
    3 Good: technical_score_3
    4 Very Good: technical_score_4
    5 Excellent: technical_score_5
    Days before reviews are due: reminder_days_before
    Days after reviews were due: reminder_days_after
    Correction mail: correction_mail = true
    Automatic reminders: reminders = true
    Yearly reminder of reviewer profiles: profile_reminder = false
    Second factor for office, panel and curation: second_factor_required = true
    Notify users when an administrator views the system as them: tell_acting = false
    Two persons: two_persons = true`,
  'drafter /proposals/edit/:draft': `
    POST /api/proposals/edit/{draft.id}
    Size or weight of priority 1: samples.0.size
    Title: title
    Abstract: abstract
    Keyword 1: keywords_other.0.name
    Analysis Method 1: methods_other.0.name
    Remarks: properties
    Sample amount rationale 1a: sample_description_1_1
    Sample amount rationale 1b: sample_description_1_2
    Flexibility 2a: sample_description_2_1
    Flexibility 2b: sample_description_2_2
    Flexibility 2c: sample_description_2_3
    Additional details 3.1: sample_description_3_1
    Effects after analysis: post_analysis_alternation
    Handling facility and tools: methods_to_handle_of_sample
    Transfer protocol Remarks: environmental_condition_other
    Early career: Graduate student: early_career = 1
    Early career: Within ten years of the doctorate: early_career = 2
    Previous Status: AO6: accepted_terms.0 = 6
    Previous Status: Initial analysis: accepted_terms_other.0 = 1
    Previous Status: Phase-2 curation: accepted_terms_other.1 = 2
    Previous Status: Not applicable: accepted_terms_other.2 = 9999
    Conditions of transfer: Standard container OK: conditions.0 = 2
    Conditions of transfer: Commercial delivery OK: conditions.1 = 3
    My organization approves this proposal: check_organization = 0
    All collaborators have agreed: check_collaborators = 0`,
  'admin /proposals/detail/:proposal Update Global Score': `
    PUT /api/proposals/global_score/{proposal.id}
    Global Score: global_score
    Rank: rank`,
  'admin /proposals/detail/:proposal?tab=tab-2 Edit additional note': `
    PUT /api/proposals/add/{proposal.id}
    Additional note: note`,
  'admin /proposals/detail/:proposal?tab=tab-3 Edit notes': `
    PUT /api/proposals/decision_notes/{proposal.id}
    Note for the proposer: for_proposer
    Internal note: internal`,
  'admin /proposals/detail/:proposal?tab=tab-5': `
    POST /api/discussions/{proposal.id}
    New entry: text
    This is a question to the reviewers: to_reviewers = true
    Follow this discussion: follow = true`,
  'panel /proposals/detail/:open?tab=tab-3 Add notes': `
    PUT /api/panel/grades/{open.id}
    Notes: notes`,
  'admin /proposals/detail/:proposal Declare a conflict': `
    POST /api/conflicts
    Reason: reason`,
  'admin /reports/detail/:writing?tab=tab-4 Withdraw': `
    PUT /api/reports/withdraw/{writing.id}
    Reason: reason`,
  'asked /reports/detail/:asked Declare a conflict': `
    POST /api/conflicts
    Reason: reason`,
  'asked /reports/detail/:asked Decline ': `
    POST /api/reports/decline_own/{asked.id}
    Note to the office: note
    Whom do you suggest instead?: suggestion
    Reason: I have a conflict of interest: reason = conflict
    Reason: I have no time: reason = time
    Reason: It is outside my field: reason = field
    Reason: Another reason: reason = other`,
  'writing /reports/edit/:writing': `
    PUT /api/reports/{writing.id}
    Science Comment Strength: science_comment_strength
    Science Comment Weakness: science_comment_weakness
    Technical Comment Strength: technical_comment_strength
    Technical Comment Weakness: technical_comment_weakness
    Science Score: 1 Poor: science_score = 1
    Science Score: 2 Fair: science_score = 2
    Science Score: 3 Good: science_score = 3
    Science Score: 4 Very Good: science_score = 4
    Science Score: 5 Excellent: science_score = 5
    Technical Score: 1 Poor: technical_score = 1
    Technical Score: 2 Fair: technical_score = 2
    Technical Score: 3 Good: technical_score = 3
    Technical Score: 4 Very Good: technical_score = 4
    Technical Score: 5 Excellent: technical_score = 5`,
}
