import { LENT } from './exported_loan.ts'
import { type ExportFixture, endpoints, exportRequest } from './fixture.ts'
import { AT } from './full_term.ts'

const lent = {
  ...{ Loan: LENT.number, Due: LENT.due_on, State: 'In use', 'Held by': "'=Ada ＋Mai @Abel -Jr" },
  ...{ Asteroid: 'Ryugu', 'Received (UTC)': AT },
}

export const loanExports: Record<string, ExportFixture> = {
  loans: {
    ...exportRequest(endpoints.loans.download, { query: { search: LENT.number } }),
    rows: ({ proposal_id }) => [
      {
        ...{ Loan: LENT.number, Term: 7, Proposal: proposal_id, Title: '\'＝Proposal, "x"' },
        ...{ Holder: "'=Ada ＋Mai @Abel -Jr", Affiliation: '\'－Institute of "A", B 🌟', State: 'In use' },
        ...{ Pieces: 2, 'Out (µg)': 5130, 'Out (mPa)': 88000, Due: LENT.due_on, 'Days late': 31 },
        'Next act': 'no reminder yet',
      },
    ],
  },
  my_pieces: {
    ...exportRequest(endpoints.loans.myPieces),
    rows: () => [
      {
        ...{ ...lent, Piece: '\'=A1, "p"', Form: 'Particle', Unit: 'mg' },
        ...{ Sent: '5.400', Found: '5.397', 'Used up': '0.260', 'Handling loss': '0.007' },
        ...{ 'Measured difference': '-0.003', Present: '5.130' },
      },
      {
        ...{ ...lent, Piece: 'G1', Form: 'Gas', Unit: 'Pa' },
        ...{ Sent: '88.000', Found: '88.000', 'Used up': '0.000', 'Handling loss': '0.000' },
        ...{ 'Measured difference': '0.000', Present: '88.000' },
      },
    ],
  },
}
