import { Group, Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { type Address, address } from '#domain/address.ts'
import { isSubmitted } from '#domain/proposals/status.ts'
import type { ReportDetail } from '#domain/reports/contract.ts'
import { utcDay } from '#domain/reports/due.ts'
import { CLOSED } from '#domain/reports/rules.ts'
import { isTakenOn, REPORT_ACCEPTED, reportStatus } from '#domain/reports/status.ts'
import { termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { loadById, usePreload } from '#web/lib/routing/loaders.ts'
import { useHasRole, useUser } from '#web/lib/session/session.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { HistoryLink, LinkButton } from '#web/ui/actions/links.tsx'
import { LoadedKeepingPrevious } from '#web/ui/layout/loaded.tsx'
import { ObjectTitle, Page } from '#web/ui/layout/page.tsx'
import { PreviousNextLinks } from '#web/ui/layout/previous_next.tsx'
import { QueryTabs, useTab } from '#web/ui/layout/query_tabs.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { changedOn } from '#web/ui/proposal/changed_note.tsx'
import { ProposalFields, ProposalHead } from '#web/ui/proposal/proposal_head.tsx'
import { AnswerRequest } from '#web/ui/report/answer_request.tsx'
import { DeclareConflict } from '#web/ui/report/declare_conflict.tsx'
import { ReportActions } from '#web/ui/report/report_actions.tsx'
import { ReportChip, ReportDue } from '#web/ui/report/report_status.tsx'
import { ReportText } from '#web/ui/report/report_text.tsx'
import { Tag } from '#web/ui/text/chips.tsx'
import { EmptyState, Note } from '#web/ui/text/note.tsx'
import { dueOf, navigationOf, useProposalTabs } from '../-proposal_tabs.tsx'

export const Route = createFileRoute('/reports/detail/$id')({
  loader: loadById(api.reports.get),
  component: ReportPage,
})

function ReportPage() {
  const { id } = Route.useParams()
  const tab = useTab()
  const query = useCall(api.reports.get, { params: { id } }, { keep: true })
  const report = query.data
  const { prevID = null, nextID = null } = report ?? {}
  usePreload([prevID, nextID].map((id) => (id === null ? null : address('/reports/detail/$id', { id }))))
  const back = useBack(report)
  return (
    <Page
      title={report ? <ObjectTitle id={report.proposal.id} title={report.proposal.title} /> : 'Report detail'}
      object={report && `${report.proposal.id}: ${report.proposal.title}`}
      breadcrumbs={[back, ['Proposal Detail']]}
      actions={
        <PreviousNextLinks
          what="proposal"
          listPosition={report && navigationOf(report)}
          previous={null}
          next={null}
          to={(id) => address('/reports/detail/$id', { id }, tab === 'tab-1' ? {} : { tab })}
        />
      }
    >
      <LoadedKeepingPrevious query={query}>
        {(report) => <Detail key={report.id} of={report} back={back[1]} />}
      </LoadedKeepingPrevious>
    </Page>
  )
}

/** Reviewers go back to their own list, staff to the reviewer. */
function useBack(report: ReportDetail | undefined): [label: string, to: Address] {
  const staff = useHasRole('admin', 'panel')
  if (!staff) return ['Assigned Proposals', address('/proposals/assigned_proposals')]
  return [
    'Reviewer',
    report ? address('/reviewers/detail/$id', { id: report.user_id }) : address('/reviewers'),
  ]
}

function Detail({ of: report, back }: { of: ReportDetail; back: Address }) {
  const { tabs } = useProposalTabs(report)
  const own = report.user_id === useUser().id
  const closed = isClosedToReviewer(report)
  return (
    <>
      <ProposalHead
        proposal={report.proposal}
        chips={
          <>
            <ReportChip of={report} />
            <ReportDue of={dueOf(report)} due={report.due_at} />
            {report.changes && <Tag>{changedOn(report.changes)}</Tag>}
          </>
        }
        actions={
          <>
            {report.status === REPORT_ACCEPTED && report.why_not_save === null && (
              <LinkButton to={address('/reports/edit/$id', { id: report.id })}>Write report</LinkButton>
            )}
            {own && <AnswerRequest report={{ ...report, term: report.proposal.term }} />}
            <LinkButton to={back} variant="default">
              Back
            </LinkButton>
            <HistoryLink object="report" id={report.id} />
          </>
        }
        details={<Facts of={report} />}
      />
      {own && closed && <Note title={CLOSED} />}
      <QueryTabs
        tabs={[
          ...tabs.map((tab) => ({ ...tab, content: <Section>{tab.content}</Section> })),
          { label: 'Review', content: <Review of={report} /> },
        ]}
      />
      <OwnConflict report={report} />
    </>
  )
}

const Facts = ({ of: report }: { of: ReportDetail }) => (
  <ProposalFields
    proposal={report.proposal}
    before={[
      ['ID', report.proposal.id],
      ['Term', termLabel(report.proposal.term_id)],
    ]}
    more={[
      ['Reviewer', report.name],
      ['Report', <ReportChip key="report" of={report} />],
      report.submitted_at === null
        ? ['Reviews are due', utcDay(report.due_at)]
        : ['Submitted', <ReportDue key="due" of={dueOf(report)} due={report.due_at} />],
    ]}
  />
)

/** Whether the report was expected, until the global score closed it. */
const isClosedToReviewer = ({ closed, status }: ReportDetail) =>
  closed && reportStatus.of(status).reminder !== null

const Review = ({ of: report }: { of: ReportDetail }) => (
  <Section>
    <Stack>
      {isTakenOn(report.status) && report.why_not_save !== null && !isClosedToReviewer(report) && (
        <Note kind="warn" title={report.why_not_save} />
      )}
      <Group gap="sm">
        <ReportActions
          id={report.id}
          report={{ ...report, term: report.proposal.term }}
          reviewer={{ name: report.name }}
        />
        {isSubmitted(report.proposal.status) && isTakenOn(report.status) && (
          <CsvButton call={api.staff.zip} input={{ params: { id: report.proposal.id } }}>
            Download All Reports
          </CsvButton>
        )}
      </Group>
      {isTakenOn(report.status) ? (
        <ReportText report={report} />
      ) : (
        <EmptyState title="There is no report yet.">
          {!report.closed && 'It can be written once the request is accepted.'}
        </EmptyState>
      )}
      {report.next_to_write && (
        <div>
          <LinkButton variant="default" to={address('/reports/edit/$id', { id: report.next_to_write.id })}>
            {`Next: ${report.next_to_write.proposal_id}`}
          </LinkButton>
        </div>
      )}
    </Stack>
  </Section>
)

const CONFLICT_CONSEQUENCE = 'You can no longer write this review. The office is notified by e-mail.'

/** The reviewer's own declared conflict of interest with the proposal, or the button to declare one. */
function OwnConflict({ report }: { report: ReportDetail }) {
  const me = useUser()
  const { id: proposal_id, term } = report.proposal
  const own = useCall(api.conflicts.list, { query: { proposal_id } }).data
  if (report.user_id !== me.id || own === undefined) return null
  const declared = own.find(({ user_id }) => user_id === me.id)
  if (declared)
    return (
      <Note kind="warn" title="A conflict of interest with this proposal is declared">
        {`Reason: ${declared.reason}. The review can no longer be written; the office will withdraw the request.`}
      </Note>
    )
  return (
    <div>
      <DeclareConflict proposal_id={proposal_id} term={term} after={CONFLICT_CONSEQUENCE} />
    </div>
  )
}
