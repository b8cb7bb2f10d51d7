/**
 * What each screen shows, as role and address: a line for each label or heading, with the columns of the objects whose
 * values stand there (server/testing/distinct), and the cells of a column after each other. What is a label of the
 * domain or missing is in quotes. A line that changes is replaced by the one that the failing test names.
 */
export const SHOWN: Record<string, string> = {
  'admin /proposers/applicant/detail/:applicant': `
    applicant.name: applicant.name,affiliation,email,created_at
    Status: 'Not Registered'
    Term: 'AO7'
    Application date (UTC): applicant.created_at
    Name: applicant.name
    E-mail: applicant.email
    Affiliation: applicant.affiliation
    Proposal title: applicant.proposal_title
    Abstract: applicant.proposal_abstract
    Early career: 'Graduate student'
    Collaborators: applicant_collaborator0.name,affiliation,email applicant_collaborator1.name,affiliation,email`,
  'admin /proposers/detail/:proposer': `
    proposer.name: proposer.name,affiliation,email
    Name: proposer.name
    E-mail: proposer.email
    Affiliation: proposer.affiliation
    Proposals, ID: proposal.id / earlier.id
    Proposals, Term: 'AO7' / 'AO6'
    Proposals, Title: proposal.title / earlier.title
    Proposals, Status: 'Submitted' / 'Submitted'
    Proposals, Global Score: proposal.global_score / '-'`,
  'admin /system': `
    System: failed.last_error`,
  'admin /system/tokens': `
    API tokens, Name: 'Nightly export …x7Qz'
    API tokens, Made by: colleague.name
    API tokens, Scopes: 'Read lists Read custody'
    API tokens, State: 'Active'
    API tokens, Last used: 'Never'`,
  'admin /users/detail/:proposer': `
    proposer.name: proposer.name
    Status: 'Active'
    First Name: proposer.first_name
    Middle Name: proposer.middle_name
    Last Name: proposer.last_name
    Suffix: proposer.suffix
    E-mail: proposer.email
    Affiliation: proposer.affiliation
    Roles: 'Proposer'
    Second factor: 'None'
    Earlier addresses: 'ask@x.example'
    Created (UTC): proposer.created_at
    Last update: proposer.updated_at admin.name
    Last login: '-'
    Own proposals, Term: 'AO7' / 'AO6'
    Own proposals, Proposal: proposal.id,title / earlier.id,title
    Own proposals, Status: 'Submitted' / 'Submitted'`,
  'admin /reviewers/detail/:first_user': `
    first.name: first.name,email,affiliation
    Keywords: '-'
    Methods: '-'
    Expertise: '-'
    Reports in one call, at most: '-'
    Days away: '-'
    Current reports, ID: proposal.id
    Current reports, Proposer: proposer.name
    Current reports, Title: proposal.title
    Current reports, Status: first.submitted_at
    Current reports, Rank: first.rank
    Current reports, Science Score: first.science_score
    Current reports, Technical Score: first.technical_score`,
  'admin /reviewers/detail/:asked_user': `
    asked.name: asked.name,email,affiliation term.reviews_due_at
    Keywords: '-'
    Methods: '-'
    Expertise: '-'
    Reports in one call, at most: '-'
    Days away: '-'
    Current reports, ID: open.id
    Current reports, Proposer: opener.name
    Current reports, Title: open.title
    Current reports, Status: term.reviews_due_at asked.requested_at,reminded_at
    Current reports, Rank: '-'
    Current reports, Science Score: '-'
    Current reports, Technical Score: '-'`,
  'admin /reviewers/detail/:declining_user': `
    declining.name: declining.name,email,affiliation
    Keywords: '-'
    Methods: '-'
    Expertise: '-'
    Reports in one call, at most: '-'
    Days away: '-'
    Current reports, ID: open.id
    Current reports, Proposer: opener.name
    Current reports, Title: open.title
    Current reports, Status: declined.decline_note,decline_suggestion
    Current reports, Rank: '-'
    Current reports, Science Score: '-'
    Current reports, Technical Score: '-'`,
  'admin /proposals/detail/:open?tab=tab-3': `
    open.id,title: open.id,title opener.name,affiliation,email / Science Score: / Technical Score:
    Science Score Average: '-'
    Technical Score Average: '-'
    Total Score Average: '-'
    Rank Average: '-'
    Spread of totals: '-'
    asked.name: asked.name,affiliation Science Score: Technical Score: term.reviews_due_at Science Comment Strength: asked.science_comment_strength Science Comment Weakness: asked.science_comment_weakness Technical Comment Strength: asked.technical_comment_strength Technical Comment Weakness: asked.technical_comment_weakness
    writing.name: writing.name,affiliation Science Score: writing.science_score Technical Score: writing.rank term.reviews_due_at Science Comment Strength: writing.science_comment_strength Science Comment Weakness: writing.science_comment_weakness Technical Comment Strength: writing.technical_comment_strength Technical Comment Weakness: writing.technical_comment_weakness
    declining.name: declining.name,affiliation Science Score: Technical Score: declined.decline_note,decline_suggestion Science Comment Strength: declined.science_comment_strength Science Comment Weakness: declined.science_comment_weakness Technical Comment Strength: declined.technical_comment_strength Technical Comment Weakness: declined.technical_comment_weakness
    Global Score: '-'
    Rank: '-'
    Note for the proposer: '-'
    Internal note: '-'`,
  'admin /proposals/detail/:proposal': `
    proposal.id,title: proposal.id,title proposer.name,affiliation,email / proposal.global_score,rank
    ID: proposal.id
    Term: 'AO7'
    Title: proposal.title / proposal.title
    Name: proposer.name
    Affiliation: proposer.affiliation
    E-mail: proposer.email
    Early career: 'Graduate student'
    Previous Status: 'AO6'
    Collaborators: proposal_collaborator0.name,affiliation,email proposal_collaborator1.name,affiliation,email / proposal_collaborator0.name,affiliation,email proposal_collaborator1.name,affiliation,email
    Status: 'Submitted'
    Progress: 'Scored'
    Unlocked: '-'
    Global Score: proposal.global_score
    Rank: proposal.rank
    Abstract: proposal.abstract
    Keywords: keyword.name
    Analysis methods: method.name
    Remarks: proposal.properties
    Sample amount rationale: proposal.sample_description_1_1,sample_description_1_2
    Flexibility: proposal.sample_description_2_1,sample_description_2_2,sample_description_2_3
    Additional details: proposal.sample_description_3_1
    Effects after analysis: proposal.post_analysis_alternation
    Handling facility and tools: proposal.methods_to_handle_of_sample
    Transfer protocol: proposal.environmental_condition_other`,
  'admin /proposals/detail/:proposal?tab=tab-2': `
    proposal.id,title: proposal.id,title proposer.name,affiliation,email proposal.global_score,rank,additional_notes`,
  'admin /proposals/detail/:proposal?tab=tab-3': `
    proposal.id,title: proposal.id,title proposer.name,affiliation,email proposal.global_score,rank / Science Score: / Technical Score:
    Science Score Average: science_average
    Technical Score Average: technical_average
    Total Score Average: total_average
    Rank Average: rank_average
    Spread of totals: 'Totals 5, 7'
    first.name: first.name,affiliation Science Score: first.science_score Technical Score: first.technical_score,rank,submitted_at Science Comment Strength: first.science_comment_strength Science Comment Weakness: first.science_comment_weakness Technical Comment Strength: first.technical_comment_strength Technical Comment Weakness: first.technical_comment_weakness
    second.name: second.name,affiliation Science Score: second.science_score Technical Score: second.technical_score,rank,submitted_at Science Comment Strength: second.science_comment_strength Science Comment Weakness: second.science_comment_weakness Technical Comment Strength: second.technical_comment_strength Technical Comment Weakness: second.technical_comment_weakness
    Global Score: proposal.global_score
    Rank: proposal.rank
    Note for the proposer: proposal.for_proposer
    Internal note: proposal.internal
    Notes saved: proposal.notes_saved_at admin.name`,
  'admin /proposals/detail/:proposal?tab=tab-4': `
    proposal.id,title: proposal.id,title proposer.name,affiliation,email proposal.global_score,rank
    Requested samples, Priority: '1' / '2' / '3' / '4'
    Requested samples, Database: 'Ryugu' / 'Ryugu' / 'Ryugu' / 'Bennu'
    Requested samples, Sample Type: 'Particle' / 'Aggregate' / 'Gas' / 'Particle'
    Requested samples, Sample: particle.name / 'Ryugu Any' / 'Ryugu Any' / 'Bennu Any'
    Requested samples, Size or weight: particle.weight / '1.537 mm' / '-' / '0.26 mg'
    Requested samples, Chamber / dish: '-' / 'C' / '-' / '8'
    Requested samples, Number of bottles: '-' / '-' / '3' / '-'
    Requested samples, Number of necessary samples: '-' / '4' / '-' / '5'
    Assigned samples, Database: 'Ryugu' / 'Ryugu'
    Assigned samples, Sample Type: 'Particle' / 'Gas'
    Assigned samples, Sample: particle.name / gas.name
    Assigned samples, Size, weight, pressure, volume: particle.size,weight,pressure,volume / gas.pressure,volume
    Assigned samples, Status: 'Confirmed' / 'Not confirmed'`,
  'first /reports/detail/:first': `
    proposal.id,title: proposal.id,title proposer.name,affiliation,email / first.submitted_at
    ID: proposal.id
    Term: 'AO7'
    Title: proposal.title / proposal.title
    Name: proposer.name
    Affiliation: proposer.affiliation
    E-mail: proposer.email
    Early career: 'Graduate student'
    Previous Status: 'AO6'
    Collaborators: proposal_collaborator0.name,affiliation,email proposal_collaborator1.name,affiliation,email / proposal_collaborator0.name,affiliation,email proposal_collaborator1.name,affiliation,email
    Status: 'Submitted'
    Reviewer: first.name
    Report: 'Submitted'
    Submitted: first.submitted_at
    Abstract: proposal.abstract
    Keywords: keyword.name
    Analysis methods: method.name
    Remarks: proposal.properties
    Sample amount rationale: proposal.sample_description_1_1,sample_description_1_2
    Flexibility: proposal.sample_description_2_1,sample_description_2_2,sample_description_2_3
    Additional details: proposal.sample_description_3_1
    Effects after analysis: proposal.post_analysis_alternation
    Handling facility and tools: proposal.methods_to_handle_of_sample
    Transfer protocol: proposal.environmental_condition_other`,
  'first /reports/detail/:first?tab=tab-3': `
    proposal.id,title: proposal.id,title proposer.name,affiliation,email first.submitted_at
    Requested samples, Priority: '1' / '2' / '3' / '4'
    Requested samples, Database: 'Ryugu' / 'Ryugu' / 'Ryugu' / 'Bennu'
    Requested samples, Sample Type: 'Particle' / 'Aggregate' / 'Gas' / 'Particle'
    Requested samples, Sample: particle.name / 'Ryugu Any' / 'Ryugu Any' / 'Bennu Any'
    Requested samples, Size or weight: particle.weight / '1.537 mm' / '-' / '0.26 mg'
    Requested samples, Chamber / dish: '-' / 'C' / '-' / '8'
    Requested samples, Number of bottles: '-' / '-' / '3' / '-'
    Requested samples, Number of necessary samples: '-' / '4' / '-' / '5'`,
  'first /reports/detail/:first?tab=tab-4': `
    proposal.id,title: proposal.id,title proposer.name,affiliation,email first.submitted_at / Science Score: / Technical Score: / Science Comment Strength: / Science Comment Weakness: / Technical Comment Strength: / Technical Comment Weakness:
    Status: 'Submitted'
    Rank: first.rank
    Science Score: first.science_score
    Technical Score: first.technical_score
    Science Comment Strength: first.science_comment_strength
    Science Comment Weakness: first.science_comment_weakness
    Technical Comment Strength: first.technical_comment_strength
    Technical Comment Weakness: first.technical_comment_weakness
    Submit Date (UTC): first.submitted_at`,
  'admin /reports/detail/:first?tab=tab-2': `
    proposal.id,title: proposal.id,title proposer.name,affiliation,email first.submitted_at proposal.additional_notes`,
  'proposer /information/show/:announcement': `
    announcement.title: announcement.title,date,content`,
  'admin /group-mail/detail/:unsent': `
    unsent.title: unsent.title
    Title: unsent.title
    Content: unsent.content
    Bcc: unsent.bcc
    Reply To Address: unsent.reply_to_address
    Reply To Name: unsent.reply_to_name
    Sender: admin.name,email
    Status: 'Unsent'
    Transmission Date (UTC): '-'
    As received by: first.name,email
    Preview: unsent.title,content
    Destinations, Name: first.name / second.name
    Destinations, E-mail: first.email / second.email
    Destinations, Affiliation: first.affiliation / second.affiliation
    Destinations, Reviewer: '✓' / '✓'`,
  'admin /group-mail/detail/:sent': `
    sent.title: sent.title
    Title: sent.title
    Content: sent.content
    Bcc: sent.bcc
    Reply To Address: sent.reply_to_address
    Reply To Name: sent.reply_to_name
    Sender: admin.name,email
    Status: 'Sent'
    Transmission Date (UTC): sent.transmission_date
    Destinations, Name: asked.name
    Destinations, E-mail: asked.email
    Destinations, Affiliation: asked.affiliation
    Destinations, Reviewer: '✓'`,
  'admin /samples/history/:particle': `
    particle.name: particle.name
    Status: proposal.id
    Asteroid: 'Ryugu'
    Type: 'Particle'
    Initial weight[mg]: particle.initial_weight
    Present weight[mg]: particle.weight
    Size[mm]: particle.size
    Pressure[Pa]: particle.pressure
    Volume[ml]: particle.volume
    Chamber: 'A'
    Description: particle.description
    Source: particle.source
    Assigned to, Term: 'AO7'
    Assigned to, Proposal: proposal.id,title
    Assigned to, Proposer: proposer.name
    Assigned to, Status: 'Confirmed'
    Assigned to, Assigned at: confirmed.created_at
    Assigned to, Confirmed at: confirmed.confirmed_at
    Assigned to, Until: '-'
    Requested by, Term: 'AO7'
    Requested by, Proposal: proposal.id,title
    Requested by, Proposer: proposer.name
    Requested by, Priority: '1'
    Requested by, Global Score: proposal.global_score
    History, Who: admin.name / admin.name / '-'
    History, What: proposal.id,title / proposal.id,title / 'Added to the catalogue'`,
  'admin /samples/history/:gas': `
    gas.name: gas.name
    Asteroid: 'Ryugu'
    Type: 'Gas'
    Initial weight[mg]: '-'
    Present weight[mg]: '-'
    Size[mm]: '-'
    Pressure[Pa]: gas.pressure
    Volume[ml]: gas.volume
    Chamber: 'C'
    Description: gas.description
    Source: gas.source
    Assigned to, Term: 'AO7'
    Assigned to, Proposal: proposal.id,title
    Assigned to, Proposer: proposer.name
    Assigned to, Status: 'Not confirmed'
    Assigned to, Assigned at: given.created_at
    Assigned to, Confirmed at: '-'
    Assigned to, Until: '-'
    History, Who: admin.name / '-'
    History, What: proposal.id,title / 'Added to the catalogue'`,
  'proposer /mypage': `
    Home: proposal.submitted_at
    proposal.title: proposal.title
    Requested samples, Priority: '1' / '2' / '3' / '4'
    Requested samples, Sample: particle.name / 'Ryugu Any ×4' / 'Ryugu Any' / 'Bennu Any ×5'
    Requested samples, Sample Type: 'Particle' / 'Aggregate' / 'Gas' / 'Particle'
    Requested samples, Size or weight: particle.weight / '1.537 mm' / '3 bottles' / '0.26 mg'
    Requested samples, Chamber / dish: '-' / 'C' / '-' / '8'
    Requested samples, Description: particle.description
    What happens next: proposal.created_at,submitted_at term.reviews_due_at,panel_meets_at
    Information: announcement.date,title
    Previous proposals: earlier.title`,
  'proposer /proposals/myproposal': `
    MyProposal: term.proposals_open_at,proposals_close_at proposal.submitted_at
    proposal.title: proposal.title
    Title: proposal.title / proposal.title
    Name: proposer.name
    Affiliation: proposer.affiliation
    E-mail: proposer.email
    Early career: 'Graduate student'
    Previous Status: 'AO6'
    Collaborators: proposal_collaborator0.name,affiliation,email proposal_collaborator1.name,affiliation,email / proposal_collaborator0.name,affiliation,email proposal_collaborator1.name,affiliation,email
    Status: 'Submitted'
    Attached PDF: proposal.original_file_name
    Abstract: proposal.abstract
    Keywords: keyword.name
    Analysis methods: method.name
    Remarks: proposal.properties
    Sample amount rationale: proposal.sample_description_1_1,sample_description_1_2
    Flexibility: proposal.sample_description_2_1,sample_description_2_2,sample_description_2_3
    Additional details: proposal.sample_description_3_1
    Effects after analysis: proposal.post_analysis_alternation
    Handling facility and tools: proposal.methods_to_handle_of_sample
    Transfer protocol: proposal.environmental_condition_other
    Previous proposals, Term: 'AO6'
    Previous proposals, Title: earlier.title
    Previous proposals, Abstract: earlier.abstract`,
  'proposer /proposals/myproposal?tab=tab-2': `
    MyProposal: term.proposals_open_at,proposals_close_at proposal.submitted_at
    proposal.title: proposal.title
    Title: proposal.title
    Name: proposer.name
    Affiliation: proposer.affiliation
    E-mail: proposer.email
    Early career: 'Graduate student'
    Previous Status: 'AO6'
    Collaborators: proposal_collaborator0.name,affiliation,email proposal_collaborator1.name,affiliation,email
    Status: 'Submitted'
    Requested samples, Priority: '1' / '2' / '3' / '4'
    Requested samples, Database: 'Ryugu' / 'Ryugu' / 'Ryugu' / 'Bennu'
    Requested samples, Sample Type: 'Particle' / 'Aggregate' / 'Gas' / 'Particle'
    Requested samples, Sample: particle.name / 'Ryugu Any' / 'Ryugu Any' / 'Bennu Any'
    Requested samples, Size or weight: particle.weight / '1.537 mm' / '-' / '0.26 mg'
    Requested samples, Chamber / dish: '-' / 'C' / '-' / '8'
    Requested samples, Number of bottles: '-' / '-' / '3' / '-'
    Requested samples, Number of necessary samples: '-' / '4' / '-' / '5'
    Previous proposals, Term: 'AO6'
    Previous proposals, Title: earlier.title
    Previous proposals, Abstract: earlier.abstract`,
  'proposer /proposals/oldProposal/:earlier': `
    Term: 'AO6'
    Title: earlier.title / earlier.title
    Name: proposer.name
    Affiliation: proposer.affiliation
    E-mail: proposer.email
    Previous Status: '-'
    Collaborators: '-'
    Status: 'Submitted'
    Abstract: earlier.abstract
    Remarks: earlier.properties
    Sample amount rationale: earlier.sample_description_1_1,sample_description_1_2
    Flexibility: earlier.sample_description_2_1,sample_description_2_2,sample_description_2_3
    Additional details: earlier.sample_description_3_1
    Effects after analysis: earlier.post_analysis_alternation
    Handling facility and tools: earlier.methods_to_handle_of_sample
    Transfer protocol: earlier.environmental_condition_other`,
  'admin /': `
    Attention: failed.last_error
    Reviews: asked.name term.reviews_due_at writing.name
    Material: particle.weight
    Top scored: proposal.id proposer.name proposal.title,global_score
    Information: announcement.date,title`,
  'panel /': `
    Reviewed since your last visit: proposal.id proposer.name proposal.title first.submitted_at
    Material: particle.weight
    Top scored: proposal.id proposer.name proposal.title,global_score
    Information: announcement.date,title`,
  'first /': `
    Assigned Proposals, ID: Title Name , Affiliation: proposal.id,title proposer.name,affiliation
    Assigned Proposals, Rank: first.rank
    Assigned Proposals, Science Score: first.science_score
    Assigned Proposals, Technical Score: first.technical_score
    Assigned Proposals, Status: first.submitted_at
    Information: announcement.date,title`,
  'asked /': `
    To do: term.reviews_due_at open.id,title
    Requested Proposals, ID: Title Name , Affiliation: open.id,title opener.name,affiliation
    Requested Proposals, Abstract: open.abstract
    Requested Proposals, Due: term.reviews_due_at
    Assigned Proposals, ID: Title Name , Affiliation: open.id,title opener.name,affiliation
    Assigned Proposals, Rank: '-'
    Assigned Proposals, Science Score: '-'
    Assigned Proposals, Technical Score: '-'
    Assigned Proposals, Status: term.reviews_due_at
    Information: announcement.date,title`,
  'admin /proposers/applicant': `
    Applicant List, Name Email/Affiliation: applicant.name,email,affiliation / registered.name,email,affiliation / other.name,email,affiliation / third.name,email,affiliation
    Applicant List, Proposal title Collaborators: applicant.proposal_title applicant_collaborator0.name applicant_collaborator1.name / registered.proposal_title / other.proposal_title / third.proposal_title
    Applicant List, Early career: 'Student' / 'Early career' / '-' / '-'
    Applicant List, Status: 'Not Registered' / 'Registered' / 'Registered' / 'Registered'
    Applicant List, Application date: applicant.created_at / registered.created_at / other.created_at / third.created_at
    applicant.name: applicant.name,email,affiliation
    Proposal title: applicant.proposal_title
    E-mail: applicant.email
    Affiliation: applicant.affiliation
    Term: 'AO7'
    Early career: 'Student'
    Application date: applicant.created_at
    Collaborators: applicant_collaborator0.name,affiliation,email applicant_collaborator1.name,affiliation,email`,
  'admin /proposers': `
    Proposer List, Name Email/Affiliation: proposer.name,email,affiliation / opener.name,email,affiliation / drafter.name,email,affiliation
    Proposer List, ID: Title Collaborators: proposal.id,title proposal_collaborator0.name proposal_collaborator1.name / open.id,title / draft.id,title
    Proposer List, Early career: 'Student' / '-' / '-'
    Proposer List, Status: 'Submitted' / 'Submitted' / 'Not Submitted'
    proposer.name: proposer.name,email,affiliation
    ID: Title: proposal.id,title
    E-mail: proposer.email
    Affiliation: proposer.affiliation
    Term: 'AO7'
    Early career: 'Graduate student'
    Collaborators: proposal_collaborator0.name,affiliation,email proposal_collaborator1.name,affiliation,email`,
  'admin /proposers/collaborators': `
    Proposer & Collaborator List, Name E-mail , Affiliation: proposer.name,email,affiliation / opener.name,email,affiliation / drafter.name,email,affiliation / proposal_collaborator0.name,email,affiliation / proposal_collaborator1.name,email,affiliation
    Proposer & Collaborator List, Role: 'Proposer' / 'Proposer' / 'Proposer' / 'Collaborator' / 'Collaborator'
    Proposer & Collaborator List, Term: 'AO7' / 'AO7' / 'AO7' / 'AO7' / 'AO7'
    Proposer & Collaborator List, Proposal ID: proposal.id / open.id / draft.id / proposal.id / proposal.id
    Proposer & Collaborator List, Collaborator of: '-' / '-' / '-' / proposal.id / proposal.id
    proposer.name: proposer.name,email,affiliation
    E-mail: proposer.email
    Affiliation: proposer.affiliation
    Role: 'Proposer'
    Term: 'AO7'
    Proposal ID: proposal.id
    Collaborator of: '-'`,
  'admin /proposals': `
    Proposal List, Name: proposer.name / drafter.name / opener.name
    Proposal List, Email/Affiliation: proposer.email,affiliation / drafter.email,affiliation / opener.email,affiliation
    Proposal List, ID: Title: proposal.id,title / draft.id,title / open.id,title
    Proposal List, Abstract: proposal.abstract / draft.abstract / open.abstract
    Proposal List, Keywords: keyword.name / 'Aqueous alteration' / 'Aqueous alteration'
    Proposal List, Status: 'Scored' / 'Not Submitted' / 'Assigned'
    Proposal List, Global Score: proposal.global_score / '-' / '-'
    proposal.id,title: proposal.id,title proposer.email,affiliation keyword.name / proposal.rank
    Science: science_average
    Technical: technical_average
    Total: total_average
    Rank average: rank_average
    Global Score: proposal.global_score
    Rank: proposal.rank
    Reports: Science, Technical and total: first.name,science_score,technical_score second.name,science_score,technical_score
    Abstract: proposal.abstract
    Requested samples: particle.name,weight`,
  'colleague /proposals': `
    Proposal List, Rank Average: proposal.id,rank rank_average / '-' / open.id
    Proposal List, ID: Title Name , Email/Affiliation: proposal.id,title proposer.name,affiliation / draft.id,title drafter.name,affiliation / open.id,title opener.name,affiliation
    Proposal List, Status: 'Scored' / 'Not Submitted' / 'Assigned'
    Proposal List, Reports: '2/2' / '-' / '0/2'
    Proposal List, Science: science_average / '-' / '-'
    Proposal List, Technical: technical_average / '-' / '-'
    Proposal List, Total: total_average / '-' / '-'
    Proposal List, Spread: 'Totals 5, 7' / '-' / '-'
    Proposal List, Adjusted: '-' / '-' / '-'
    Proposal List, Exp. rank: '-' / '-' / '-'
    Proposal List, Mine: proposal.id / '-' / open.id
    Proposal List, Global Score: proposal.id,global_score / '-' / open.id
    proposal.id,title: proposal.id,title proposer.name,affiliation,email keyword.name / proposal.rank
    Science: science_average
    Technical: technical_average
    Total: total_average
    Rank average: rank_average
    Global Score: proposal.global_score
    Rank: proposal.rank
    Reports: Science, Technical and total: first.name,science_score,technical_score second.name,science_score,technical_score
    Abstract: proposal.abstract
    Requested samples: particle.name,weight`,
  'admin /proposals/reviewers': `
    Proposal Reviewers List, Name: proposer.name / drafter.name / opener.name
    Proposal Reviewers List, Email/Affiliation: proposer.email,affiliation / drafter.email,affiliation / opener.email,affiliation
    Proposal Reviewers List, Title: proposal.id,title / draft.id,title / open.id,title
    Proposal Reviewers List, Reviewers: first.name,science_score,technical_score,id second.name,science_score,technical_score,id / '-' / asked.name,id writing.name,science_score,id declining.name declined.id
    Proposal Reviewers List, Global Score: proposal.global_score / '-' / '-'`,
  'admin /proposals/assigned_samples': `
    Assigned Sample List, Id: proposal.id
    Assigned Sample List, Name: proposer.name
    Assigned Sample List, Email/Affiliation: proposer.email,affiliation
    Assigned Sample List, Title: proposal.title
    Assigned Sample List, Global Score: proposal.global_score
    Assigned Sample List, Assigned Samples: particle.name,size,weight,pressure,volume gas.name,pressure,volume
    proposal.title: proposal.title
    Assigned Samples: particle.name,size,weight,pressure,volume gas.name,pressure,volume`,
  'admin /users': `
    User List, Name E-mail: admin.name,email / colleague.name,email / panel.name,email / first.name,email / second.name,email / asked.name,email / writing.name,email / declining.name,email / proposer.name,email / drafter.name,email / opener.name,email
    User List, Affiliation: admin.affiliation / colleague.affiliation / panel.affiliation / first.affiliation / second.affiliation / asked.affiliation / writing.affiliation / declining.affiliation / proposer.affiliation / drafter.affiliation / opener.affiliation
    User List, Roles: 'Administration office' / 'Panel' / 'Reviewer' / 'Reviewer' / 'Reviewer' / 'Reviewer' / 'Reviewer' / 'Proposer' / 'Proposer' / 'Proposer'
    User List, Status: 'Active' / 'Active' / 'Active' / 'Active' / 'Active' / 'Active' / 'Active' / 'Active' / 'Active' / 'Active' / 'Active'
    admin.name: admin.name,email
    Status: 'Active'
    Roles: 'Administration office'
    E-mail: admin.email
    Affiliation: admin.affiliation`,
  'admin /reviewers': `
    Reviewer List, Name E-mail , Affiliation: first.name,email,affiliation / second.name,email,affiliation / asked.name,email,affiliation / writing.name,email,affiliation / declining.name,email,affiliation
    Reviewer List, Proposal: proposal.id / proposal.id / open.id term.reviews_due_at / open.id term.reviews_due_at / open.id
    first.name: first.name proposal.id,title first.submitted_at / Science Score: / Technical Score:
    Proposer: proposer.name
    Rank: first.rank
    Science Score: first.science_score
    Technical Score: first.technical_score`,
  'colleague /reviewers': `
    Reviewer List, Name: first.name / second.name / asked.name / writing.name / declining.name
    Reviewer List, E-mail: first.email / second.email / asked.email / writing.email / declining.email
    Reviewer List, Affiliation: first.affiliation / second.affiliation / asked.affiliation / writing.affiliation / declining.affiliation
    Reviewer List, Proposal: proposal.id,title / proposal.id,title / open.id,title / open.id,title / open.id,title
    first.name: first.name proposal.id,title first.submitted_at / Science Score: / Technical Score:
    Proposer: proposer.name
    Rank: first.rank
    Science Score: first.science_score
    Technical Score: first.technical_score`,
  'admin /reviewers/late': `
    Late reports: term.reviews_due_at
    Late reports by reviewer, group: asked.name,affiliation / writing.name,affiliation
    Late reports by reviewer, Reviewer, Proposal: open.id,title / open.id,title
    Late reports by reviewer, Status: 'Requested' / 'Accepted'
    Late reports by reviewer, Asked on: asked.requested_at / writing.requested_at
    Late reports by reviewer, Due: term.reviews_due_at / term.reviews_due_at
    Late reports by reviewer, Last reminder: asked.reminded_at / writing.reminded_at`,
  'admin /mail-log?state=failed': `
    Mail log, Written at: failed.created_at
    Mail log, State: 'Failed'
    Mail log, To: opener.name
    Mail log, Subject: failed.subject
    Mail log, Tries: failed.tries
    Mail log, Last error: failed.last_error
    failed.subject: failed.subject
    To: opener.name
    Written at: failed.created_at
    State: 'Failed'
    Sent at: '-'
    Tries: failed.tries
    Last error: failed.last_error`,
  'admin /audit-log?object=applicant': `
    Audit log, Who: 'Nobody signed in' / admin.name,email / admin.name,email / admin.name,email / admin.name,email / admin.name,email / admin.name,email / admin.name,email / admin.name,email
    Audit log, Object: applicant.id / third.id / third.id / other.id / other.id / registered.id / registered.id
    Audit log, Action: 'Applicant registered' / 'Applicant registered' / 'Applicant registered' / 'Applicant registered'`,
  'admin /group-mail': `
    Group Mail, Title: unsent.title / sent.title
    Group Mail, Content: unsent.content / sent.content
    Group Mail, Sender: admin.name,email / admin.name,email
    Group Mail, Destination: first.name,email second.name,email / asked.name,email
    Group Mail, Transmission Status: 'Unsent' / 'Sent'
    Group Mail, Transmission Date: '-' / sent.transmission_date
    unsent.title: unsent.title
    Content: unsent.content
    Destination: first.name,email second.name,email
    Sender: admin.name,email
    Transmission Status: 'Unsent'
    Transmission Date: '-'`,
  'admin /masters/keywords': `
    Keyword Master, Name: keyword.name
    Keyword Master, Sort: keyword.sort
    Keyword Master, Hidden: '-'
    Keyword Master, Proposals: '1'
    Not registered keywords, Name: 'Aqueous alteration'
    Not registered keywords, Count: '4'
    Not registered keywords, Proposals: earlier.id proposal.id draft.id`,
  'admin /masters/methods': `
    Analysis Method Master, Name: method.name
    Analysis Method Master, Sort: method.sort
    Analysis Method Master, Hidden: '-'
    Analysis Method Master, Proposals: '1'
    Not registered analysis methods, Name: 'SEM-EDS'
    Not registered analysis methods, Count: '4'
    Not registered analysis methods, Proposals: earlier.id proposal.id draft.id`,
  'admin /masters/terms': `
    Terms, Term: 'AO7' / 'AO6'
    Terms, State: 'Current' / 'Closed'
    Terms, Notices: term.noi_opens_at,noi_closes_at / past.noi_opens_at,noi_closes_at
    Terms, Proposals: term.proposals_open_at,proposals_close_at / past.proposals_open_at,proposals_close_at
    Terms, Reviews due: term.reviews_due_at / past.reviews_due_at
    Terms, Panel: term.panel_meets_at / '-'
    Terms, Allocation: term.allocation_due_at / '-'
    Terms, Filed: '4' / '1'
    Terms, Written: '3' / '1'
    What AO7 opens to whom: term.noi_closes_at,proposals_close_at
    Steps, Step: 'Notices' / 'Proposals' / 'Reviews' / 'Scoring' / 'Allocation'
    Steps, From: term.noi_opens_at / term.proposals_open_at / term.proposals_close_at / term.reviews_due_at / term.panel_meets_at
    Steps, To: term.noi_closes_at / term.proposals_close_at / term.reviews_due_at / term.panel_meets_at / term.allocation_due_at
    Steps, State: 'Open' / 'Open' / 'To come' / 'To come' / 'To come'`,
  'admin /information': `
    Information, Date: announcement.date
    Information, Title: announcement.title
    Information, Target: 'All'
    Information, Published: 'Published'`,
  'admin /samples': `
    Samples, Asteroid: 'Ryugu' / 'Ryugu'
    Samples, Name: particle.name / gas.name
    Samples, Type: 'Particle' / 'Gas'
    Samples, Initial weight[mg]: particle.initial_weight / '-'
    Samples, Weight[mg]: particle.weight / '-'
    Samples, Size[mm]: particle.size / '-'
    Samples, Pressure[Pa]: particle.pressure / gas.pressure
    Samples, Volume[ml]: particle.volume / gas.volume
    Samples, Requested: proposal.id,title
    Samples, Assigned: proposal.id,title / proposal.id,title`,
  'admin /samples/assigned': `
    Assigned samples, group: proposal.id,title proposer.name proposal.global_score,rank particle.weight
    Assigned samples, Name Detail: particle.name / gas.name
    Assigned samples, Asteroid Type: 'Ryugu Particle' / 'Ryugu Gas'
    Assigned samples, Weight[mg] Size[mm]: particle.weight,size / '- -'
    Assigned samples, Pressure[Pa] Volume[ml]: particle.pressure,volume / gas.pressure,volume
    Assigned samples, Asked Priority: particle.name
    Assigned samples, Assigned: proposal.id,title / proposal.id,title
    Assigned samples, Clash: '-' / '-'
    Assigned samples, Confirmed: colleague.name confirmed.confirmed_at second.name confirmed.proposed_at
    Assigned samples, CANCEL: '-'`,
  'colleague /samples/assigned': `
    Assigned samples, Asteroid: 'Ryugu' / 'Ryugu'
    Assigned samples, Name: particle.name / gas.name
    Assigned samples, Type: 'Particle' / 'Gas'
    Assigned samples, Weight[mg]: particle.weight / '-'
    Assigned samples, Size[mm]: particle.size / '-'
    Assigned samples, Pressure[Pa]: particle.pressure / gas.pressure
    Assigned samples, Volume[ml]: particle.volume / gas.volume
    Assigned samples, Assigned: proposal.id,title / proposal.id,title
    Assigned samples, Confirmed: colleague.name confirmed.confirmed_at second.name confirmed.proposed_at
    Assigned samples, CANCEL: '-'`,
  'first /proposals/assigned_proposals': `
    Your ranking: proposal.id,title first.science_score,technical_score
    Assigned Proposals, Name Affiliation: proposer.name,affiliation
    Assigned Proposals, ID: Title: proposal.id,title
    Assigned Proposals, Abstract: proposal.abstract
    Assigned Proposals, Science Score Technical Score: first.science_score,technical_score
    Assigned Proposals, Status: first.submitted_at`,
  'writing /proposals/assigned_proposals': `
    Your ranking: open.id,title writing.science_score
    Assigned Proposals, Name Affiliation: opener.name,affiliation
    Assigned Proposals, ID: Title: open.id,title
    Assigned Proposals, Abstract: open.abstract
    Assigned Proposals, Science Score Technical Score: writing.science_score
    Assigned Proposals, Status: term.reviews_due_at`,
  'drafter /proposals/edit/:draft': `
    draft.title: draft.title term.proposals_open_at,proposals_close_at
    Name: drafter.name
    Affiliation: drafter.affiliation
    E-mail: drafter.email
    Request Sample, Priority: '1' / '2' / '3' / '4' / '5' / '6' / '7' / '8' / '9' / '10'
    Request Sample, Description: particle.name / 'not chosen'
    Title: draft.title
    Abstract: draft.abstract
    Remarks: draft.properties
    Sample amount rationale 1a: draft.sample_description_1_1
    Sample amount rationale 1b: draft.sample_description_1_2
    Flexibility 2a: draft.sample_description_2_1
    Flexibility 2b: draft.sample_description_2_2
    Flexibility 2c: draft.sample_description_2_3
    Additional details 3.1: draft.sample_description_3_1
    Effects after analysis: draft.post_analysis_alternation
    Handling facility and tools: draft.methods_to_handle_of_sample
    Transfer protocol Remarks: draft.environmental_condition_other
    Consents needed to submit: draft.updated_at`,
  'writing /reports/edit/:writing': `
    open.id,title: open.id,title
    Your report: term.reviews_due_at Science Score: second.technical_score first.technical_score writing.science_score second.science_score first.science_score Science Comment Strength: / Science Comment Weakness: / Technical Score: second.technical_score first.technical_score writing.science_score second.science_score first.science_score Technical Comment Strength: / Technical Comment Weakness: / Technical Score: opener.name,affiliation
    Science Comment Strength: writing.science_comment_strength
    Science Comment Weakness: writing.science_comment_weakness
    Technical Comment Strength: writing.technical_comment_strength
    Technical Comment Weakness: writing.technical_comment_weakness
    Title: open.title
    Abstract: open.abstract
    Remarks: open.properties
    Sample amount rationale: open.sample_description_1_1,sample_description_1_2
    Flexibility: open.sample_description_2_1,sample_description_2_2,sample_description_2_3
    Additional details: open.sample_description_3_1
    Effects after analysis: open.post_analysis_alternation
    Handling facility and tools: open.methods_to_handle_of_sample
    Transfer protocol: open.environmental_condition_other`,
  'proposer /myprofile': `
    First Name: proposer.first_name
    Middle Name: proposer.middle_name
    Last Name: proposer.last_name
    Suffix: proposer.suffix
    E-mail: proposer.email
    Affiliation: proposer.affiliation`,
  'admin /proposers/applicant/edit/:applicant': `
    First Name: applicant.first_name / applicant_collaborator0.first_name / applicant_collaborator1.first_name
    Middle Name: applicant.middle_name / applicant_collaborator0.middle_name / applicant_collaborator1.middle_name
    Last Name: applicant.last_name / applicant_collaborator0.last_name / applicant_collaborator1.last_name
    Suffix: applicant.suffix / applicant_collaborator0.suffix / applicant_collaborator1.suffix
    E-mail: applicant.email / applicant_collaborator0.email / applicant_collaborator1.email
    Affiliation: applicant.affiliation / applicant_collaborator0.affiliation / applicant_collaborator1.affiliation
    Proposal title: applicant.proposal_title
    Abstract: applicant.proposal_abstract`,
  'admin /users/edit/:proposer': `
    First Name: proposer.first_name
    Middle Name: proposer.middle_name
    Last Name: proposer.last_name
    Suffix: proposer.suffix
    E-mail: proposer.email
    Affiliation: proposer.affiliation`,
  'admin /information/edit/:announcement': `
    Title: announcement.title
    Content: announcement.content
    URL: announcement.url
    Date: announcement.date
    Preview: announcement.date,title,content`,
  'admin /group-mail/edit/:unsent': `
    Title: unsent.title
    Content: unsent.content
    Bcc: unsent.bcc
    Reply To Address: unsent.reply_to_address
    Reply To Name: unsent.reply_to_name
    Destinations, Name: first.name / second.name
    Destinations, E-mail: first.email / second.email
    Destinations, Affiliation: first.affiliation / second.affiliation
    Destinations, Roles: 'Reviewer' / 'Reviewer'
    As received by: first.name,email
    Preview: unsent.title,content`,
  'admin /masters/keywords/edit/:keyword': `
    Name: keyword.name
    Sort: keyword.sort`,
  'admin /masters/methods/edit/:method': `
    Name: method.name
    Sort: method.sort`,
  'admin /masters/terms/edit/7': `
    What AO7 opens to whom: term.noi_closes_at,proposals_close_at
    Steps, Step: 'Notices' / 'Proposals' / 'Reviews' / 'Scoring' / 'Allocation'
    Steps, From: term.noi_opens_at / term.proposals_open_at / term.proposals_close_at / term.reviews_due_at / term.panel_meets_at
    Steps, To: term.noi_closes_at / term.proposals_close_at / term.reviews_due_at / term.panel_meets_at / term.allocation_due_at
    Steps, State: 'Open' / 'Open' / 'To come' / 'To come' / 'To come'
    Notices open: term.noi_opens_at
    Notices close: term.noi_closes_at
    Proposals open: term.proposals_open_at
    Proposals close: term.proposals_close_at
    Reviews are due: term.reviews_due_at
    The panel meets: term.panel_meets_at
    The allocation is due: term.allocation_due_at`,
}
