import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { DeliveryRow } from '#domain/web_hooks/contract.ts'
import { WEB_HOOK_EVENT_TYPES, WEB_HOOK_EVENTS } from '#domain/web_hooks/events.ts'
import { deliveryState } from '#domain/web_hooks/status.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { hookBreadcrumbs } from '../-breadcrumbs.ts'
import { RetryAllButton, RetryButton } from './-retry.tsx'

export const Route = createFileRoute('/system/web-hooks/deliveries/')({ component: Deliveries })

function Deliveries() {
  const hooks = useCall(api.webHooks.list).data ?? []
  const hookChoices = hooks.map(({ id, name }) => ({ id, label: name }))
  return (
    <ListPage
      title="Deliveries of web hooks"
      breadcrumbs={hookBreadcrumbs(['Deliveries'])}
      list={api.webHooks.deliveries}
      filters={[
        filter.select('hook_id', 'Web hook', hookChoices),
        filter.select('event', 'Event', eventChoices),
        filter.select('state', 'State', stateChoices),
        filter.day('from', 'From', 'start'),
        filter.day('to', 'To', 'end'),
        filter.text('id', 'Sequence'),
      ]}
      tools={({ query }) => <RetryAllButton query={query} />}
      rowKey={(row) => row.id}
      rowName={(row) => `${row.id} ${WEB_HOOK_EVENTS[row.event].label}`}
      noun="delivery"
      columns={[
        {
          header: 'Happened at',
          sort: 'occurred_at',
          descendingFirst: true,
          hint: `Times are in ${zoneName()}.`,
          width: 146,
          cell: (row) => time(row.occurred_at),
          secondLine: ({ id }) => `sequence ${id}`,
        },
        {
          header: 'State',
          width: 170,
          cell: ({ state }) => (
            <StatusChip colour={deliveryState.colour(state)}>{deliveryState.label(state)}</StatusChip>
          ),
          secondLine: whenOf,
        },
        {
          header: 'Event',
          title: true,
          cell: (row) => WEB_HOOK_EVENTS[row.event].label,
          secondLine: ({ data }) => idsIn(data),
        },
        {
          header: 'Web hook',
          width: '18%',
          cell: ({ hook }) => (
            <ScreenLink to={address('/system/web-hooks/edit/$id', { id: hook.id })}>{hook.name}</ScreenLink>
          ),
        },
        {
          header: 'HTTP',
          align: 'right',
          width: 64,
          hides: 'second',
          cell: ({ http_status }) => http_status ?? '-',
        },
        { header: 'Tries', align: 'right', width: 56, hides: 'second', cell: ({ tries }) => tries },
        { header: 'Last error', width: '18%', hides: 'first', cell: ({ last_error }) => last_error ?? '-' },
        {
          header: 'Retry',
          action: true,
          width: 90,
          cell: (row) => row.state === deliveryState.code.FAILED && <RetryButton delivery={row} />,
        },
      ]}
    />
  )
}

const eventChoices = WEB_HOOK_EVENT_TYPES.map((id) => ({ id, label: WEB_HOOK_EVENTS[id].label }))
const stateChoices = deliveryState.codes.map((id) => ({ id, label: deliveryState.label(id) }))

const whenOf = ({ state, delivered_at, due_at, tries }: DeliveryRow) => {
  if (delivered_at) return time(delivered_at)
  return state === deliveryState.code.WAITING && tries > 0 ? `next try ${time(due_at)}` : ''
}

/** What the event carries but its address: 'term_id 7, proposal_id 63'. */
const idsIn = (data: string) =>
  Object.entries(JSON.parse(data) as Record<string, unknown>)
    .filter(([name]) => name !== 'url')
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(' ') : value}`)
    .join(', ')
