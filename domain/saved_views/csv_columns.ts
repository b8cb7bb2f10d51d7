import { NOTICE_CSV_LABEL, NOTICE_LABEL } from '../applicants/fields.ts'
import { DETAIL_LABEL } from '../proposals/fields.ts'
import { PERSON_LABEL, ROLE_LABEL } from '../users/fields.ts'
import type { ViewedPath } from './rules.ts'

const person = { Name: ['Name', 'E-mail', 'Affiliation'] }
const PROPOSAL = {
  Name: ['Name'],
  'Email/Affiliation': ['E-mail', 'Affiliation'],
  'Global Score': ['Global Score'],
}

/** What a column of a list is in the list's CSV file: the headers of its columns there, by the header on the screen. */
export const CSV_COLUMNS: Partial<Record<ViewedPath, Record<string, readonly string[]>>> = {
  '/proposals': {
    ...PROPOSAL,
    'ID: Title': ['ID', DETAIL_LABEL.title],
    Abstract: [DETAIL_LABEL.abstract],
    Keywords: [DETAIL_LABEL.keywords],
    Status: ['Status', 'Unlocked'],
    Rank: ['Rank', 'Average Rank'],
    Reports: ['Reports', 'Reviewers'],
    Science: ['Average Science Score'],
    Technical: ['Average Technical Score'],
    Total: ['Average Total Score'],
    Spread: ['Totals'],
    Adjusted: ['Adjusted'],
    'Exp. rank': ['Expected Rank', '90 % Interval'],
    Mine: ['Mine'],
  },
  '/proposals/assigned_samples': {
    ...PROPOSAL,
    Id: ['ID'],
    Title: [DETAIL_LABEL.title],
    'Assigned Samples': ['Sample IDs', 'Assigned Samples'],
  },
  '/proposers': {
    ...person,
    'ID: Title': ['Proposal ID', 'Title', 'Collaborators'],
    'Early career': ['Early career'],
    Status: ['Status'],
  },
  '/proposers/applicant': {
    ...person,
    [NOTICE_LABEL.proposal_title]: [NOTICE_CSV_LABEL.proposal_title, NOTICE_CSV_LABEL.collaborators],
    [NOTICE_LABEL.early_career]: [NOTICE_CSV_LABEL.early_career],
    Status: ['Status'],
    'Application date': ['Application date'],
  },
  '/proposers/collaborators': {
    ...person,
    Role: ['Role'],
    Term: ['Term'],
    'Proposal ID': ['Proposal ID'],
    'Collaborator of': ['Collaborator of'],
  },
  '/reviewers': {
    Name: ['Name'],
    'E-mail': ['E-mail'],
    Affiliation: ['Affiliation'],
    Proposal: ['Proposal ID', 'Title', 'Status'],
  },
  '/users': {
    Name: ['Name', PERSON_LABEL.email],
    Affiliation: [PERSON_LABEL.affiliation],
    Roles: Object.values(ROLE_LABEL),
    Status: ['Disabled'],
  },
}
