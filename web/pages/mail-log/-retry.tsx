import { Button } from '@mantine/core'
import type { MailRow } from '#domain/mail/log.ts'
import { whyNotRetryAll } from '#domain/mail/retry.ts'
import { mailState } from '#domain/mail/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'

/** Sends one failed mail again. */
export function RetryButton({ mail: { id, subject } }: { mail: MailRow }) {
  const retry = useAction(api.mail.retry)
  return (
    <Button
      size="compact-sm"
      aria-label={`Retry ${subject}`}
      loading={retry.pending}
      onClick={() => void retry.run({ params: { id }, body: {} })}
    >
      Retry
    </Button>
  )
}

/** Sends every failed mail that the search finds again; the dialog says how many. */
export function RetryAllButton({ query }: { query: Record<string, unknown> }) {
  const ask = useConfirm()
  const retry = useAction(api.mail.retry)
  const { FAILED } = mailState.code
  const others = query.state !== '' && query.state !== FAILED
  const found = useCall(
    api.mail.log,
    { query: { ...query, state: FAILED, per_page: 1 } },
    { enabled: !others },
  )
  const failed = others ? 0 : found.data?.total
  return (
    <ButtonWithReason
      variant="default"
      why={failed === undefined ? null : whyNotRetryAll(failed)}
      disabled={failed === undefined}
      onClick={() =>
        void ask({
          question: `Do you send ${failed === 1 ? 'one failed mail' : `${failed} failed mails`} again?`,
          act: () => retry.run({ params: { id: 'all' }, body: query }),
        })
      }
    >
      {failed ? `Retry all failed (${failed})` : 'Retry all failed'}
    </ButtonWithReason>
  )
}
