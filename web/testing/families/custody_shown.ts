/** What the screens of results, loans, pieces, inventories and publications show, as in SHOWN. */
export const CUSTODY_SHOWN: Record<string, string> = {
  'admin /results': `
    Results, ID: Title Name, Affiliation: proposal.id,title proposer.name,affiliation / open.id,title opener.name,affiliation / answerer_proposal.id,title answerer.name,affiliation / winner_proposal.id,title winner.name,affiliation
    Results, Outcome: 'In part' / 'Not granted' / 'Granted' / 'Granted'
    Results, State Answer: 'Draft' / 'Draft'
    proposal.id,title: proposal.id,title proposer.name,affiliation
    Samples: particle.name,size,volume
    Panel's words for the proposer: proposal.for_proposer admin.name`,
  'winner /proposals/myproposal': `
    All of your two requests are granted: 2.340 mg of Ryugu: promised.name,size,weight reserve.name,size,weight
    What happens next: using_loan.number split_loan.number parcel_loan.number
    Lent for: 'one year from receipt'
    Questions?: winner_proposal.id term.proposals_open_at,proposals_close_at winner_proposal.submitted_at
    winner_proposal.title: winner_proposal.title term.proposals_close_at
    Title: winner_proposal.title / winner_proposal.title
    Name: winner.name
    Affiliation: winner.affiliation
    E-mail: winner.email
    Previous Status: '-'
    Collaborators: '-'
    Status: 'Submitted'
    Abstract: winner_proposal.abstract
    Remarks: winner_proposal.properties
    Sample amount rationale: winner_proposal.sample_description_1_1,sample_description_1_2
    Flexibility: winner_proposal.sample_description_2_1,sample_description_2_2,sample_description_2_3
    Additional details: winner_proposal.sample_description_3_1
    Effects after analysis: winner_proposal.post_analysis_alternation
    Handling facility and tools: winner_proposal.methods_to_handle_of_sample
    Transfer protocol: winner_proposal.environmental_condition_other`,
  'admin /loans': `
    Loans, Loan: Holder: using_loan.number winner.name winner_proposal.id winner.affiliation / odd_loan.number opener.name open.id opener.affiliation / back_loan.number answerer.name answerer_proposal.id answerer.affiliation / ready_loan.number answerer.name answerer_proposal.id answerer.affiliation / papers_loan.number opener.name open.id opener.affiliation / parcel_loan.number winner.name winner_proposal.id winner.affiliation / split_loan.number winner.name winner_proposal.id winner.affiliation
    Loans, State: 'In use' / 'Received' / 'Returned' / 'Ready to pack' / 'Agreement due' / 'Dispatched' / 'In use'
    Loans, Pieces: '1 Ryugu' / '1 Ryugu' / '1 Ryugu' / '1 Ryugu' / '1 Ryugu' / '1 Ryugu' / '2 Ryugu'
    Loans, Mass out: used.present / odd.found / back.weight / '-' / '-' / travelling.weight / '1.840 mg'
    Loans, Next act: extension.until / odd.name / '0 of 1 piece weighed' / 'agreement to be sent'
    Loans, Act: using_loan.number / odd_loan.number / back_loan.number / ready_loan.number / papers_loan.number
    Loans, Due: '-' / '-' / '-'
    Loans, Days late: '-' / '-' / '-'`,
  'admin /loans/:using_loan': `
    using_loan.number winner.name: using_loan.number winner.name,affiliation,email winner_proposal.id
    extension.until: extension.until,reason
    A move is asked for: used.name move.to
    using_loan.number: used.name / used.weight / used.weight / '317' / used.present / winner.name / 'In use' / '1 piece out' / used.weight / used.weight / '317' / used.present
    Events: used.name move.to extension.until,reason winner.name winner_proposal.id`,
  'curator /loans/:ready_loan/packing': `
    ready_loan.number answerer.name: ready_loan.number answerer.name,affiliation
    ready_loan.number: ready.name / ready.weight
    Two signatures: curator.name
    Labels: ready.name`,
  'curator /pieces': `
    Pieces, Piece: used.name / whole.name / chip.name / powder.name / odd.name / travelling.name / papers.name / ready.name / back.name / doomed.name
    Pieces, State: 'In use' / 'Split' / 'In use' / 'In use' / 'Received' / 'Dispatched' / 'In curation' / 'In curation' / 'On its way back' / 'In curation'
    Pieces, With: winner.name / '-' / winner.name / winner.name / opener.name / winner.name / 'Curation' / 'Curation' / 'on the way back (DHL)' / 'Curation'
    Pieces, Loan: using_loan.number / split_loan.number / split_loan.number / split_loan.number / odd_loan.number / parcel_loan.number / '-' / '-' / back_loan.number / '-'
    Pieces, Initial: used.weight / whole.weight / chip.present / powder.present / odd.weight / travelling.weight / papers.weight / ready.weight / back.weight / doomed.weight
    Pieces, Now: used.present / '-' / chip.present / powder.present / odd.found / travelling.weight / papers.weight / ready.weight / back.weight / doomed.weight`,
  'admin /pieces/:doomed_piece': `
    doomed.name: doomed.name,size / doomed.name write_off.reason curator.name doomed.weight / doomed.name / 'Particle' / 'Curation' / 'In curation' / doomed.weight / doomed.weight / doomed.weight / doomed.weight / doomed.weight
    Initial weight: doomed.weight
    Present weight: doomed.weight
    Timeline: doomed.name,weight`,
  'winner /pieces/:whole_piece': `
    whole.name: whole.name,size,weight / whole.name / 'Particle' / 'split in 2' / 'Split' / whole.weight / '13' / '-' / chip.name / 'Chip' / winner.name / 'In use' / chip.present / chip.present / powder.name / 'Powder' / winner.name / 'In use' / powder.present / powder.present / whole.weight / whole.weight / '13' / '1.840'
    Timeline: whole.name split_loan.number winner.name`,
  'winner /mypage/samples': `
    inventory.name: inventory.name,until
    used.name using_loan.number used.present: used.name using_loan.number used.present
    chip.name split_loan.number chip.present: chip.name split_loan.number chip.present
    Found: chip.present
    powder.name split_loan.number powder.present: powder.name split_loan.number powder.present
    Receive: 1 piece is on the way: parcel_loan.number travelling.name,weight
    split_loan.number: split_loan.number chip.name,present powder.name,present
    using_loan.number: using_loan.number extension.until used.name,present move.to
    What you owe: inventory.name,until parcel_loan.number split_loan.number using_loan.number
    Publications: publication.title,doi used.name`,
  'admin /inventories': `
    Inventories, Inventory: inventory.name
    Inventories, State: 'Open'
    Inventories, Until: inventory.until
    Inventories, Answered: '0 of 2 holders'
    Inventories, Pieces: '6'
    Inventories, Differ: '1'
    Inventories, Closed: '-'`,
  'admin /inventories/:inventory': `
    inventory.name: inventory.name,until
    Pieces that differ, Piece: powder.name split_loan.number winner.name
    Pieces that differ, On record: powder.present
    Pieces that differ, Found: '-'
    Pieces that differ, Difference: 'not there'
    Pieces that differ, What the holder says: '“Not found”'
    Not answered: opener.name,affiliation winner.name,affiliation`,
  'admin /publications': `
    Publications, Title: publication.title,doi
    Publications, Year: '2026'
    Publications, Pieces: used.name
    Publications, State: 'To confirm'`,
}
