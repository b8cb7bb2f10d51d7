import { termLabel } from '#domain/masters/values.ts'
import type { AssignedSampleFilter, ProposalFilter } from '#domain/proposals/list.ts'
import { sampleLine } from '#domain/proposals/sample_line.ts'
import { averagesOf } from '#domain/reports/averages.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { staffProposals } from '#domain/staff/contract.ts'
import { progress } from '#domain/staff/progress.ts'
import { type Column, type Export, plain, type RowOf, text } from '../platform/csv.ts'
import { streamProposals, streamWithSamples } from './queries.ts'

type Row = ReturnType<typeof withAverages>
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

/** A row with its reports, none with a conflict, and what they come to. */
function withAverages(row: RowOf<typeof streamProposals>) {
  const reports = row.reports ?? []
  return { ...row, reports, averages: averagesOf(reports) }
}

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
    text('Reviewers', (p) => p.reports.map((r) => `${r.name} (${reportStatus.label(r.status)})`).join('\n')),
    plain('Average Science Score', (p) => p.averages.science_score_average),
    plain('Average Technical Score', (p) => p.averages.technical_score_average),
    plain('Average Total Score', (p) => p.averages.total_score_average),
    plain('Average Rank', (p) => p.averages.rank_average),
  ],
  async *rows(ctx, filter) {
    for await (const row of streamProposals(ctx.db, ctx.actor, filter)) yield withAverages(row)
  },
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
