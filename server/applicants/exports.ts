import { type ApplicantFilter, applicants } from '#domain/applicants/contract.ts'
import { NOTICE_CSV_LABEL, type NoticeField } from '#domain/applicants/fields.ts'
import { applicantStatus } from '#domain/applicants/status.ts'
import { labelOf, termLabel } from '#domain/masters/values.ts'
import { personLine } from '#domain/users/person.ts'
import { type Column, type Export, plain, type RowOf, text } from '../platform/csv.ts'
import { streamApplicants } from './queries.ts'

type Row = RowOf<typeof streamApplicants>

const NOTICE_COLUMNS: Record<NoticeField, Column<Row>> = {
  early_career: plain(NOTICE_CSV_LABEL.early_career, (a) => labelOf('early_career_type', a.early_career)),
  proposal_title: text(NOTICE_CSV_LABEL.proposal_title, (a) => a.proposal_title),
  proposal_abstract: text(NOTICE_CSV_LABEL.proposal_abstract, (a) => a.proposal_abstract),
  collaborators: text(NOTICE_CSV_LABEL.collaborators, (a) =>
    a.applicant_collaborator.map(personLine).join('\n'),
  ),
}

/** The applicant list as a file. */
export const applicantExport: Export<Row, ApplicantFilter> = {
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
    ...Object.values(NOTICE_COLUMNS),
  ],
  rows: (ctx, filter) => streamApplicants(ctx.db, filter),
}
