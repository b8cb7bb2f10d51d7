import { Group } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { ReportOfReviewer, ReviewerDetail, ReviewerRow } from '#domain/reports/contract.ts'
import { requestStep } from '#domain/reports/status.ts'
import { figure, termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { PreviewFacts, PreviewPart } from '#web/ui/lists/preview_pane.tsx'
import { DeclineReason, ReportChip, ReportDue, scoreText } from '#web/ui/report/report_status.tsx'
import { ReportDecisions, ReviewerMails } from './detail/-office_actions.tsx'
import { ReportLink } from './detail/-report_table.tsx'

/** The preview pane of a reviewer: mails, and each report with its actions. */
export function ReviewerPreview({ of: row }: { of: ReviewerRow }) {
  const office = useIsOffice()
  const reviewer = useCall(api.reports.reviewer, { params: { id: row.id } }).data
  return (
    <>
      {office && reviewer && (
        <PreviewPart>
          <ReviewerMails reviewer={reviewer} />
        </PreviewPart>
      )}
      {row.report.length === 0 && <PreviewPart>No report yet.</PreviewPart>}
      {row.report.map((report) => (
        <ReportPart key={report.id} report={report} reviewer={office ? reviewer : undefined} />
      ))}
    </>
  )
}

interface OneReportProps {
  report: ReportOfReviewer
  /** The reviewer, when the viewer can act on the report. */
  reviewer: ReviewerDetail | undefined
}

const ReportPart = ({ report, reviewer }: OneReportProps) => (
  <PreviewPart>
    {`${report.proposal_id}: `}
    <ScreenLink to={address('/proposals/detail/$id', { id: report.proposal_id })} inherit>
      {report.title}
    </ScreenLink>
    <Group gap="4px 10px" my={4}>
      <ReportChip of={report} />
      <ReportDue of={report} due={report.reviews_due_at} />
      <ReportLink of={report} />
      {reviewer && requestStep(report.status) === 'request' && (
        <ReportDecisions report={report} reviewer={reviewer} />
      )}
    </Group>
    <DeclineReason of={report} />
    <PreviewFacts rows={factsOf(report)} />
  </PreviewPart>
)

/** The facts of a report; rank and scores only when there are any. */
const factsOf = ({ proposer, term_id, rank, science_score, technical_score }: ReportOfReviewer) => [
  ['Proposer', `${proposer}, ${termLabel(term_id)}`] as const,
  ...(rank === null ? [] : [['Rank', figure(rank)] as const]),
  ...(science_score === null ? [] : [['Science Score', scoreText(science_score)] as const]),
  ...(technical_score === null ? [] : [['Technical Score', scoreText(technical_score)] as const]),
]
