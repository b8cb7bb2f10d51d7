import { Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { ReportOfReviewer } from '#domain/reports/contract.ts'
import { isLate, isOpen } from '#domain/reports/due.ts'
import { whyNotRequestAll } from '#domain/reports/rules.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { Due, ReportCounts } from '#web/ui/report/report_status.tsx'
import { ReviewerPreview } from './-reviewer_preview.tsx'
import { ViewSwitch } from './-view_switch.tsx'

export const Route = createFileRoute('/reviewers/')({ component: ReviewerList })

function ReviewerList() {
  const office = useIsOffice()
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
      actions={<ViewSwitch />}
      tools={({ query }) => office && <SendAllRequest query={query} />}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      noun="reviewer"
      detail={(row) => address('/reviewers/detail/$id', { id: row.id })}
      columns={[
        {
          header: 'Name',
          sort: 'name',
          moreHeads: [
            { header: 'E-mail', sort: 'email' },
            { header: 'Affiliation', sort: 'affiliation' },
          ],
          title: true,
          to: (row) => address('/reviewers/detail/$id', { id: row.id }),
          cell: (row) => row.name,
          secondLine: (row) => `${row.email} · ${row.affiliation}`,
        },
        {
          header: 'Proposal',
          width: '52%',
          cell: (row) => <ReportCounts of={row.report} />,
          secondLine: (row) => <LateOrDue of={row.report} />,
        },
      ]}
      preview={(row) => <ReviewerPreview of={row} />}
    />
  )
}

/** The late reports by title, or when the open ones are due. */
function LateOrDue({ of: reports }: { of: readonly ReportOfReviewer[] }) {
  const now = new Date()
  const late = reports.filter((report) => isLate(report, now))
  const [next] = reports.filter(isOpen)
  if (late.length === 0) return next && <Due at={next.reviews_due_at} now={now} />
  return (
    <>
      <Text span inherit c="var(--ao-red)" fw={600}>{`${late.length} late: `}</Text>
      {late.map(({ id, proposal_id, title }, position) => (
        <span key={id}>
          {position > 0 && ', '}
          <ScreenLink to={address('/proposals/detail/$id', { id: proposal_id }, { tab: 'tab-3' })} inherit>
            {`${proposal_id}: ${title}`}
          </ScreenLink>
        </span>
      ))}
    </>
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
