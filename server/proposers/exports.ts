import { labelOf, termLabel } from '#domain/masters/values.ts'
import { type PersonFilter, type ProposerFilter, proposers } from '#domain/proposers/contract.ts'
import { personRole, proposerStatus } from '#domain/proposers/rules.ts'
import { personLine } from '#domain/users/person.ts'
import { type Export, plain, type RowOf, text } from '../platform/csv.ts'
import { streamPeople, streamProposers } from './queries.ts'

export const proposerExport: Export<RowOf<typeof streamProposers>, ProposerFilter> = {
  name: 'proposers',
  call: proposers.download,
  columns: [
    plain('ID', (p) => p.user_id),
    plain('Term', (p) => termLabel(p.term_id)),
    text('Name', (p) => p.name),
    text('E-mail', (p) => p.email),
    text('Affiliation', (p) => p.affiliation),
    plain('Early career', (p) => labelOf('early_career_type', p.early_career)),
    plain('Status', (p) => proposerStatus(p.status)),
    plain('Proposal ID', (p) => p.proposal_id),
    text('Title', (p) => p.title),
    text('Collaborators', (p) => p.proposal_collaborator.map(personLine).join('\n')),
  ],
  rows: (ctx, filter) => streamProposers(ctx.db, filter),
}

export const peopleExport: Export<RowOf<typeof streamPeople>, PersonFilter> = {
  name: 'proposers_and_collaborators',
  call: proposers.peopleDownload,
  columns: [
    text('Name', (p) => p.name),
    text('E-mail', (p) => p.email),
    text('Affiliation', (p) => p.affiliation),
    plain('Role', (p) => personRole(p.position)),
    plain('Term', (p) => termLabel(p.term_id)),
    plain('Proposal ID', (p) => p.proposal_id),
    plain('Collaborator of', (p) => p.proposal_collaborator_id.join(', ')),
  ],
  rows: (ctx, filter) => streamPeople(ctx.db, filter),
}
