import { Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { isSubmitted } from '#domain/proposals/status.ts'
import type { ReviewerRow } from '#domain/reports/contract.ts'
import { whyNotRequestAll } from '#domain/reports/rules.ts'
import { REPORT_NOT_REQUESTED, reportStatus } from '#domain/reports/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { useListView } from '#web/lib/lists/list_view.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { ListViewSwitch } from '#web/ui/lists/view_switch.tsx'
import { RequestReports } from '#web/ui/report/request_reports.tsx'
import { AskForProfiles } from '#web/ui/reviewer/ask_for_profiles.tsx'
import { COMPACT_COLUMNS, LIST_COLUMNS } from './-list_columns.tsx'
import { ReviewerPreview } from './-reviewer_preview.tsx'
import { AssignLink, ConflictsLink, ViewSwitch } from './-view_switch.tsx'

export const Route = createFileRoute('/reviewers/')({ component: ReviewerList })

function ReviewerList() {
  const office = useIsOffice()
  const [view, choose] = useListView('reviewers', 'compact')
  return (
    <ListPage
      title="Reviewer List"
      list={api.reports.reviewers}
      csv={api.reports.download}
      filters={[
        filter.text('name', 'Name'),
        filter.text('email', 'E-mail'),
        filter.text('affiliation', 'Affiliation'),
        filter.term(),
        filter.checks('status', 'Status', reportStatus.choices),
      ]}
      actions={
        <>
          {office && <ConflictsLink />}
          <AssignLink />
          <ViewSwitch />
          <ListViewSwitch list="reviewers" view={view} choose={choose} />
          {office && <AskForProfiles />}
        </>
      }
      tools={({ query }) => office && <SendAllRequest query={query} />}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      noun="reviewer"
      detail={(row) => address('/reviewers/detail/$id', { id: row.id })}
      detailFirst={view === 'list'}
      columns={view === 'list' ? LIST_COLUMNS : COMPACT_COLUMNS}
      moreColumns={view === 'list' ? COMPACT_COLUMNS : LIST_COLUMNS}
      layout={view}
      bulkActions={office ? (rows) => <RequestSelected rows={rows} /> : undefined}
      preview={(row) => <ReviewerPreview of={row} />}
    />
  )
}

/** Requests the reports of the selected reviewers that are not requested yet. */
function RequestSelected({ rows }: { rows: readonly ReviewerRow[] }) {
  const reports = rows.flatMap((reviewer) =>
    reviewer.report
      .filter(
        ({ status, closed, term_disabled, proposal_status, takes_part }) =>
          status === REPORT_NOT_REQUESTED &&
          !closed &&
          !term_disabled &&
          !takes_part &&
          isSubmitted(proposal_status),
      )
      .map(({ id, proposal_id }) => ({ id, proposal_id, reviewer })),
  )
  return reports.length === 0 ? (
    <Text size="sm">The selected reviewers have no report to request.</Text>
  ) : (
    <RequestReports reports={reports} />
  )
}

/** SEND ALL REQUEST: requests all reports that the filters match; the dialog says how many and whom it mails. */
function SendAllRequest({ query }: { query: Record<string, unknown> }) {
  const search = { query: { ...query, per_page: 1 } }
  const count = useCall(api.reports.reviewers, search).data?.not_requested
  const look = useAction(api.reports.reviewers, { refresh: false })
  const send = useAction(api.reports.requestAllReviewers)
  const ask = useConfirm()
  const statuses = query.status as string[] | undefined
  async function press() {
    // The list may be old: the dialog needs current numbers.
    const found = await look.run(search)
    if (!found?.not_requested) return
    const reports = found.not_requested === 1 ? '1 report' : `${found.not_requested} reports`
    const reviewers = found.to_request.length === 1 ? '1 reviewer' : `${found.to_request.length} reviewers`
    const yes = await ask({
      question: `Request ${reports} from ${reviewers}? Every reviewer found by the search, on all pages, gets one e-mail.`,
      details: <MailRecipients of={api.reports.requestAllReviewers} to={{ reviewer: found.to_request }} />,
    })
    if (yes) await send.run({ body: query })
  }
  return (
    <>
      <ButtonWithReason
        why={whyNotRequestAll(statuses) ?? (count === 0 ? 'This search finds no report to request.' : null)}
        disabled={count === undefined}
        onClick={() => void press()}
      >
        SEND ALL REQUEST
      </ButtonWithReason>
      <WaitingDialog open={send.pending} text="Sending requests..." />
    </>
  )
}
