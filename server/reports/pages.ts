import { labelOf, termLabel } from '#domain/masters/values.ts'
import { punctuality } from '#domain/reports/due.ts'
import { REPORT_FIELDS } from '#domain/reports/fields.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import type { Writer } from '../platform/pdf/document.ts'
import type { Report } from './queries.ts'

const scoreText = (score: number | null) =>
  score === null ? null : `${score} (${labelOf('score_list', score)})`

/** Writes a submitted report, its reviewer and all that they wrote. */
export function writeReport(page: Writer, report: Report) {
  page.heading(`Report on proposal ${report.proposal_id}`)
  page.field('Term', termLabel(report.term_id))
  page.field('Title', report.title)
  page.field('Reviewer', report.name)
  if (report.on_behalf_by) page.field('Saved on behalf by', report.on_behalf_by)
  page.field(
    'Submit Date',
    report.submitted_at &&
      `${formatUtc(report.submitted_at)}, ${punctuality(report.submitted_at, report.reviews_due_at)}`,
  )
  page.field('Rank', report.rank)
  for (const field of REPORT_FIELDS) {
    if (field.kind === 'score') page.field(field.label, scoreText(report[field.name]))
    else {
      page.subheading(field.label)
      page.paragraph(report[field.name])
    }
  }
}
