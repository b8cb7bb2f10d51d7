import { Button, Group, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { ShownChange } from '#domain/audit/changes.ts'
import type { AuditRow } from '#domain/audit/contract.ts'
import { actionChoices, objectChoices, objectOf } from '#domain/audit/objects.ts'
import { ACTIONS } from '#domain/audit_actions.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { Email } from '#web/ui/text/people.tsx'

const MAX_LINES = 2
/** Characters per line of the column on a common screen. */
const LINE_LENGTH = 32

const changeText = ({ field, before, after }: ShownChange) =>
  before === null || after === null ? `${field}: ${before ?? after}` : `${field}: ${before} → ${after}`

const countLines = (change: ShownChange) =>
  changeText(change)
    .split('\n')
    .reduce((lines, line) => lines + Math.ceil(line.length / LINE_LENGTH), 0)

const fitsInCell = (changes: readonly ShownChange[]) =>
  changes.reduce((lines, change) => lines + countLines(change), 0) <= MAX_LINES

/** The changes of an entry: in the cell if they are short, otherwise in a dialog. */
function Changes({ of: { action, changes } }: { of: AuditRow }) {
  const [open, setOpen] = useState(false)
  if (changes.length === 0) return '-'
  if (fitsInCell(changes)) return changes.map((change) => <div key={change.field}>{changeText(change)}</div>)
  return (
    <>
      <Group gap="sm" wrap="nowrap" align="baseline">
        <Text inherit lineClamp={2}>
          {changes.map(({ field }) => field).join(', ')}
        </Text>
        <Button variant="subtle" size="compact-sm" flex="none" onClick={() => setOpen(true)}>
          Show
        </Button>
      </Group>
      <Dialog open={open} message={<b>{ACTIONS[action]}</b>} onClose={() => setOpen(false)} size="xl">
        <DataTable
          label="Changes"
          rows={changes}
          rowKey={({ field }) => field}
          empty={null}
          columns={[
            { header: 'Field', width: 160, cell: ({ field }) => field },
            ...(changes.some(({ before }) => before !== null)
              ? [{ header: 'Before', cell: ({ before }: ShownChange) => <Lines text={before} /> }]
              : []),
            { header: 'After', cell: ({ after }) => <Lines text={after} /> },
          ]}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => setOpen(false)} data-autofocus>
            Close
          </Button>
        </Group>
      </Dialog>
    </>
  )
}

const Lines = ({ text }: { text: string | null }) => (
  <Text inherit style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {text ?? '-'}
  </Text>
)

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
          descendingFirst: true,
          hint: `Times are in ${zoneName()}.`,
          width: 140,
          nowrap: true,
          cell: (row) => time(row.at),
        },
        { header: 'Who', width: '20%', cell: (row) => <Who user={row.user} /> },
        { header: 'Action', width: '17%', cardTitle: true, cell: (row) => ACTIONS[row.action] },
        { header: 'Object', width: '14%', cell: (row) => <What row={row} /> },
        { header: 'Changes', cell: (row) => <Changes of={row} /> },
      ]}
    >
      <Sealed />
    </ListPage>
  )
}

/** The last block of the hash chain. */
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
