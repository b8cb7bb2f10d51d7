import { termLabel } from '#domain/masters/values.ts'
import type { AssignedSampleFilter, ProposalFilter } from '#domain/proposals/list.ts'
import { sampleLine } from '#domain/proposals/sample_line.ts'
import { staffProposals } from '#domain/staff/contract.ts'
import { type CopiedExport, type Export, plain, type RowOf, text } from '../platform/csv.ts'
import { copyProposals, proposalColumns } from './file_queries.ts'
import { streamWithSamples } from './queries.ts'

type SampleRow = RowOf<typeof streamWithSamples>

/** The proposal list as a file, with its reviewers and what they gave. */
export const proposalExport: CopiedExport<ProposalFilter> = {
  name: 'proposals',
  call: staffProposals.download,
  columns: proposalColumns,
  copied: (ctx, filter) => copyProposals(ctx.db, ctx.actor, filter),
}

/** The list of proposals with assigned samples as a file. */
export const assignedSampleExport: Export<SampleRow, AssignedSampleFilter> = {
  name: 'proposals_with_assigned_samples',
  call: staffProposals.downloadAssignedSamples,
  columns: [
    plain('ID', (p) => p.id),
    plain('Term', (p) => termLabel(p.term_id)),
    plain('Proposer ID', (p) => p.user_id),
    text('Name', (p) => p.name),
    text('E-mail', (p) => p.email),
    text('Affiliation', (p) => p.affiliation),
    text('Title', (p) => p.title),
    plain('Global Score', (p) => p.global_score),
    plain('Sample IDs', (p) => p.assigned_samples.map((s) => s.sample_id).join(', ')),
    text('Assigned Samples', (p) => p.assigned_samples.map(sampleLine).join(', ')),
  ],
  rows: (ctx, filter) => streamWithSamples(ctx.db, ctx.actor, filter),
}
