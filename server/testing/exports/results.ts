import { LENT } from './exported_loan.ts'
import { INVENTORY_ID, inFull, MOMENTS } from './exported_results.ts'
import { type ExportFixture, endpoints, exportRequest } from './fixture.ts'
import { escapedCell } from './full_term.ts'

const ofHolder = {
  ...{ Asteroid: 'Ryugu', Loan: LENT.number, Holder: "'+Hal", 'Answers for it': "'=Bo Berg" },
  ...{ Affiliation: "'＝Berg", 'Answered by': "'=Uli", 'Answered at': inFull(MOMENTS.answered) },
}

export const resultExports: Record<string, ExportFixture> = {
  results: {
    ...exportRequest(endpoints.results.download),
    rows: ({ proposal_id, samples }) => [
      {
        ...{ ID: proposal_id, Term: 'AO7', Title: '\'＝Proposal, "x"', Name: "'=Ada ＋Mai @Abel -Jr" },
        ...{ 'E-mail': 'ada@abel.example', Affiliation: '\'－Institute of "A", B 🌟', Version: 1 },
        ...{ State: 'Closed', Outcome: 'Granted in part', Requests: 6, 'Requests met': 4 },
        ...{ Samples: '\'=A1, "p", G1', 'Sample IDs': `${samples.particle.id}, ${samples.gas.id}` },
        ...{ 'Weight (mg)': 5.4, "Panel's words": escapedCell('result'), Findings: 0 },
        'Not met': '3: No sample of that kind and size available\n5: Could not be served in full',
        ...{
          Released: '2026-05-02',
          Read: '2026-05-03',
          'Answer by': '2026-05-23',
          Answer: 'Answer acted on',
        },
        ...{ Accepted: '\'=A1, "p"', Declined: 'G1' },
      },
    ],
  },
  inventory: {
    ...exportRequest(endpoints.inventories.download, { params: { id: INVENTORY_ID } }),
    rows: () => [
      {
        ...{ ...ofHolder, Piece: '\'=A1, "p"', State: 'Resolved', 'On record': '5.130', Found: '5.000' },
        ...{ Unit: 'mg', Difference: '−130 µg', Condition: 'Broken', 'Asked again': '' },
        'What the holder says': escapedCell('result'),
        ...{ Resolution: "'=Handling loss", 'Resolved by': "'@Oki", 'Resolved at': inFull(MOMENTS.resolved) },
      },
      {
        ...{ ...ofHolder, Piece: 'G1', State: 'Differs', 'On record': '88.000', Found: '80.000' },
        ...{ Unit: 'Pa', Difference: '−8.0 Pa', Condition: 'Unchanged', 'Asked again': 'Asked of curation' },
        ...{ 'What the holder says': '', Resolution: '', 'Resolved by': '', 'Resolved at': '' },
      },
    ],
  },
  publications: {
    ...exportRequest(endpoints.publications.download),
    rows: ({ proposal_id }) => [
      {
        ...{ DOI: '10.1234/=veins', Title: '\'=Veins, "walls"', Year: 2026, State: 'To confirm' },
        ...{ Pieces: '\'=A1, "p", G1', Asteroids: 'Ryugu', Loans: LENT.number, Proposals: proposal_id },
        ...{ 'Added by': "'+Ada", 'Added at': MOMENTS.read },
        ...{ 'Confirmed by': "'-Oki", 'Confirmed at': MOMENTS.answered },
      },
    ],
  },
}
