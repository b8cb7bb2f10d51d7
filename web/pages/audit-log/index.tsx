import { Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { ACTIONS } from '#domain/audit/actions.ts'
import type { AuditRow } from '#domain/audit/contract.ts'
import { actionChoices, objectChoices, objectOf } from '#domain/audit/objects.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { Email } from '#web/ui/text/people.tsx'
import { Changes } from './-changes.tsx'

export const Route = createFileRoute('/audit-log/')({ component: AuditLog })

function AuditLog() {
  return (
    <ListPage
      title="Audit log"
      breadcrumbs={[['Master', address('/masters')], ['Audit log']]}
      list={api.audit.list}
      filters={[
        filter.text('user', 'User'),
        filter.text('user_id', 'User ID'),
        filter.select('object', 'Object', objectChoices),
        filter.text('object_id', 'Object ID'),
        filter.select('action', 'Action', actionChoices),
        filter.day('from', 'From', 'start'),
        filter.day('to', 'To', 'end'),
      ]}
      rowKey={(row) => row.id}
      columns={[
        {
          header: 'When',
          sort: 'at',
          falls: true,
          hint: `Times are in ${zoneName()}.`,
          width: 140,
          nowrap: true,
          cell: (row) => time(row.at),
        },
        { header: 'Who', width: '20%', cell: (row) => <Who user={row.user} /> },
        { header: 'Action', width: '17%', heads: true, cell: (row) => ACTIONS[row.action] },
        { header: 'Object', width: '14%', cell: (row) => <What row={row} /> },
        { header: 'Changes', cell: (row) => <Changes of={row} /> },
      ]}
    >
      <Sealed />
    </ListPage>
  )
}

/** Up to when nothing of the log can be changed unseen. */
function Sealed() {
  const sealed = useCall(api.audit.sealed).data
  return (
    <Text size="sm" c="dimmed">
      {sealed === undefined
        ? 'Looking for the last seal…'
        : sealed
          ? `Sealed up to ${time(sealed.at)} (seal ${sealed.number}).`
          : 'Not sealed yet.'}
    </Text>
  )
}

const Who = ({ user }: { user: AuditRow['user'] }) =>
  user ? (
    <>
      <div>{user.name}</div>
      <Email>{user.email}</Email>
    </>
  ) : (
    'Nobody signed in'
  )

function What({ row }: { row: AuditRow }) {
  const { label, to } = objectOf(row.object_type, row.object_id)
  return to ? (
    <ScreenLink inherit to={to}>
      {label}
    </ScreenLink>
  ) : (
    label
  )
}
