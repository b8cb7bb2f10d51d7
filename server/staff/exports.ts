import { termLabel } from '#domain/masters/values.ts'
import type { AssignedSampleFilter, ProposalFilter } from '#domain/proposals/contract.ts'
import { sampleLine } from '#domain/proposals/field_texts.ts'
import { DETAIL_LABEL, type FieldPlace } from '#domain/proposals/fields.ts'
import { averagesOf } from '#domain/reports/averages.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { staffProposals } from '#domain/staff/contract.ts'
import { progress } from '#domain/staff/status.ts'
import { type Column, type Export, plain, type RowOf, text } from '../platform/csv.ts'
import { streamProposals } from './export_queries.ts'
import { streamWithSamples } from './queries.ts'

type ProposalRow = RowOf<typeof streamProposals>
type SampleRow = RowOf<typeof streamWithSamples>

const average = (header: string, of: (averages: ReturnType<typeof averagesOf>) => number | null) =>
  plain<ProposalRow>(header, ({ reports }) => of(averagesOf(reports ?? [])))

/** The fields of the proposal in the file; null for those that it leaves out. */
const FIELD_COLUMNS: Record<FieldPlace, Column<ProposalRow> | null> = {
  title: text(DETAIL_LABEL.title, (p) => p.title),
  abstract: text(DETAIL_LABEL.abstract, (p) => p.abstract),
  keywords: text(DETAIL_LABEL.keywords, (p) => p.keywords),
  methods: null,
  other_texts: null,
  conditions: null,
  samples: null,
  file: null,
  proposal_collaborator: null,
  early_career: null,
  accepted_terms: null,
  check_organization: null,
  check_collaborators: null,
}

/** The proposal list as a file, with its reviewers and their averages; nothing of these where the viewer has a conflict. */
export const proposalExport: Export<ProposalRow, ProposalFilter> = {
  name: 'proposals',
  call: staffProposals.download,
  columns: [
    plain('ID', (p) => p.id),
    plain('Term', (p) => termLabel(p.term_id)),
    plain('Proposer ID', (p) => p.user_id),
    text('Name', (p) => p.name),
    text('E-mail', (p) => p.email),
    text('Affiliation', (p) => p.affiliation),
    ...Object.values(FIELD_COLUMNS).filter((column) => column !== null),
    plain('Status', (p) => (p.progress === null ? null : progress.label(p.progress))),
    plain('Unlocked', (p) => p.is_unlocked),
    plain('Global Score', (p) => p.global_score),
    plain('Rank', (p) => p.rank),
    text(
      'Reviewers',
      (p) =>
        p.reports?.map((report) => `${report.reviewer} (${reportStatus.label(report.status)})`).join('\n') ??
        null,
    ),
    average('Average Science Score', (averages) => averages.science_score_average),
    average('Average Technical Score', (averages) => averages.technical_score_average),
    average('Average Total Score', (averages) => averages.total_score_average),
    average('Average Rank', (averages) => averages.rank_average),
  ],
  rows: (ctx, filter) => streamProposals(ctx.db, ctx.actor, filter),
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
    text(DETAIL_LABEL.title, (p) => p.title),
    plain('Global Score', (p) => p.global_score),
    plain('Sample IDs', (p) => p.assigned_samples.map((s) => s.sample_id).join(', ')),
    text('Assigned Samples', (p) => p.assigned_samples.map(sampleLine).join(', ')),
  ],
  rows: (ctx, filter) => streamWithSamples(ctx.db, ctx.actor, filter),
}
