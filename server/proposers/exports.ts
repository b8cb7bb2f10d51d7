import { labelOf, termLabel } from '#domain/masters/values.ts'
import { ORCID_LABEL, orcidLink } from '#domain/orcid.ts'
import { type PersonFilter, type ProposerFilter, proposers } from '#domain/proposers/contract.ts'
import { personRole, proposerStatus } from '#domain/proposers/rules.ts'
import { personLine } from '#domain/users/person.ts'
import { type Export, plainColumn, type RowOf, textColumn } from '../platform/csv.ts'
import { streamPeople, streamProposers } from './queries.ts'

export const proposerExport: Export<RowOf<typeof streamProposers>, ProposerFilter> = {
  name: 'proposers',
  endpoint: proposers.download,
  columns: [
    plainColumn('ID', (p) => p.user_id),
    plainColumn('Term', (p) => termLabel(p.term_id)),
    textColumn('Name', (p) => p.name),
    textColumn('E-mail', (p) => p.email),
    textColumn('Affiliation', (p) => p.affiliation),
    plainColumn('Early career', (p) => labelOf('early_career_type', p.early_career)),
    plainColumn('Status', (p) => proposerStatus(p.status)),
    plainColumn('Proposal ID', (p) => p.proposal_id),
    textColumn('Title', (p) => p.title),
    textColumn('Collaborators', (p) => p.proposal_collaborator.map(personLine).join('\n')),
    textColumn(ORCID_LABEL, (p) => p.orcid && orcidLink(p.orcid)),
  ],
  rows: (ctx, filter) => streamProposers(ctx.db, filter),
}

export const peopleExport: Export<RowOf<typeof streamPeople>, PersonFilter> = {
  name: 'proposers_and_collaborators',
  endpoint: proposers.peopleDownload,
  columns: [
    textColumn('Name', (p) => p.name),
    textColumn('E-mail', (p) => p.email),
    textColumn('Affiliation', (p) => p.affiliation),
    plainColumn('Role', (p) => personRole(p.position)),
    plainColumn('Term', (p) => termLabel(p.term_id)),
    plainColumn('Proposal ID', (p) => p.proposal_id),
    plainColumn('Collaborator of', (p) => p.proposal_collaborator_id.join(', ')),
  ],
  rows: (ctx, filter) => streamPeople(ctx.db, filter),
}
