import { address } from '#domain/address.ts'
import type { ReportOfReviewer, ReviewerDetail, ReviewerRow } from '#domain/reports/contract.ts'
import { isOpen } from '#domain/reports/late.ts'
import { requestStep } from '#domain/reports/status.ts'
import { api } from '#web/lib/api.ts'
import { figure, termLabel } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { useIsOffice } from '#web/lib/session.tsx'
import { Email } from '#web/ui/email.tsx'
import { PeekFacts, PeekPart } from '#web/ui/peek.tsx'
import { ReportChip, scoreText } from '#web/ui/report/chips.tsx'
import { Due } from '#web/ui/report/due.tsx'
import { ScreenLink } from '#web/ui/screen_link.tsx'
import { Decisions } from './detail/-decisions.tsx'
import { Mailing } from './detail/-mailing.tsx'
import { Report } from './detail/-report_table.tsx'

/** A reviewer beside the list: who it is, what is sent to them, and each report with what can be done to it. */
export function ReviewerPeek({ of: row }: { of: ReviewerRow }) {
  const office = useIsOffice()
  const reviewer = useCall(api.reports.reviewer, { params: { id: row.id } }).data
  return (
    <>
      <PeekPart>
        <PeekFacts
          rows={[
            ['E-mail', <Email key="email">{row.email}</Email>],
            ['Affiliation', row.affiliation],
          ]}
        />
      </PeekPart>
      {office && reviewer && (
        <PeekPart>
          <Mailing reviewer={reviewer} />
        </PeekPart>
      )}
      {row.report.length === 0 && <PeekPart>No report yet.</PeekPart>}
      {row.report.map((report) => (
        <OneReport key={report.id} report={report} reviewer={office ? reviewer : undefined} />
      ))}
    </>
  )
}

interface OneReportProps {
  report: ReportOfReviewer
  /** Who wrote it, where the viewer can act on it. */
  reviewer: ReviewerDetail | undefined
}

const OneReport = ({ report, reviewer }: OneReportProps) => (
  <PeekPart>
    <div>
      {`${report.proposal_id}: `}
      <ScreenLink to={address('/proposals/detail/$id', { id: report.proposal_id })}>
        {report.title}
      </ScreenLink>
    </div>
    <PeekFacts
      rows={[
        ['Status', <ReportChip key="status" status={report.status} />],
        ...(isOpen(report) ? [['Due', <Due key="due" at={report.reviews_due_at} />] as const] : []),
        ['Term', termLabel(report.term_id)],
        ['Proposer', report.proposer],
        ['Rank', figure(report.rank)],
        ['Science Score', scoreText(report.science_score)],
        ['Technical Score', scoreText(report.technical_score)],
        ['Report', <Report key="report" of={report} />],
      ]}
    />
    {reviewer && requestStep(report.status) === 'request' && (
      <Decisions report={report} reviewer={reviewer} />
    )}
  </PeekPart>
)
