import { FINDING_KINDS } from '#domain/conflicts/status.ts'
import { notFound } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import { termLabel } from '#domain/masters/values.ts'
import { type ReviewerFilter, reports } from '#domain/reports/contract.ts'
import { REPORT_FIELDS } from '#domain/reports/fields.ts'
import { reportStatusShown } from '#domain/reports/rules.ts'
import { findUnjudged } from '../conflicts/findings.ts'
import type { Ctx } from '../platform/context.ts'
import { type Export, exportAddress, plainColumn, type RowOf, textColumn } from '../platform/csv.ts'
import { findReviewerChoices, findSharedKeywords, findWorkloads } from './reviewer_choice_queries.ts'
import {
  findNotRequested,
  findReportCounts,
  findReviewer,
  findReviewers,
  streamReviews,
} from './reviewer_queries.ts'

/** A page of reviewers, with what SEND ALL REQUEST would request and the number of reports by status. */
export async function listReviewers(ctx: Ctx, filter: ReviewerFilter) {
  const page = await findReviewers(ctx.db, ctx.actor, filter)
  const notRequested = await findNotRequested(ctx.db, ctx.actor, filter)
  const recipients = new Map(notRequested.map(({ user_id, name, email }) => [user_id, { name, email }]))
  return {
    ...page,
    data: page.data.map((row) => ({ ...row, reports: row.report })),
    not_requested: notRequested.length,
    to_request: [...recipients.values()],
    report_counts: await findReportCounts(ctx.db, ctx.actor, filter),
  }
}

/** One reviewer. Throws 'missing'. */
export async function showReviewer(ctx: Ctx, id: number) {
  const reviewer = await findReviewer(ctx.db, ctx.actor, id)
  if (!reviewer) throw notFound()
  return { ...reviewer, report: reviewer.reports }
}

/** All users who can be made a reviewer, with what the office compares before it chooses. */
export async function reviewerChoices(ctx: Ctx, proposal_id: number | undefined) {
  const { db, actor } = ctx
  const loads = new Map((await findWorkloads(db, actor, proposal_id)).map((load) => [load.user_id, load]))
  const shared = proposal_id === undefined ? [] : await findSharedKeywords(db, actor, proposal_id)
  const keywords = groupBy(shared, ({ user_id }) => user_id)
  const findings = groupBy(
    proposal_id === undefined ? [] : await findUnjudged(db, actor, proposal_id),
    ({ user_id }) => user_id,
  )
  return (await findReviewerChoices(db, actor, proposal_id)).map((choice) => {
    const names = (own: boolean) =>
      (keywords.get(choice.id) ?? []).filter((one) => one.own === own).map(({ name }) => name)
    const { open = 0, assigned = 0, declined = 0 } = loads.get(choice.id) ?? {}
    return {
      ...choice,
      open,
      assigned,
      declined,
      own_keywords: names(true),
      reviewed_keywords: names(false),
      findings: (findings.get(choice.id) ?? []).map(({ kind, summary }) => ({
        label: FINDING_KINDS[kind],
        summary,
      })),
    }
  })
}

export const downloadReviewers = (ctx: Ctx, filter: ReviewerFilter) =>
  exportAddress(ctx, reviewerExport, filter)

type ExportRow = RowOf<typeof streamReviews>

/** The reviewers and their reports as a file, a row each. */
export const reviewerExport: Export<ExportRow, ReviewerFilter> = {
  name: 'reviewers',
  endpoint: reports.download,
  columns: [
    plainColumn('Reviewer ID', (r) => r.id),
    textColumn('Name', (r) => r.name),
    textColumn('E-mail', (r) => r.email),
    textColumn('Affiliation', (r) => r.affiliation),
    plainColumn('Report ID', (r) => r.report_id),
    plainColumn('Term', (r) => (r.term_id === null ? null : termLabel(r.term_id))),
    plainColumn('Proposal ID', (r) => r.proposal_id),
    textColumn('Proposer', (r) => r.proposer),
    textColumn('Title', (r) => r.title),
    plainColumn('Status', (r) =>
      r.status === null ? null : reportStatusShown({ status: r.status, closed: r.closed! }).label,
    ),
    plainColumn('Rank', (r) => r.rank),
    ...REPORT_FIELDS.map((field) =>
      field.kind === 'score'
        ? plainColumn<ExportRow>(field.label, (r) => r[field.name])
        : textColumn<ExportRow>(field.label, (r) => r[field.name]),
    ),
    plainColumn('Submit Date', (r) => r.submitted_at),
  ],
  rows: (ctx, filter) => streamReviews(ctx.db, ctx.actor, filter),
}
