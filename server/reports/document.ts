import { labelOf, termLabel } from '#domain/masters/values.ts'
import { pdf } from '../platform/pdf/document.ts'
import type { Report } from './queries.ts'

const scored = (score: number | null) =>
  score === null ? null : `${score} (${labelOf('score_list', score)})`

/** A submitted report as a PDF. */
export const reportPdf = (report: Report) =>
  pdf(`Report on proposal ${report.proposal_id}`, (page) => {
    page.heading(`Report on proposal ${report.proposal_id}`)
    page.field('Term', termLabel(report.term_id))
    page.field('Title', report.title)
    page.field('Reviewer', report.name)
    if (report.on_behalf_by) page.field('Saved on behalf by', report.on_behalf_by)
    page.field(
      'Submit Date',
      report.submitted_at && `${report.submitted_at.slice(0, 16).replace('T', ' ')} UTC`,
    )
    page.field('Rank', report.rank)
    page.field('Science Score', scored(report.science_score))
    page.field('Technical Score', scored(report.technical_score))
    page.subheading('Science Comment Strength')
    page.paragraph(report.science_comment_strength)
    page.subheading('Science Comment Weakness')
    page.paragraph(report.science_comment_weakness)
    page.subheading('Technical Comment Strength')
    page.paragraph(report.technical_comment_strength)
    page.subheading('Technical Comment Weakness')
    page.paragraph(report.technical_comment_weakness)
  })

/** The name of its file. */
export const reportFile = ({ id, proposal_id }: Report) => `proposal_${proposal_id}_report_${id}.pdf`
