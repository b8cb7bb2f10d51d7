import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { WebHook } from '#domain/web_hooks/contract.ts'
import { WEB_HOOK_EVENTS } from '#domain/web_hooks/events.ts'
import { MAX_WEB_HOOKS } from '#domain/web_hooks/rules.ts'
import { deliveryState, webHookState } from '#domain/web_hooks/status.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { load } from '#web/lib/routing/loaders.ts'
import { LinkButton, ScreenLink } from '#web/ui/actions/links.tsx'
import { LoadError } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import { hookBreadcrumbs } from './-breadcrumbs.ts'

export const Route = createFileRoute('/system/web-hooks/')({
  loader: load(api.webHooks.list),
  component: WebHooks,
})

const ADD = address('/system/web-hooks/add')

function WebHooks() {
  const hooks = useCall(api.webHooks.list, {}, { staleTime: 0 })
  const mayAdd = (hooks.data?.length ?? 0) < MAX_WEB_HOOKS
  return (
    <Page
      title="Web hooks"
      breadcrumbs={hookBreadcrumbs()}
      actions={
        <>
          <LinkButton variant="default" to={address('/system/web-hooks/deliveries')}>
            Deliveries
          </LinkButton>
          {mayAdd && <LinkButton to={ADD}>Add web hook</LinkButton>}
        </>
      }
    >
      {hooks.error ? (
        <LoadError error={hooks.error} retry={() => void hooks.refetch()} />
      ) : (
        <DataTable
          label="Web hooks"
          rows={hooks.data}
          rowKey={({ id }) => id}
          muted={({ state }) => state === webHookState.code.OFF}
          columns={COLUMNS}
          empty={
            <EmptyState title="There is no web hook.">
              A web hook sends a signed message to another system when a proposal is submitted, a result
              released, an allocation confirmed or a piece moved. Press Add web hook to add one.
            </EmptyState>
          }
        />
      )}
    </Page>
  )
}

const deliveriesOf = ({ id }: WebHook, state: string) =>
  address('/system/web-hooks/deliveries', {}, { hook_id: id, state })

const COLUMNS = [
  {
    header: 'Name',
    cardTitle: true,
    cell: (hook: WebHook) => (
      <ScreenLink to={address('/system/web-hooks/edit/$id', { id: hook.id })}>{hook.name}</ScreenLink>
    ),
    secondLine: ({ url }: WebHook) => url,
  },
  {
    header: 'State',
    width: 190,
    cell: ({ state }: WebHook) => (
      <StatusChip colour={webHookState.colour(state)}>{webHookState.label(state)}</StatusChip>
    ),
    secondLine: ({ failing_since }: WebHook) => failing_since && `failing since ${time(failing_since)}`,
  },
  {
    header: 'Events',
    hides: 'second' as const,
    cell: ({ events }: WebHook) => events.map((type) => WEB_HOOK_EVENTS[type].label).join(', '),
  },
  {
    header: 'Last delivered',
    hint: `Times are in ${zoneName()}.`,
    width: 146,
    cell: ({ delivered_at }: WebHook) => (delivered_at ? time(delivered_at) : '-'),
  },
  {
    header: 'Waiting',
    align: 'right' as const,
    width: 80,
    cell: (hook: WebHook) =>
      hook.waiting > 0 ? (
        <ScreenLink to={deliveriesOf(hook, deliveryState.code.WAITING)}>{hook.waiting}</ScreenLink>
      ) : (
        0
      ),
  },
  {
    header: 'Failed',
    align: 'right' as const,
    width: 80,
    cell: (hook: WebHook) =>
      hook.failed > 0 ? (
        <ScreenLink to={deliveriesOf(hook, deliveryState.code.FAILED)}>{hook.failed}</ScreenLink>
      ) : (
        0
      ),
  },
]
