import { Stack, Title } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { isHandedIn, reportStatus } from '#domain/reports/status.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { termLabel, time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { usePreviousNext } from '#web/lib/lists/previous_next.ts'
import { loadById, usePreload } from '#web/lib/routing/loaders.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { EarlierLoans } from '#web/ui/custody/earlier_loans.tsx'
import { ProposalLoans } from '#web/ui/custody/proposal_loans.tsx'
import { ProposalPublications } from '#web/ui/custody/publications.tsx'
import { Discussion, useDiscussionCount } from '#web/ui/discussion/discussion.tsx'
import { LoadedKeepingPrevious } from '#web/ui/layout/loaded.tsx'
import { ObjectTitle, Page } from '#web/ui/layout/page.tsx'
import { PreviousNextLinks } from '#web/ui/layout/previous_next.tsx'
import { QueryTabs, useTab } from '#web/ui/layout/query_tabs.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ProposalFields, ProposalHead } from '#web/ui/proposal/proposal_head.tsx'
import { ProposalText } from '#web/ui/proposal/proposal_text.tsx'
import { AssignedSamples, RequestedSamples } from '#web/ui/proposal/sample_tables.tsx'
import { ProgressChip } from '#web/ui/report/report_status.tsx'
import { Tag } from '#web/ui/text/chips.tsx'
import { EmptyState, Note } from '#web/ui/text/note.tsx'
import { GlobalScore } from '#web/ui/text/score.tsx'
import { Actions } from './-actions.tsx'
import { Addition } from './-addition.tsx'
import { Conflicts } from './-conflicts.tsx'
import { Review } from './-review.tsx'
import { WithdrawalNote } from './-withdrawal.tsx'

export const Route = createFileRoute('/proposals/detail/$id')({
  loader: loadById(api.staff.get),
  component: ProposalDetail,
})

function ProposalDetail() {
  const { id } = Route.useParams()
  const tab = useTab()
  const query = useCall(api.staff.get, { params: { id } }, { keep: true })
  const proposal = query.data
  const { prevID = null, nextID = null } = proposal ?? {}
  const listPosition = usePreviousNext({
    path: '/proposals',
    list: api.staff.list,
    idOf: (row) => row.id,
    id: Number(id),
  })
  const [previous, next] = listPosition ? [listPosition.previous, listPosition.next] : [prevID, nextID]
  usePreload([previous, next].map((id) => (id === null ? null : address('/proposals/detail/$id', { id }))))
  return (
    <Page
      title={proposal ? <ObjectTitle id={proposal.id} title={proposal.title} /> : 'Proposal Detail'}
      object={proposal && `${proposal.id}: ${proposal.title}`}
      breadcrumbs={[['Proposal', address('/proposals')], ['Proposal Detail']]}
      actions={
        <PreviousNextLinks
          what="proposal"
          listPosition={listPosition}
          previous={prevID}
          next={nextID}
          to={(id) => address('/proposals/detail/$id', { id }, tab === 'tab-1' ? {} : { tab })}
        />
      }
    >
      <LoadedKeepingPrevious query={query}>
        {(proposal) => <Detail key={proposal.id} of={proposal} />}
      </LoadedKeepingPrevious>
    </Page>
  )
}

function Detail({ of: proposal }: { of: StaffProposal }) {
  const entries = useDiscussionCount(proposal.id, !proposal.conflict)
  return (
    <>
      <ProposalHead
        proposal={proposal}
        chips={<StatusChips of={proposal} />}
        actions={<Actions proposal={proposal} />}
        details={<Facts of={proposal} />}
      />
      {proposal.conflict && <Conflict />}
      <EarlierLoans email={proposal.email} />
      <WithdrawalNote proposal={proposal} />
      <QueryTabs
        tabs={[
          { label: 'Proposal', content: <Proposal of={proposal} /> },
          {
            label: 'Addition',
            count: proposal.additional_notes ? 1 : undefined,
            content: <Addition proposal={proposal} />,
          },
          { label: 'Review', count: reportsDone(proposal), content: <Review proposal={proposal} /> },
          {
            label: 'Sample',
            count: proposal.requested_samples.length || undefined,
            content: <Samples of={proposal} />,
          },
          {
            label: 'Discussion',
            count: entries,
            content: proposal.conflict ? (
              <EmptyState title="The discussion is not shown to you." />
            ) : (
              <Discussion proposal_id={proposal.id} />
            ),
          },
        ]}
      />
      <Conflicts proposal={proposal} />
    </>
  )
}

/** Submitted reports of all that are not declined: '3/4'. */
function reportsDone({ reports }: StaffProposal) {
  const asked = reports.filter(({ status }) => reportStatus.of(status).counted)
  return asked.length === 0
    ? undefined
    : `${asked.filter(({ status }) => isHandedIn(status)).length}/${asked.length}`
}

const StatusChips = ({ of: proposal }: { of: StaffProposal }) => (
  <>
    <ProgressChip progress={proposal.progress} />
    {proposal.is_unlocked === 1 && <Tag>{`Unlocked until ${time(proposal.unlocked_until)}`}</Tag>}
    {proposal.global_score !== null && <GlobalScore score={proposal.global_score} />}
    {proposal.rank !== null && <Tag>{`Rank ${proposal.rank}`}</Tag>}
  </>
)

const Facts = ({ of: proposal }: { of: StaffProposal }) => (
  <ProposalFields
    proposal={proposal}
    before={[
      ['ID', proposal.id],
      ['Term', termLabel(proposal.term_id)],
    ]}
    more={[
      ['Progress', <ProgressChip key="progress" progress={proposal.progress} />],
      [
        'Unlocked',
        proposal.is_unlocked === 1 ? `until ${time(proposal.unlocked_until)} (${zoneName()})` : '-',
      ],
      ['Global Score', <GlobalScore key="score" score={proposal.global_score} />],
      ['Rank', proposal.rank],
    ]}
  />
)

const Conflict = () => (
  <Note kind="warn" title="You have a conflict of interest with this proposal">
    Its reviewers, reports, scores, rank and notes are not shown to you, and you cannot change anything of it.
  </Note>
)

const Proposal = ({ of: proposal }: { of: StaffProposal }) => (
  <Section>
    <Stack>
      <div>
        <CsvButton call={api.proposals.pdfWithAttachment} input={{ params: { id: proposal.id } }}>
          PDF Export
        </CsvButton>
      </div>
      <ProposalText proposal={proposal} />
    </Stack>
  </Section>
)

const Samples = ({ of: proposal }: { of: StaffProposal }) => (
  <Stack>
    <Section>
      <Title order={2} mb="sm">
        Requested samples
      </Title>
      <RequestedSamples rows={proposal.requested_samples} />
      <Title order={2} mb="sm" mt="lg">
        Assigned samples
      </Title>
      <AssignedSamples rows={proposal.assigned_samples} />
    </Section>
    <ProposalLoans id={proposal.id} />
    <ProposalPublications id={proposal.id} />
  </Stack>
)
