import { Stack, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { type Address, address } from '#domain/address.ts'
import type { ReportDetail } from '#domain/reports/contract.ts'
import { isHandedIn, isTakenOn } from '#domain/reports/status.ts'
import { api } from '#web/lib/api.ts'
import { termLabel } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { useHasRole } from '#web/lib/session.tsx'
import { CsvButton } from '#web/ui/csv_button.tsx'
import { EmptyState } from '#web/ui/empty_state.tsx'
import { HistoryLink } from '#web/ui/history_link.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { PreviousNext } from '#web/ui/previous_next.tsx'
import { AssignedSamples } from '#web/ui/proposal/assigned_samples.tsx'
import { ProposalSummary } from '#web/ui/proposal/proposal_summary.tsx'
import { ProposalText } from '#web/ui/proposal/proposal_text.tsx'
import { RequestedSamples } from '#web/ui/proposal/requested_samples.tsx'
import { QueryTabs } from '#web/ui/query_tabs.tsx'
import { ReportChip } from '#web/ui/report/chips.tsx'
import { ReportActions } from '#web/ui/report/report_actions.tsx'
import { ReportText } from '#web/ui/report/report_text.tsx'
import { LinkButton } from '#web/ui/screen_link.tsx'
import { Section } from '#web/ui/section.tsx'
import { OwnConflict } from './-own_conflict.tsx'

export const Route = createFileRoute('/reports/detail/$id')({ component: ReportPage })

const detail = (id: number) => address('/reports/detail/$id', { id })

function ReportPage() {
  const { id } = Route.useParams()
  const query = useCall(api.reports.get, { params: { id } })
  const { prevID = null, nextID = null } = query.data ?? {}
  const back = useBack(query.data)
  return (
    <Page
      title="Report detail"
      breadcrumbs={[back, ['Proposal Detail']]}
      actions={
        <>
          <HistoryLink object="report" id={id} />
          <PreviousNext what="proposal" previous={prevID} next={nextID} to={detail} />
        </>
      }
    >
      <Loaded query={query}>{(report) => <Detail key={report.id} of={report} back={back[1]} />}</Loaded>
    </Page>
  )
}

/** Reviewers come from their own list, the staff from the reviewer's. */
function useBack(report: ReportDetail | undefined): [label: string, to: Address] {
  const staff = useHasRole('admin', 'panel')
  if (!staff) return ['Assigned Proposals', address('/proposals/assigned_proposals')]
  return [
    'Reviewer',
    report ? address('/reviewers/detail/$id', { id: report.user_id }) : address('/reviewers'),
  ]
}

const Detail = ({ of: report, back }: { of: ReportDetail; back: Address }) => (
  <>
    <ProposalSummary
      proposal={report.proposal}
      before={[
        ['ID', report.proposal.id],
        ['Term', termLabel(report.proposal.term_id)],
      ]}
      more={[
        ['Reviewer', report.name],
        ['Report', <ReportChip key="report" status={report.status} />],
      ]}
    />
    <Section>
      <QueryTabs
        tabs={[
          { label: 'Proposal', content: <Proposal of={report} /> },
          { label: 'Addition', content: <Addition note={report.proposal.additional_notes} /> },
          { label: 'Sample', content: <Samples of={report.proposal} /> },
          { label: 'Review', content: <Review of={report} /> },
        ]}
      />
    </Section>
    <OwnConflict report={report} />
    <div>
      <LinkButton to={back} variant="default">
        Back
      </LinkButton>
    </div>
  </>
)

function Proposal({ of: report }: { of: ReportDetail }) {
  const staff = useHasRole('admin', 'panel')
  return (
    <Stack>
      {(staff || isTakenOn(report.status)) && (
        <div>
          <CsvButton call={api.reports.proposalPdf} input={{ params: { proposalId: report.proposal.id } }}>
            PDF Export
          </CsvButton>
        </div>
      )}
      <ProposalText proposal={report.proposal} />
    </Stack>
  )
}

function Addition({ note }: { note: string | null }) {
  if (note === null) return <EmptyState title="Additional notes are the staff’s alone." />
  if (note === '') return <EmptyState title="There is no additional note." />
  return <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note}</Text>
}

const Samples = ({ of: proposal }: { of: ReportDetail['proposal'] }) => (
  <Stack>
    <Text fw={600}>Requested samples</Text>
    <RequestedSamples rows={proposal.requested_samples} />
    <Text fw={600}>Assigned samples</Text>
    <AssignedSamples rows={proposal.assigned_samples_status_true} />
  </Stack>
)

const Review = ({ of: report }: { of: ReportDetail }) => (
  <Stack>
    <ReportActions id={report.id} report={{ ...report, term: report.proposal.term }} />
    {isHandedIn(report.status) && (
      <div>
        <CsvButton call={api.staff.zip} input={{ params: { id: report.proposal.id } }}>
          Download All Reports
        </CsvButton>
      </div>
    )}
    {isTakenOn(report.status) ? (
      <ReportText report={report} />
    ) : (
      <EmptyState title="There is no report yet.">It can be written once the request is accepted.</EmptyState>
    )}
  </Stack>
)
