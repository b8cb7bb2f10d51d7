import { type ExportFixture, endpoints, exportRequest } from './fixture.ts'
import { AT, escapedCell } from './full_term.ts'

const COLE = '＠Cy Cole / Cole\u00a0"Labs" (cy@cole.example)'
const DAHL = '=Dag Dahl / +Dahl, D (dag@dahl.example)'

const ada = {
  Name: "'=Ada ＋Mai @Abel -Jr",
  'E-mail': 'ada@abel.example',
  Affiliation: '\'－Institute of "A", B 🌟',
}

const report = (i: number) => ({
  Term: 'AO7',
  Proposer: "'=Ada ＋Mai @Abel -Jr",
  Title: '\'＝Proposal, "x"',
  Status: 'Submitted',
  Rank: 8 + i,
  'Science Score': 5 - i,
  'Technical Score': 3 - i,
  'Science Comment Strength': escapedCell(`science strength ${i}`),
  'Science Comment Weakness': escapedCell(`science weakness ${i}`),
  'Technical Comment Strength': escapedCell(`technical strength ${i}`),
  'Technical Comment Weakness': escapedCell(`technical weakness ${i}`),
  'Submit Date': AT,
})

/** Flags of the mail list: office, panel, reviewer, curation, proposer, disabled. No ORCID iD. */
const flags = (flags: string) => ({
  'Administration office': flags[0]!,
  Panel: flags[1]!,
  Reviewer: flags[2]!,
  Curation: flags[3]!,
  Proposer: flags[4]!,
  Disabled: flags[5]!,
  'ORCID iD': '',
})

export const peopleExports: Record<string, ExportFixture> = {
  applicants: {
    ...exportRequest(endpoints.applicants.download),
    rows: (term) => [
      {
        ...ada,
        ID: term.applicant_id,
        Term: 'AO7',
        Status: 'Registered',
        'Application date': AT,
        'First name': "'=Ada",
        'Middle name': "'＋Mai",
        'Last name': "'@Abel",
        Suffix: "'-Jr",
        'Early career': 'Graduate student',
        'Proposal title': "'=Notice, שלום",
        'Proposal abstract': escapedCell('notice'),
        Collaborators: `'${COLE}\n'${DAHL}`,
        'ORCID iD': 'https://orcid.org/0000-0002-1694-233X',
      },
    ],
  },
  proposers: {
    ...exportRequest(endpoints.proposers.download),
    rows: (term) => [
      {
        ...ada,
        ID: term.proposer.id,
        Term: 'AO7',
        'Early career': 'Within ten years of the doctorate',
        Status: 'Submitted',
        'Proposal ID': term.proposal_id,
        Title: '\'＝Proposal, "x"',
        Collaborators: `'${DAHL}`,
        'ORCID iD': 'https://orcid.org/0000-0002-1825-0097',
      },
    ],
  },
  proposers_and_collaborators: {
    ...exportRequest(endpoints.proposers.peopleDownload),
    rows: ({ proposal_id }) => [
      { ...ada, Role: 'Proposer', Term: 'AO7', 'Proposal ID': proposal_id, 'Collaborator of': '' },
      {
        Name: "'=Dag Dahl",
        'E-mail': 'dag@dahl.example',
        Affiliation: "'+Dahl, D",
        Role: 'Collaborator',
        Term: 'AO7',
        'Proposal ID': proposal_id,
        'Collaborator of': proposal_id,
      },
    ],
  },
  users_address: {
    ...exportRequest(endpoints.users.mailList),
    rows: ({ admin, proposer, reviewers, gone }) => [
      {
        ID: admin.id,
        Name: "'+Oki Office",
        'E-mail': 'oki@office.example',
        Affiliation: "'-Office",
        ...flags('100000'),
      },
      { ID: proposer.id, ...ada, ...flags('000010'), 'ORCID iD': 'https://orcid.org/0000-0002-1825-0097' },
      {
        ID: reviewers[0]!.id,
        Name: "'-Rei Aalto",
        'E-mail': 'rei@aalto.example',
        Affiliation: "'@Aalto",
        ...flags('001000'),
      },
      {
        ID: reviewers[1]!.id,
        Name: "'=Bo Berg",
        'E-mail': 'bo@berg.example',
        Affiliation: "'＝Berg",
        ...flags('011000'),
      },
      {
        ID: gone.id,
        Name: 'Zoe Zwart',
        'E-mail': 'zoe@zwart.example',
        Affiliation: "'\t=Zwart",
        ...flags('000011'),
      },
    ],
  },
  reviewers: {
    ...exportRequest(endpoints.reports.download),
    rows: ({ reviewers, report_ids, proposal_id }) => [
      {
        'Reviewer ID': reviewers[0]!.id,
        Name: "'-Rei Aalto",
        'E-mail': 'rei@aalto.example',
        Affiliation: "'@Aalto",
        'Report ID': report_ids[0]!,
        'Proposal ID': proposal_id,
        ...report(0),
      },
      {
        'Reviewer ID': reviewers[1]!.id,
        Name: "'=Bo Berg",
        'E-mail': 'bo@berg.example',
        Affiliation: "'＝Berg",
        'Report ID': report_ids[1]!,
        'Proposal ID': proposal_id,
        ...report(1),
      },
    ],
  },
  reviewer_assignment: {
    ...exportRequest(endpoints.assignReviewers.download),
    rows: ({ reviewers, proposal_id }) => {
      const proposal = {
        'Proposal ID': proposal_id,
        Title: '\'＝Proposal, "x"',
        Proposer: "'=Ada ＋Mai @Abel -Jr",
        Reports: 2,
        Load: 1,
        Status: 'Submitted',
      }
      return [
        {
          ...proposal,
          'Reviewer ID': reviewers[0]!.id,
          Reviewer: "'-Rei Aalto",
          'E-mail': 'rei@aalto.example',
          Affiliation: "'@Aalto",
          Limit: 4,
          Fit: 12,
          Reasons: '1 shared keyword +12 (-dust)',
          'By hand': '',
          Conflict: 'Not judged',
        },
        {
          ...proposal,
          'Reviewer ID': reviewers[1]!.id,
          Reviewer: "'=Bo Berg",
          'E-mail': 'bo@berg.example',
          Affiliation: "'＝Berg",
          Limit: 6,
          Fit: 0,
          Reasons: '',
          'By hand': 'Forbidden',
          Conflict: '',
        },
      ]
    },
  },
  conflicts: {
    ...exportRequest(endpoints.conflicts.findingsDownload),
    rows: ({ reviewers, proposal_id }) => {
      const finding = {
        Term: 'AO7',
        'Proposal ID': proposal_id,
        Proposer: "'=Ada ＋Mai @Abel -Jr",
        Title: '\'＝Proposal, "x"',
        About: "'=Dag Dahl",
        Finding: 'Declared relation',
        Strength: 'Strong',
      }
      return [
        {
          ...finding,
          'User ID': reviewers[0]!.id,
          Name: "'-Rei Aalto",
          Affiliation: "'@Aalto",
          Evidence: "'=Dag Dahl: Supervisor or student, since 2019, declared 2026-05-01",
          State: 'To judge',
          Reason: '',
        },
        {
          ...finding,
          'User ID': reviewers[1]!.id,
          Name: "'=Bo Berg",
          Affiliation: "'＝Berg",
          Evidence: `'=Dag Dahl: Other relation, declared 2026-05-01. “${escapedCell('note').slice(1)}”`,
          State: 'Allowed',
          Reason: escapedCell('reason'),
        },
      ]
    },
  },
}
