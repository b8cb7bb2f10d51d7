import type { DeliveryRow } from '#domain/web_hooks/contract.ts'
import { WEB_HOOK_EVENTS } from '#domain/web_hooks/events.ts'
import { whyNotRetryAll } from '#domain/web_hooks/rules.ts'
import { deliveryState } from '#domain/web_hooks/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'

/** Sends one failed event again. */
export function RetryButton({ delivery: { id, event } }: { delivery: DeliveryRow }) {
  const retry = useAction(api.webHooks.retry)
  return (
    <WriteButton
      size="compact-sm"
      aria-label={`Retry ${id} ${WEB_HOOK_EVENTS[event].label}`}
      loading={retry.pending}
      onClick={() => void retry.run({ params: { id }, body: {} })}
    >
      Retry
    </WriteButton>
  )
}

/** Sends all failed events that match the search again; the dialog says how many. */
export function RetryAllButton({ query }: { query: Record<string, unknown> }) {
  const ask = useConfirm()
  const retry = useAction(api.webHooks.retry)
  const { FAILED } = deliveryState.code
  const excludesFailed = query.state !== '' && query.state !== undefined && query.state !== FAILED
  const failedOnes = useCall(
    api.webHooks.deliveries,
    { query: { ...query, state: FAILED, per_page: 1 } },
    { enabled: !excludesFailed },
  )
  const failed = excludesFailed ? 0 : failedOnes.data?.total
  return (
    <ButtonWithReason
      variant="default"
      why={failed === undefined ? null : whyNotRetryAll(failed)}
      disabled={failed === undefined}
      onClick={() =>
        void ask({
          question: `Send ${failed === 1 ? 'one failed event' : `${failed} failed events`} again?`,
          act: () => retry.run({ params: { id: 'all' }, body: query }),
        })
      }
    >
      {failed ? `Retry all failed (${failed})` : 'Retry all failed'}
    </ButtonWithReason>
  )
}
