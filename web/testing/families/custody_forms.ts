/** The forms of results, loans, pieces, inventories and publications, as in FORMS. */
export const CUSTODY_FORMS: Record<string, string> = {
  'winner /mypage/samples?act=lost&piece=:used_piece': `
    PUT /api/loans/{using_loan.number}/say_lost
    What happened: reason`,
  'winner /mypage/samples?act=use&piece=:used_piece': `
    PUT /api/loans/{using_loan.number}/consume
    How much: consumed
    Method: method
    Handling loss: lost`,
  'winner /mypage/samples?act=move&piece=:chip_piece': `
    PUT /api/loans/{split_loan.number}/ask_move
    Place: name
    Reason: reason
    Move to: A colleague: to = colleague
    E-mail: email
    Affiliation: affiliation`,
  'winner /mypage/samples?act=extend&loan=:split_loan': `
    PUT /api/loans/{split_loan.number}/ask_extension
    Until: until
    Why: reason`,
  'winner /mypage/samples?act=return&piece=:used_piece': `
    PUT /api/loans/{using_loan.number}/send_back
    What you send back of {used.name}: pieces.0.amount
    Carrier: carrier
    Tracking number: tracking_number`,
  'winner /mypage/samples?act=missing&loan=:parcel_loan': `
    PUT /api/loans/{parcel_loan.number}/missing
    What happened: note
    Not in the parcel: {travelling.name} is missing: has to be chosen`,
  'winner /mypage/samples Confirm receipt': `
    PUT /api/loans/{parcel_loan.number}/receive
    Mass found of {travelling.name}: pieces.0.found
    {travelling.name} is here: has to be chosen`,
  'admin /pieces/:doomed_piece Withdraw the write-off': `
    POST /api/pieces/{doomed.address}/write_off/withdraw
    Reason: reason`,
  'winner /mypage/samples Add': `
    POST /api/publications
    DOI: doi
    Title: title
    Year: year`,
  'admin /publications Add': `
    POST /api/publications
    DOI: doi
    Title: title
    Year: year`,
}
