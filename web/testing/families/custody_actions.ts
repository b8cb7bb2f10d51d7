/** The actions of results, loans, pieces, inventories and publications, as in ACTIONS. */
export const CUSTODY_ACTIONS: Record<string, string> = {
  'admin /results > Select all': `
    Take note of 1 > YES: PUT /api/results/take_note proposal_ids.0={answerer_proposal.id} | asks: answerer, 1 sample, no mail
    Remind 1 > YES: PUT /api/results/remind proposal_ids.0={winner_proposal.id} | asks: winner | mails result_reminder: winner
    Mark 1 as checked > YES: PUT /api/results/check proposal_ids.0={open.id} | asks: no mail
    Release 1 result > Release 1 result: PUT /api/results/release proposal_ids.0={open.id} | asks: opener, 1 e-mail | mails result_released: opener`,
  'admin /results > Peek at :proposal': `
    Edit text > Save: PUT /api/results/save/{proposal.id} text={proposal.for_proposer} The panel grants part of what you asked for. The reason is given beside each request that is not met. correction= reasons.0.priority=2 reasons.0.reason=none_available reasons.1.priority=3 reasons.1.reason=null reasons.2.priority=4 reasons.2.reason=none_available | asks: -
    Mark as checked: disabled`,
  'admin /results > Peek at :winner_proposal': `
    Answer on behalf > Accept 2 samples: PUT /api/results/answer_on_behalf/{winner_proposal.id} edition=1 samples.0.sample_id={promised.id} samples.0.accepted=true samples.1.sample_id={reserve.id} samples.1.accepted=true | asks: winner, promised, reserve, 2 samples | mails result_answered: winner
    Remind > YES: PUT /api/results/remind proposal_ids.0={winner_proposal.id} | asks: winner | mails result_reminder: winner
    Correct > Begin correction: POST /api/results/correct/{winner_proposal.id} correction=Typed remove=[] add=[] | asks: promised, reserve`,
  'admin /results > Peek at :answerer_proposal': `
    Take note > YES: PUT /api/results/take_note proposal_ids.0={answerer_proposal.id} | asks: answerer, 1 sample, no mail
    Change on behalf > Accept 1, decline 1: PUT /api/results/answer_on_behalf/{answerer_proposal.id} edition=1 samples.0.sample_id={accepted.id} samples.0.accepted=true samples.1.sample_id={declined.id} samples.1.accepted=false | asks: answerer, accepted, declined
    Correct > Begin correction: POST /api/results/correct/{answerer_proposal.id} correction=Typed remove=[] add=[] | asks: accepted, declined`,
  'winner /proposals/myproposal': `
    Accept 2 samples > YES: PUT /api/results/mine/{winner_proposal.id}/answer edition=1 samples.0.sample_id={promised.id} samples.0.accepted=true samples.1.sample_id={reserve.id} samples.1.accepted=true | asks: promised, reserve, 2 samples | mails result_answered: winner
    Decline all > YES: PUT /api/results/mine/{winner_proposal.id}/answer edition=1 samples.0.sample_id={promised.id} samples.0.accepted=false samples.1.sample_id={reserve.id} samples.1.accepted=false | asks: promised, reserve, 2 samples | mails result_answered: winner
    Edit > STAY: nothing | asks: -
    Edit > LEAVE: nothing | asks: -
    Submit: disabled
    Ask to withdraw > Ask the office: PUT /api/proposals/withdraw/{winner_proposal.id} reason=Typed | asks: - | mails withdrawal_asked: admin, colleague
    Ask the office > Send: POST /api/proposals/ask_office question=Typed | asks: winner | mails office_question: admin, colleague | mails office_question_copy: winner`,
  'admin /loans > Select all': `
    Send the agreement > SEND: PUT /api/loans/send_agreements numbers.0={papers_loan.number} | asks: opener | mails loan_agreement: opener`,
  'admin /loans/:papers_loan': `
    Received on paper > YES: PUT /api/loans/{papers_loan.number}/on_paper | asks: no mail
    Send the agreement > SEND: PUT /api/loans/send_agreements numbers.0={papers_loan.number} | asks: opener | mails loan_agreement: opener
    Upload a customs paper > Choose file: nothing | asks: -
    Upload a customs paper > Upload (disabled): nothing | asks: -
    Correct an event > Take it back (disabled): nothing | asks: papers
    Ask for an extension on behalf of the holder Nothing has been received yet, so nothing is due.: disabled
    Hand over to a successor > Hand over (disabled): nothing | asks: opener, no mail
    Note what came back without having been lent > Note it: PUT /api/loans/{papers_loan.number}/note_unlent description=Typed note=Typed | asks: -
    Close without a report of use > Close the loan: PUT /api/loans/{papers_loan.number}/close without_report=Typed | asks: no mail`,
  'admin /loans/:using_loan': `
    Refuse > Refuse: PUT /api/loans/{using_loan.number}/decide_extension granted=false note=Typed | asks: winner | mails loan_extension: winner
    Grant to {extension.until} > Grant: PUT /api/loans/{using_loan.number}/decide_extension granted=true note=Typed until={extension.until} | asks: winner | mails loan_extension: winner
    Refuse {used.name} > Refuse: PUT /api/loans/{using_loan.number}/decide_move piece={used.address} granted=false note=Typed | asks: used, winner | mails loan_move: winner
    Allow {used.name} > Allow: PUT /api/loans/{using_loan.number}/decide_move piece={used.address} granted=true note=Typed | asks: used, winner | mails loan_move: winner
    Upload a customs paper > Choose file: nothing | asks: -
    Upload a customs paper > Upload (disabled): nothing | asks: -
    Correct an event > Take it back: POST /api/pieces/{used.address}/counter number=7 amount=null reason=Typed | asks: used, winner
    Ask for an extension on behalf of the holder An extension until {extension.until} is already asked for.: disabled
    Hand over to a successor > Hand over (disabled): nothing | asks: winner, no mail
    Note what came back without having been lent > Note it: PUT /api/loans/{using_loan.number}/note_unlent description=Typed note=Typed | asks: -
    Close without a report of use {used.name} is not accounted for.: disabled
    Weigh in > Confirm: PUT /api/loans/{using_loan.number}/confirm_return piece={used.address} found=1000 place=Typed reason=Typed, refused: {used.name} is 797 µg lighter than on record: say whether it is a handling loss, and why. | asks: used, winner
    Write off > Propose: PUT /api/loans/{using_loan.number}/propose_write_off piece={used.address} reason=Typed | asks: used
    Split > Add a part: nothing | asks: used, winner
    Split > Remove {used.name}-03: nothing | asks: used, winner, method
    Split > Split in 2: nothing | asks: used, winner, method
    Record use > Record 1 µg: PUT /api/loans/{using_loan.number}/consume piece={used.address} consumed=1 lost=1 method={method.name} key=a key | asks: used, winner, method
    Send back > It is on its way: PUT /api/loans/{using_loan.number}/send_back pieces.0.piece={used.address} pieces.0.amount=1797 carrier=Typed tracking_number=Typed key=a key | asks: used, winner
    Say that it is lost > Report as lost: PUT /api/loans/{using_loan.number}/say_lost piece={used.address} reason=Typed key=a key | asks: used, winner`,
  'admin /loans/:odd_loan': `
    Resolve {odd.name} > Resolve: PUT /api/loans/{odd_loan.number}/resolve how=weigh_again reason=Typed piece={odd.address} | asks: odd, opener | mails loan_weigh_again: opener
    Upload a customs paper > Choose file: nothing | asks: -
    Upload a customs paper > Upload (disabled): nothing | asks: -
    Correct an event > Take it back: POST /api/pieces/{odd.address}/counter number=5 amount=null reason=Typed | asks: odd, opener | mails loan_taken_back: opener
    Ask for an extension on behalf of the holder > Ask for the extension: nothing | asks: opener
    Hand over to a successor > Hand over (disabled): nothing | asks: opener, no mail
    Note what came back without having been lent > Note it: PUT /api/loans/{odd_loan.number}/note_unlent description=Typed note=Typed | asks: -
    Close without a report of use {odd.name} is not accounted for.: disabled
    Weigh in > Confirm: PUT /api/loans/{odd_loan.number}/confirm_return piece={odd.address} found=1000 place=Typed reason=Typed, refused: {odd.name} is 2,370 µg lighter than on record: say whether it is a handling loss, and why. | asks: odd, opener
    Write off > Propose: PUT /api/loans/{odd_loan.number}/propose_write_off piece={odd.address} reason=Typed | asks: odd
    Weigh again > Confirm what I found: PUT /api/loans/{odd_loan.number}/weigh_again piece={odd.address} found=1000 key=a key | asks: odd, opener
    Say that it is lost > Report as lost: PUT /api/loans/{odd_loan.number}/say_lost piece={odd.address} reason=Typed key=a key | asks: odd, opener`,
  'admin /loans/:back_loan': `
    Weigh in {back.name} > Confirm: PUT /api/loans/{back_loan.number}/confirm_return piece={back.address} found=1000 place=Typed reason=Typed, refused: {back.name} is 1,879 µg lighter than on record: say whether it is a handling loss, and why. | asks: back, answerer
    Upload a customs paper > Choose file: nothing | asks: -
    Upload a customs paper > Upload (disabled): nothing | asks: -
    Correct an event > Take it back: POST /api/pieces/{back.address}/counter number=7 amount=null reason=Typed | asks: back, answerer | mails loan_taken_back: answerer
    Ask for an extension on behalf of the holder Nothing is with the holder any more.: disabled
    Hand over to a successor > Hand over (disabled): nothing | asks: answerer, no mail
    Note what came back without having been lent > Note it: PUT /api/loans/{back_loan.number}/note_unlent description=Typed note=Typed | asks: -
    Close without a report of use {back.name} is not accounted for.: disabled
    Weigh in > Confirm: PUT /api/loans/{back_loan.number}/confirm_return piece={back.address} found=1000 place=Typed reason=Typed, refused: {back.name} is 1,879 µg lighter than on record: say whether it is a handling loss, and why. | asks: back, answerer
    Write off > Propose: PUT /api/loans/{back_loan.number}/propose_write_off piece={back.address} reason=Typed | asks: back
    Say that it is lost > Report as lost: PUT /api/loans/{back_loan.number}/say_lost piece={back.address} reason=Typed key=a key | asks: back, answerer`,
  'curator /loans/:ready_loan/packing': `
    Sign as packed: disabled`,
  'curator /pieces/:used_piece': `
    QR code and label > Label, PDF: nothing | asks: used
    Correct an event > Take it back: POST /api/pieces/{used.address}/counter number=7 amount=null reason=Typed | asks: used, winner
    Weigh {used.name} is not in curation: act on its loan.: disabled
    Split {used.name} is not in curation: act on its loan.: disabled
    Record a handling loss {used.name} is not in curation: act on its loan.: disabled
    Write off {used.name} is not in curation: act on its loan.: disabled
    Change the place {used.name} is not in curation: act on its loan.: disabled`,
  'curator /pieces/:papers_piece': `
    QR code and label > Label, PDF: nothing | asks: papers
    Put on offer > Put on offer: POST /api/offers/{papers.address}, refused: {papers.name} is to go out with loan {papers_loan.number}: leave it out there first. | asks: papers
    Weigh > Record: POST /api/pieces/{papers.address}/weigh found=1000 note=Typed | asks: papers
    Split > Remove {papers.name}-02: nothing | asks: papers
    Split > Add a part: nothing | asks: papers
    Split > Add a part: nothing | asks: papers
    Split > Split in 3 (disabled): nothing | asks: papers
    Record a handling loss > Record: POST /api/pieces/{papers.address}/loss amount=1 reason=Typed | asks: papers
    Write off > Propose: POST /api/pieces/{papers.address}/write_off reason=Typed | asks: papers, no mail
    Change the place > Save: PUT /api/pieces/{papers.address}/place place=Typed | asks: papers`,
  'admin /pieces/:doomed_piece': `
    QR code and label > Label, PDF: nothing | asks: doomed
    Withdraw the write-off > Withdraw: POST /api/pieces/{doomed.address}/write_off/withdraw reason=Typed write_off=1 | asks: doomed, no mail
    Confirm the write-off > WRITE OFF: POST /api/pieces/{doomed.address}/write_off/confirm write_off=1 | asks: doomed, curator
    Put on offer: disabled
    Weigh > Record: POST /api/pieces/{doomed.address}/weigh found=1000 note=Typed | asks: doomed
    Split A write-off of {doomed.name} is proposed: confirm or withdraw it first.: disabled
    Record a handling loss > Record: POST /api/pieces/{doomed.address}/loss amount=1 reason=Typed | asks: doomed
    Write off A write-off of {doomed.name} is already proposed.: disabled
    Change the place > Save: PUT /api/pieces/{doomed.address}/place place=Typed | asks: doomed`,
  'curator /pieces/:doomed_piece': `
    QR code and label > Label, PDF: nothing | asks: doomed
    Withdraw the write-off > Withdraw: POST /api/pieces/{doomed.address}/write_off/withdraw reason=Typed write_off=1 | asks: doomed, no mail
    Confirm the write-off: disabled
    Put on offer: disabled
    Weigh > Record: POST /api/pieces/{doomed.address}/weigh found=1000 note=Typed | asks: doomed
    Split A write-off of {doomed.name} is proposed: confirm or withdraw it first.: disabled
    Record a handling loss > Record: POST /api/pieces/{doomed.address}/loss amount=1 reason=Typed | asks: doomed
    Write off A write-off of {doomed.name} is already proposed.: disabled
    Change the place > Save: PUT /api/pieces/{doomed.address}/place place=Typed | asks: doomed`,
  'winner /mypage/samples': `
    Confirm 2 pieces: POST /api/inventories/mine inventory_id={inventory.id} pieces.0.address={chip.address} pieces.0.there=true pieces.0.found=931 pieces.0.condition=unchanged pieces.0.remark= pieces.1.address={powder.address} pieces.1.there=false pieces.1.found=null pieces.1.condition=unchanged pieces.1.remark=Not found unlisted=[]
    Confirm receipt: disabled
    Ask for an extension: disabled
    Move {used.name}: disabled
    Add > Add: nothing | asks: -
    Edit {publication.title} > Remove it: nothing | asks: used
    Edit {publication.title} > Save: PUT /api/publications/{publication.id} doi={publication.doi} title={publication.title} year=2026 pieces.0={used.address} | asks: used
    Ask the office > Send: POST /api/proposals/ask_office question=Typed | asks: winner | mails office_question: admin, colleague | mails office_question_copy: winner`,
  'admin /inventories': `
    Ask for an inventory: disabled`,
  'admin /inventories/:inventory': `
    Close inventory: disabled
    Accept 1 answer: POST /api/inventories/{inventory.id}/accept
    Start a write-off: {powder.name} > Start a write-off: POST /api/inventories/{inventory.id}/resolve entry_id=150002 answered_at=a time act=write_off reason=Not found | asks: powder, winner
    0 of 1: answer on behalf of {opener.name} > I hold something that is not on the list: nothing | asks: opener, odd
    0 of 1: answer on behalf of {opener.name} > Confirm 0 pieces: nothing | asks: opener, odd
    2 of 3: answer on behalf of {winner.name} > I hold something that is not on the list: nothing | asks: winner, used, chip, powder
    2 of 3: answer on behalf of {winner.name} > Confirm 2 pieces: POST /api/inventories/{inventory.id}/answer inventory_id={inventory.id} pieces.0.address={chip.address} pieces.0.there=true pieces.0.found=931 pieces.0.condition=unchanged pieces.0.remark=Typed pieces.1.address={powder.address} pieces.1.there=false pieces.1.found=null pieces.1.condition=unchanged pieces.1.remark=Not found unlisted=[] user_id={winner.id} | asks: winner, used, chip, powder
    Remind 2 holders > REMIND: POST /api/inventories/{inventory.id}/remind user_ids.0={opener.id} user_ids.1={winner.id} | asks: inventory, opener, winner | mails inventory_reminded: opener, winner
    Preview: nothing | asks: opener, inventory, odd
    Ask to weigh again > Ask to weigh again: POST /api/inventories/{inventory.id}/resolve entry_id=150002 answered_at=a time act=weigh reason=Not found | asks: powder, winner | mails inventory_question: winner
    Resolve with a note > Resolve with a note: POST /api/inventories/{inventory.id}/resolve entry_id=150002 answered_at=a time act=note reason=Typed | asks: powder`,
  'admin /publications > Select all': `
    Add > Add: nothing | asks: -
    Edit {publication.title} > Remove it: nothing | asks: used
    Edit {publication.title} > Save: PUT /api/publications/{publication.id} doi={publication.doi} title={publication.title} year=2026 pieces.0={used.address} | asks: used
    Confirm 1: POST /api/publications/confirm ids.0={publication.id}`,
}
