import { type ExportFixture, endpoints, exportRequest } from './fixture.ts'
import { escapedCell, type FullTerm } from './full_term.ts'

const proposal = ({ proposal_id, proposer }: FullTerm) => ({
  ID: proposal_id,
  Term: 'AO7',
  'Proposer ID': proposer.id,
  Name: "'=Ada ＋Mai @Abel -Jr",
  'E-mail': 'ada@abel.example',
  Affiliation: '\'－Institute of "A", B 🌟',
  Title: '\'＝Proposal, "x"',
  'Global Score': 3.5,
})

export const proposalExports: Record<string, ExportFixture> = {
  proposals: {
    ...exportRequest(endpoints.staff.download),
    rows: (term) => [
      {
        ...proposal(term),
        'ORCID iD': 'https://orcid.org/0000-0002-1825-0097',
        // The form normalizes line ends to \n.
        Abstract: escapedCell('abstract').replace(/\r\n?/gu, '\n'),
        Keywords: "'-dust, =ice",
        Status: 'Scored',
        Unlocked: 1,
        Rank: 6,
        Reviewers: "'-Rei Aalto (Submitted)\n'=Bo Berg (Submitted)",
        'Average Science Score': 4.5,
        'Average Technical Score': 2.5,
        'Average Total Score': 7,
        'Average Rank': 8.5,
      },
    ],
  },
  proposals_with_assigned_samples: {
    ...exportRequest(endpoints.staff.downloadAssignedSamples),
    rows: (term) => {
      const { particle, gas, kept, pad } = term.samples
      return [
        {
          ...proposal(term),
          'Sample IDs': [particle, gas, kept, pad].map(({ id }) => id).join(', '),
          'Assigned Samples':
            '\'=A1, "p" (2.000 mm, 5.4 mg, 101.5 Pa, 0.3 ml), G1 (88 Pa, 12 ml), R1 (0.650 mm, 2.2 mg), ' +
            '@C1 (0.300 mm, 0.9 mg)',
        },
      ]
    },
  },
}
