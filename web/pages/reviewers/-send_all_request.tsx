import { api } from '#web/lib/api.ts'
import { useAction, useCall } from '#web/lib/query.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { RuledButton } from '#web/ui/ruled_button.tsx'
import { WaitingDialog } from '#web/ui/waiting_dialog.tsx'

/** SEND ALL REQUEST: asks for what the search finds, on every page; the dialog says how many. */
export function SendAllRequest({ query }: { query: Record<string, unknown> }) {
  const count = useCall(api.reports.reviewers, { query: { ...query, per_page: 1 } }).data?.not_requested
  const send = useAction(api.reports.requestAllReviewers)
  const ask = useConfirm()
  const reports = count === 1 ? '1 report' : `${count} reports`
  return (
    <>
      <RuledButton
        why={count === 0 ? 'No report that this search finds waits for a request.' : null}
        disabled={count === undefined}
        onClick={() =>
          void ask({
            question: `Do you send requests for ${reports}? Every reviewer that the search finds, on all pages, gets one mail.`,
            act: () => send.run({ body: query }),
          })
        }
      >
        SEND ALL REQUEST
      </RuledButton>
      <WaitingDialog open={send.pending} text="Sending requests..." />
    </>
  )
}
