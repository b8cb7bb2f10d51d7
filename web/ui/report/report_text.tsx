import { Text } from '@mantine/core'
import type { ReportDetail } from '#domain/reports/contract.ts'
import { REPORT_FIELDS } from '#domain/reports/fields.ts'
import { zoneName } from '#web/lib/format/format.ts'
import { DetailFields } from '../layout/section.tsx'
import { ReportChip, SubmitTime, scoreText } from './report_status.tsx'

const Comment = ({ children }: { children: string }) =>
  children ? <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{children}</Text> : '-'

/** All fields of a report. */
export const ReportText = ({ report }: { report: ReportDetail }) => (
  <DetailFields
    rows={[
      ['Status', <ReportChip key="status" of={report} />],
      ['Rank', report.rank],
      ...REPORT_FIELDS.map(
        (field) =>
          [
            field.label,
            field.kind === 'score' ? (
              scoreText(report[field.name])
            ) : (
              <Comment key={field.name}>{report[field.name]}</Comment>
            ),
          ] as const,
      ),
      [
        `Submit Date (${zoneName()})`,
        <SubmitTime key="submitted" at={report.submitted_at} due={report.due_at} />,
      ],
      report.on_behalf_by !== null && ['Saved on the reviewer’s behalf by', report.on_behalf_by],
    ]}
  />
)
