import { type ApplicantFilter, applicants } from '#domain/applicants/contract.ts'
import { applicantStatus } from '#domain/applicants/status.ts'
import { labelOf, termLabel } from '#domain/masters/values.ts'
import { personLine } from '#domain/users/person.ts'
import { type Export, plain, type RowOf, text } from '../platform/csv.ts'
import { streamApplicants } from './queries.ts'

/** The applicant list as a file. */
export const applicantExport: Export<RowOf<typeof streamApplicants>, ApplicantFilter> = {
  name: 'applicants',
  call: applicants.download,
  columns: [
    plain('ID', (a) => a.id),
    plain('Term', (a) => termLabel(a.term_id)),
    plain('Status', (a) => applicantStatus.label(a.status)),
    plain('Application date', (a) => a.created_at),
    text('Name', (a) => a.name),
    text('First name', (a) => a.first_name),
    text('Middle name', (a) => a.middle_name),
    text('Last name', (a) => a.last_name),
    text('Suffix', (a) => a.suffix),
    text('E-mail', (a) => a.email),
    text('Affiliation', (a) => a.affiliation),
    plain('Early career', (a) => labelOf('early_career_type', a.early_career)),
    text('Proposal title', (a) => a.proposal_title),
    text('Proposal abstract', (a) => a.proposal_abstract),
    text('Collaborators', (a) => a.applicant_collaborator.map(personLine).join('\n')),
  ],
  rows: (ctx, filter) => streamApplicants(ctx.db, filter),
}
