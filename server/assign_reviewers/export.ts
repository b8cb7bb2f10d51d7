import { assignReviewers } from '#domain/assign_reviewers/contract.ts'
import { sumOf } from '#domain/assign_reviewers/fit.ts'
import { reportStatusShown } from '#domain/reports/rules.ts'
import type { Ctx } from '../platform/context.ts'
import { type Export, exportAddress, plainColumn, textColumn } from '../platform/csv.ts'
import { cellKey, cellKeys, readFits, readGrid, requireTerm } from './grid.ts'

interface TermQuery {
  term_id?: number | undefined
}

/** A cell of the grid in the file. */
interface ExportRow {
  proposal: { id: number; title: string; name: string; reports: number }
  reviewer: {
    id: number
    name: string
    email: string
    affiliation: string
    load: number
    limit: number | null
  }
  fit: number
  reasons: string
  status: string | null
  mark: string | null
  conflict: string | null
}

const MARK_LABELS = { fixed: 'Fixed', forbidden: 'Forbidden' }

/** Every cell of the grid, proposal by proposal. */
async function* readRows(ctx: Ctx, { term_id }: TermQuery): AsyncGenerator<ExportRow> {
  const grid = await readGrid(ctx, await requireTerm(ctx, term_id))
  const fits = await readFits(ctx.db, ctx.actor, grid)
  const reports = new Map(grid.reports.map((report) => [cellKey(report), report]))
  const marks = new Map(grid.marks.map((mark) => [cellKey(mark), mark.mark]))
  const blocked = cellKeys(grid.blocked)
  const unjudged = cellKeys(grid.unjudged)
  for (const [p, proposal] of grid.proposals.entries())
    for (const [r, reviewer] of grid.reviewers.entries()) {
      const key = cellKey({ proposal_id: proposal.id, user_id: reviewer.id })
      const reasons = fits.reasons(p, r)
      const report = reports.get(key)
      const mark = marks.get(key)
      yield {
        proposal,
        reviewer,
        fit: sumOf(reasons),
        reasons: reasons
          .map(({ text, detail, points }) => `${text} +${points}${detail ? ` (${detail})` : ''}`)
          .join('; '),
        status: report ? reportStatusShown(report).label : null,
        mark: mark ? MARK_LABELS[mark] : null,
        conflict: blocked.has(key) ? 'Blocked' : unjudged.has(key) ? 'Not judged' : null,
      }
    }
}

export const downloadGrid = (ctx: Ctx, query: TermQuery) => exportAddress(ctx, assignmentExport, query)

export const assignmentExport: Export<ExportRow, TermQuery> = {
  name: 'reviewer_assignment',
  endpoint: assignReviewers.download,
  columns: [
    plainColumn('Proposal ID', (r) => r.proposal.id),
    textColumn('Title', (r) => r.proposal.title),
    textColumn('Proposer', (r) => r.proposal.name),
    plainColumn('Reports', (r) => r.proposal.reports),
    plainColumn('Reviewer ID', (r) => r.reviewer.id),
    textColumn('Reviewer', (r) => r.reviewer.name),
    textColumn('E-mail', (r) => r.reviewer.email),
    textColumn('Affiliation', (r) => r.reviewer.affiliation),
    plainColumn('Load', (r) => r.reviewer.load),
    plainColumn('Limit', (r) => r.reviewer.limit),
    plainColumn('Fit', (r) => r.fit),
    textColumn('Reasons', (r) => r.reasons),
    plainColumn('Status', (r) => r.status),
    plainColumn('By hand', (r) => r.mark),
    plainColumn('Conflict', (r) => r.conflict),
  ],
  rows: readRows,
}
