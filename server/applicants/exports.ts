import { type ApplicantFilter, applicants } from '#domain/applicants/contract.ts'
import { NOTICE_CSV_LABEL, type NoticeField } from '#domain/applicants/fields.ts'
import { applicantStatus } from '#domain/applicants/status.ts'
import { labelOf, termLabel } from '#domain/masters/values.ts'
import { ORCID_LABEL, orcidLink } from '#domain/orcid.ts'
import { personLine } from '#domain/users/person.ts'
import { type Column, type Export, plainColumn, type RowOf, textColumn } from '../platform/csv.ts'
import { streamApplicants } from './queries.ts'

type Row = RowOf<typeof streamApplicants>

const NOTICE_COLUMNS: Record<NoticeField, Column<Row>> = {
  early_career: plainColumn(NOTICE_CSV_LABEL.early_career, (a) =>
    labelOf('early_career_type', a.early_career),
  ),
  proposal_title: textColumn(NOTICE_CSV_LABEL.proposal_title, (a) => a.proposal_title),
  proposal_abstract: textColumn(NOTICE_CSV_LABEL.proposal_abstract, (a) => a.proposal_abstract),
  collaborators: textColumn(NOTICE_CSV_LABEL.collaborators, (a) =>
    a.applicant_collaborator.map(personLine).join('\n'),
  ),
}

export const applicantExport: Export<Row, ApplicantFilter> = {
  name: 'applicants',
  endpoint: applicants.download,
  columns: [
    plainColumn('ID', (a) => a.id),
    plainColumn('Term', (a) => termLabel(a.term_id)),
    plainColumn('Status', (a) => applicantStatus.label(a.status)),
    plainColumn('Application date', (a) => a.created_at),
    textColumn('Name', (a) => a.name),
    textColumn('First name', (a) => a.first_name),
    textColumn('Middle name', (a) => a.middle_name),
    textColumn('Last name', (a) => a.last_name),
    textColumn('Suffix', (a) => a.suffix),
    textColumn('E-mail', (a) => a.email),
    textColumn('Affiliation', (a) => a.affiliation),
    ...Object.values(NOTICE_COLUMNS),
    textColumn(ORCID_LABEL, (a) => a.orcid && orcidLink(a.orcid)),
  ],
  rows: (ctx, filter) => streamApplicants(ctx.db, filter),
}
