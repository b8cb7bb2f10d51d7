import { Group } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { ReportOfReviewer, ReviewerDetail, ReviewerRow } from '#domain/reports/contract.ts'
import { isOpen } from '#domain/reports/due.ts'
import { requestStep } from '#domain/reports/status.ts'
import { figure, termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { PeekFacts, PeekPart } from '#web/ui/peek.tsx'
import { ReportChip, scoreText } from '#web/ui/report/chips.tsx'
import { Due } from '#web/ui/report/due.tsx'
import { ScreenLink } from '#web/ui/screen_link.tsx'
import { Decisions } from './detail/-decisions.tsx'
import { Mailing } from './detail/-mailing.tsx'
import { Report } from './detail/-report_table.tsx'

/** A reviewer beside the list: what is sent to them, and each report with what can be done to it. */
export function ReviewerPeek({ of: row }: { of: ReviewerRow }) {
  const office = useIsOffice()
  const reviewer = useCall(api.reports.reviewer, { params: { id: row.id } }).data
  return (
    <>
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
  /** Who writes it, where the viewer can act on it. */
  reviewer: ReviewerDetail | undefined
}

const OneReport = ({ report, reviewer }: OneReportProps) => (
  <PeekPart>
    {`${report.proposal_id}: `}
    <ScreenLink to={address('/proposals/detail/$id', { id: report.proposal_id })} inherit>
      {report.title}
    </ScreenLink>
    <Group gap="4px 10px" my={4}>
      <ReportChip status={report.status} />
      {isOpen(report) && <Due at={report.reviews_due_at} />}
      <Report of={report} />
      {reviewer && requestStep(report.status) === 'request' && (
        <Decisions report={report} reviewer={reviewer} />
      )}
    </Group>
    <PeekFacts rows={factsOf(report)} />
  </PeekPart>
)

/** What there is to know of a report; a rank and scores once there are any. */
const factsOf = ({ proposer, term_id, rank, science_score, technical_score }: ReportOfReviewer) => [
  ['Proposer', `${proposer}, ${termLabel(term_id)}`] as const,
  ...(rank === null ? [] : [['Rank', figure(rank)] as const]),
  ...(science_score === null ? [] : [['Science Score', scoreText(science_score)] as const]),
  ...(technical_score === null ? [] : [['Technical Score', scoreText(technical_score)] as const]),
]
