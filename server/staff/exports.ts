import { termLabel } from '#domain/masters/values.ts'
import type { AssignedSampleFilter, ProposalFilter } from '#domain/proposals/list.ts'
import { sampleLine } from '#domain/proposals/sample_line.ts'
import { staffProposals } from '#domain/staff/contract.ts'
import { progress } from '#domain/staff/progress.ts'
import { type Column, type Export, plain, type RowOf, text } from '../platform/csv.ts'
import { streamProposals } from './file_queries.ts'
import { streamWithSamples } from './queries.ts'

type Row = RowOf<typeof streamProposals>
type SampleRow = RowOf<typeof streamWithSamples>

/** What every list of proposals begins with. */
const listed = <
  R extends Pick<Row, 'id' | 'term_id' | 'user_id' | 'name' | 'email' | 'affiliation' | 'title'>,
>(): Column<R>[] => [
  plain('ID', (p) => p.id),
  plain('Term', (p) => termLabel(p.term_id)),
  plain('Proposer ID', (p) => p.user_id),
  text('Name', (p) => p.name),
  text('E-mail', (p) => p.email),
  text('Affiliation', (p) => p.affiliation),
  text('Title', (p) => p.title),
]

/** The proposal list as a file, with its reviewers and what they gave. */
export const proposalExport: Export<Row, ProposalFilter> = {
  name: 'proposals',
  call: staffProposals.download,
  columns: [
    ...listed<Row>(),
    text('Abstract', (p) => p.abstract),
    text('Keywords', (p) => p.keywords),
    plain('Status', (p) => (p.progress === null ? '-' : progress.label(p.progress))),
    plain('Unlocked', (p) => p.is_unlocked),
    plain('Global Score', (p) => p.global_score),
    plain('Rank', (p) => p.rank),
    text('Reviewers', (p) => p.reviewers),
    plain('Average Science Score', (p) => p.science_score_average),
    plain('Average Technical Score', (p) => p.technical_score_average),
    plain('Average Total Score', (p) => p.total_score_average),
    plain('Average Rank', (p) => p.rank_average),
  ],
  rows: (ctx, filter) => streamProposals(ctx.db, ctx.actor, filter),
}

/** The list of proposals with assigned samples as a file. */
export const assignedSampleExport: Export<SampleRow, AssignedSampleFilter> = {
  name: 'proposals_with_assigned_samples',
  call: staffProposals.downloadAssignedSamples,
  columns: [
    ...listed<SampleRow>(),
    plain('Global Score', (p) => p.global_score),
    plain('Sample IDs', (p) => p.assigned_samples.map((s) => s.sample_id).join(', ')),
    text('Assigned Samples', (p) => p.assigned_samples.map(sampleLine).join(', ')),
  ],
  rows: (ctx, filter) => streamWithSamples(ctx.db, ctx.actor, filter),
}
