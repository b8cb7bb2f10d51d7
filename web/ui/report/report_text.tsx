import { Text } from '@mantine/core'
import type { ReportOnProposal } from '#domain/reports/report.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { DetailFields } from '../layout/section.tsx'
import { ReportChip, scoreText } from './report_status.tsx'

const Comment = ({ children }: { children: string }) =>
  children ? <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{children}</Text> : '-'

/** All fields of a report. */
export const ReportText = ({
  report,
}: {
  report: Omit<ReportOnProposal, 'user' | 'user_id' | 'proposal_id'>
}) => (
  <DetailFields
    rows={[
      ['Status', <ReportChip key="status" status={report.status} />],
      ['Rank', report.rank],
      ['Science Score', scoreText(report.science_score)],
      ['Technical Score', scoreText(report.technical_score)],
      ['Science Comment Strength', <Comment key="1">{report.science_comment_strength}</Comment>],
      ['Science Comment Weakness', <Comment key="2">{report.science_comment_weakness}</Comment>],
      ['Technical Comment Strength', <Comment key="3">{report.technical_comment_strength}</Comment>],
      ['Technical Comment Weakness', <Comment key="4">{report.technical_comment_weakness}</Comment>],
      [`Submit Date (${zoneName()})`, time(report.submitted_at)],
      report.on_behalf_by !== null && ['Saved on the reviewer’s behalf by', report.on_behalf_by],
    ]}
  />
)
