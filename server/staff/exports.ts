import { termLabel } from '#domain/masters/values.ts'
import { ORCID_LABEL, orcidLink } from '#domain/orcid.ts'
import type { AssignedSampleFilter, ProposalFilter } from '#domain/proposals/contract.ts'
import { sampleLine } from '#domain/proposals/field_texts.ts'
import { DETAIL_LABEL, type FieldPlace } from '#domain/proposals/fields.ts'
import { roundAverage } from '#domain/reports/averages.ts'
import { staffProposals } from '#domain/staff/contract.ts'
import { progress } from '#domain/staff/status.ts'
import { type Column, type Export, plainColumn, type RowOf, textColumn } from '../platform/csv.ts'
import { readViewer } from '../reports/withheld_shared_queries.ts'
import { adjustedTotals, type OrderFigures, orderFigures } from './adjusted.ts'
import { streamProposals } from './export_queries.ts'
import { streamWithSamples } from './queries.ts'
import { viewFacts } from './views.ts'

type ProposalRow = RowOf<typeof streamProposals> & { order?: OrderFigures | undefined }
type SampleRow = RowOf<typeof streamWithSamples>

const average = (header: string, of: (row: ProposalRow) => number | null) =>
  plainColumn<ProposalRow>(header, (row) => roundAverage(of(row)))

/** The fields of the proposal in the file; null for those that it leaves out. */
const FIELD_COLUMNS: Record<FieldPlace, Column<ProposalRow> | null> = {
  title: textColumn(DETAIL_LABEL.title, (p) => p.title),
  abstract: textColumn(DETAIL_LABEL.abstract, (p) => p.abstract),
  keywords: textColumn(DETAIL_LABEL.keywords, (p) => p.keywords),
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

/** Columns that need the order of the term to be estimated. */
const ORDER_HEADERS = ['Adjusted', 'Expected Rank', '90 % Interval']

/** The proposal list as a file, with its reviewers and their averages; nothing of these where the viewer has a conflict. */
export const proposalExport: Export<ProposalRow, ProposalFilter> = {
  name: 'proposals',
  endpoint: staffProposals.download,
  columns: [
    plainColumn('ID', (p) => p.id),
    plainColumn('Term', (p) => termLabel(p.term_id)),
    plainColumn('Proposer ID', (p) => p.user_id),
    textColumn('Name', (p) => p.name),
    textColumn('E-mail', (p) => p.email),
    textColumn('Affiliation', (p) => p.affiliation),
    textColumn(ORCID_LABEL, (p) => p.orcid && orcidLink(p.orcid)),
    ...Object.values(FIELD_COLUMNS).filter((column) => column !== null),
    plainColumn('Status', (p) => (p.progress === null ? null : progress.label(p.progress))),
    plainColumn('Unlocked', (p) => p.is_unlocked),
    plainColumn('Global Score', (p) => p.global_score),
    plainColumn('Rank', (p) => p.rank),
    textColumn('Reviewers', (p) => p.reviewers),
    average('Average Science Score', (p) => p.science_score_average),
    average('Average Technical Score', (p) => p.technical_score_average),
    average('Average Total Score', (p) => p.total_score_average),
    average('Average Rank', (p) => p.rank_average),
  ],
  viewColumns: [
    plainColumn('Reports', (p) => (p.asked === null ? null : `${p.submitted} of ${p.asked}`)),
    plainColumn('Totals', ({ totals }) => totals.join(', ')),
    plainColumn('Mine', (p) => p.my_grade),
    plainColumn('Adjusted', ({ order }) => order?.adjusted ?? null),
    plainColumn('Expected Rank', ({ order }) => order?.expected ?? null),
    plainColumn('90 % Interval', ({ order }) => (order ? `${order.low} to ${order.high}` : null)),
  ],
  async *rows(ctx, filter, headers) {
    const sorting = await adjustedTotals(ctx, filter)
    const facts = await viewFacts(ctx, filter)
    const figures = ORDER_HEADERS.some((header) => headers.includes(header))
      ? await orderFigures(ctx, filter.term_id)
      : null
    const viewer = await readViewer(ctx.db, ctx.actor.id)
    const rows = streamProposals(ctx.db, viewer, filter, ctx.now(), sorting, facts)
    if (!figures) return yield* rows
    for await (const row of rows) yield { order: figures.get(row.id), ...row }
  },
}

/** The list of proposals with assigned samples as a file. */
export const assignedSampleExport: Export<SampleRow, AssignedSampleFilter> = {
  name: 'proposals_with_assigned_samples',
  endpoint: staffProposals.downloadAssignedSamples,
  columns: [
    plainColumn('ID', (p) => p.id),
    plainColumn('Term', (p) => termLabel(p.term_id)),
    plainColumn('Proposer ID', (p) => p.user_id),
    textColumn('Name', (p) => p.name),
    textColumn('E-mail', (p) => p.email),
    textColumn('Affiliation', (p) => p.affiliation),
    textColumn(DETAIL_LABEL.title, (p) => p.title),
    plainColumn('Global Score', (p) => p.global_score),
    plainColumn('Sample IDs', (p) => p.assigned_samples.map((s) => s.sample_id).join(', ')),
    textColumn('Assigned Samples', (p) => p.assigned_samples.map(sampleLine).join(', ')),
  ],
  rows: (ctx, filter) => streamWithSamples(ctx.db, ctx.actor, filter),
}
