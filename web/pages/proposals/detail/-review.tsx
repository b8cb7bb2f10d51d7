import { Group, Paper, Stack, Title } from '@mantine/core'
import { address } from '#domain/address.ts'
import { isSubmitted } from '#domain/proposals/status.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { api } from '#web/lib/api.ts'
import { figure } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { CsvButton } from '#web/ui/csv_button.tsx'
import { DetailFields } from '#web/ui/detail_fields.tsx'
import { EmptyState } from '#web/ui/empty_state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { ReportActions } from '#web/ui/report/report_actions.tsx'
import { ReportText } from '#web/ui/report/report_text.tsx'
import { ScreenLink } from '#web/ui/screen_link.tsx'

/** The Review tab: what the reviewers said, and what it comes to. */
export function Review({ proposal }: { proposal: StaffProposal }) {
  if (proposal.conflict) return <EmptyState title="The reports are not shown to you." />
  return (
    <Stack>
      {isSubmitted(proposal.status) && (
        <div>
          <CsvButton call={api.staff.zip} input={{ params: { id: proposal.id } }}>
            Download All Reports
          </CsvButton>
        </div>
      )}
      <Averages id={proposal.id} />
      {proposal.reports.length === 0 && (
        <EmptyState title="This proposal has no reviewer yet.">
          {isSubmitted(proposal.status)
            ? 'Add Reviewer, above, is where the office names the first.'
            : 'One can be added once the proposal is submitted.'}
        </EmptyState>
      )}
      {proposal.reports.map((report) => (
        <Paper key={report.id} component="section" withBorder p="md">
          <Group justify="space-between" mb="sm">
            <Title order={3}>
              <ScreenLink to={address('/reviewers/detail/$id', { id: report.user_id })}>
                {report.user.name}
              </ScreenLink>
            </Title>
            <ReportActions id={report.id} report={{ ...report, term: proposal.term }} />
          </Group>
          <ReportText report={report} />
        </Paper>
      ))}
    </Stack>
  )
}

function Averages({ id }: { id: number }) {
  const scores = useCall(api.staff.score, { params: { id } })
  return (
    <Loaded query={scores}>
      {(averages) => (
        <DetailFields
          rows={[
            ['Science Score Average', figure(averages.science_score_average, 2)],
            ['Technical Score Average', figure(averages.technical_score_average, 2)],
            ['Total Score Average', figure(averages.total_score_average, 2)],
            ['Rank Average', figure(averages.rank_average, 2)],
          ]}
        />
      )}
    </Loaded>
  )
}
