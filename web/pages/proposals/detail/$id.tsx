import { Alert, Stack, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { api } from '#web/lib/api.ts'
import { termLabel } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { CsvButton } from '#web/ui/csv_button.tsx'
import { HistoryLink } from '#web/ui/history_link.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { PreviousNext } from '#web/ui/previous_next.tsx'
import { AssignedSamples } from '#web/ui/proposal/assigned_samples.tsx'
import { ProposalSummary } from '#web/ui/proposal/proposal_summary.tsx'
import { ProposalText } from '#web/ui/proposal/proposal_text.tsx'
import { RequestedSamples } from '#web/ui/proposal/requested_samples.tsx'
import { QueryTabs } from '#web/ui/query_tabs.tsx'
import { ProgressChip } from '#web/ui/report/chips.tsx'
import { GlobalScore } from '#web/ui/score.tsx'
import { Section } from '#web/ui/section.tsx'
import { Actions } from './-actions.tsx'
import { Addition } from './-addition.tsx'
import { Conflicts } from './-conflicts.tsx'
import { Review } from './-review.tsx'

export const Route = createFileRoute('/proposals/detail/$id')({ component: ProposalDetail })

const detail = (id: number) => address('/proposals/detail/$id', { id })

function ProposalDetail() {
  const { id } = Route.useParams()
  const query = useCall(api.staff.get, { params: { id } })
  const { prevID = null, nextID = null } = query.data ?? {}
  return (
    <Page
      title="Proposal Detail"
      breadcrumbs={[['Proposal', address('/proposals')], ['Proposal Detail']]}
      actions={
        <>
          <HistoryLink object="proposal" id={id} />
          <PreviousNext what="proposal" previous={prevID} next={nextID} to={detail} />
        </>
      }
    >
      <Loaded query={query}>{(proposal) => <Detail key={proposal.id} of={proposal} />}</Loaded>
    </Page>
  )
}

const Detail = ({ of: proposal }: { of: StaffProposal }) => (
  <>
    {proposal.conflict && <Conflict />}
    <ProposalSummary
      proposal={proposal}
      before={[
        ['ID', proposal.id],
        ['Term', termLabel(proposal.term_id)],
      ]}
      more={[
        ['Progress', <ProgressChip key="progress" progress={proposal.progress} />],
        ['Unlocked', proposal.is_unlocked === 1 ? 'Unlocked' : '-'],
        ['Global Score', <GlobalScore key="score" score={proposal.global_score} />],
        ['Rank', proposal.rank],
      ]}
    />
    <Actions proposal={proposal} />
    <Section>
      <QueryTabs
        tabs={[
          { label: 'Proposal', content: <Proposal of={proposal} /> },
          { label: 'Addition', content: <Addition proposal={proposal} /> },
          { label: 'Review', content: <Review proposal={proposal} /> },
          { label: 'Sample', content: <Samples of={proposal} /> },
        ]}
      />
    </Section>
    <Conflicts proposal={proposal} />
  </>
)

const Conflict = () => (
  <Alert variant="light" color="yellow" title="You have a conflict of interest with this proposal">
    Its reviewers, reports, scores, rank and notes are not shown to you, and you can not change anything of
    it.
  </Alert>
)

const Proposal = ({ of: proposal }: { of: StaffProposal }) => (
  <Stack>
    <div>
      <CsvButton call={api.proposals.pdfWithAttachment} input={{ params: { id: proposal.id } }}>
        PDF Export
      </CsvButton>
    </div>
    <ProposalText proposal={proposal} />
  </Stack>
)

const Samples = ({ of: proposal }: { of: StaffProposal }) => (
  <Stack>
    <Text fw={600}>Requested samples</Text>
    <RequestedSamples rows={proposal.requested_samples} />
    <Text fw={600}>Assigned samples</Text>
    <AssignedSamples rows={proposal.assigned_samples} />
  </Stack>
)
