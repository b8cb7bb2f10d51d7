import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ACTIONS } from '#domain/audit/actions.ts'
import type { AuditRow } from '#domain/audit/contract.ts'
import type { ShownChange } from '#domain/audit/shown.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'

const LINES = 2
/** How many characters a line of the column has room for on a common screen. */
const ROOM = 32

const lineOf = ({ field, before, after }: ShownChange) =>
  before === null || after === null ? `${field}: ${before ?? after}` : `${field}: ${before} → ${after}`

const linesOf = (change: ShownChange) =>
  lineOf(change)
    .split('\n')
    .reduce((lines, line) => lines + Math.ceil(line.length / ROOM), 0)

const fits = (changes: readonly ShownChange[]) =>
  changes.reduce((lines, change) => lines + linesOf(change), 0) <= LINES

/** What an entry changed: in place where it is short, else the fields' names and all of it one key away. */
export function Changes({ of: { action, changes } }: { of: AuditRow }) {
  const [open, setOpen] = useState(false)
  if (changes.length === 0) return '-'
  if (fits(changes)) return changes.map((change) => <div key={change.field}>{lineOf(change)}</div>)
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
      <Dialog open={open} says={<b>{ACTIONS[action]}</b>} onClose={() => setOpen(false)} size="xl">
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
