import { whyNotRequestAll } from '#domain/reports/rules.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'

/** SEND ALL REQUEST: asks for what the search finds, on every page; the dialog says for how much, and whom. */
export function SendAllRequest({ query }: { query: Record<string, unknown> }) {
  const search = { query: { ...query, per_page: 1 } }
  const count = useCall(api.reports.reviewers, search).data?.not_requested
  const look = useAction(api.reports.reviewers, { refresh: false })
  const send = useAction(api.reports.requestAllReviewers)
  const ask = useConfirm()
  const ticked = query.status as string[] | undefined
  async function press() {
    // What the dialog says is what is true now, not when the list was opened.
    const found = await look.run(search)
    if (!found?.not_requested) return
    const reports = found.not_requested === 1 ? '1 report' : `${found.not_requested} reports`
    const yes = await ask({
      question: `Do you send requests for ${reports}? Every reviewer that the search finds, on all pages, gets one mail.`,
      details: <MailRecipients to={found.to_request} />,
    })
    if (yes) await send.run({ body: query })
  }
  return (
    <>
      <ButtonWithReason
        why={
          whyNotRequestAll(ticked) ??
          (count === 0 ? 'No report that this search finds waits for a request.' : null)
        }
        disabled={count === undefined}
        onClick={() => void press()}
      >
        SEND ALL REQUEST
      </ButtonWithReason>
      <WaitingDialog open={send.pending} text="Sending requests..." />
    </>
  )
}
