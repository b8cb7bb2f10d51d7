import { termLabel } from '#domain/masters/values.ts'
import { type ReviewerFilter, reports } from '#domain/reports/contract.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { type Export, plain, type RowOf, text } from '../platform/csv.ts'
import { streamReviews } from './reviewer_queries.ts'

type Row = RowOf<typeof streamReviews>

/** The reviewers and their reports as a file, a row each. */
export const reviewerExport: Export<Row, ReviewerFilter> = {
  name: 'reviewers',
  call: reports.download,
  columns: [
    plain('Reviewer ID', (r) => r.id),
    text('Name', (r) => r.name),
    text('E-mail', (r) => r.email),
    text('Affiliation', (r) => r.affiliation),
    plain('Report ID', (r) => r.report_id),
    plain('Term', (r) => (r.term_id === null ? null : termLabel(r.term_id))),
    plain('Proposal ID', (r) => r.proposal_id),
    text('Proposer', (r) => r.proposer),
    text('Title', (r) => r.title),
    plain('Status', (r) => (r.status === null ? null : reportStatus.label(r.status))),
    plain('Rank', (r) => r.rank),
    plain('Science Score', (r) => r.science_score),
    plain('Technical Score', (r) => r.technical_score),
    text('Science Comment Strength', (r) => r.science_comment_strength),
    text('Science Comment Weakness', (r) => r.science_comment_weakness),
    text('Technical Comment Strength', (r) => r.technical_comment_strength),
    text('Technical Comment Weakness', (r) => r.technical_comment_weakness),
    plain('Submit Date', (r) => r.submitted_at),
  ],
  rows: (ctx, filter) => streamReviews(ctx.db, ctx.actor, filter),
}
