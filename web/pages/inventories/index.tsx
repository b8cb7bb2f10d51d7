import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { InventoryRow } from '#domain/custody/inventories/contract.ts'
import { day } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { CustodyViews } from '#web/ui/custody/custody_views.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import type { Column } from '#web/ui/lists/table_props.ts'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { EmptyState, Note } from '#web/ui/text/note.tsx'
import { AskDialog } from './-inventory/ask_dialog.tsx'

export const Route = createFileRoute('/inventories/')({ component: InventoryList })

/** Every inventory, and the button that asks for the next one. */
function InventoryList() {
  const query = useCall(api.inventories.list)
  const office = useIsOffice()
  const [asking, ask] = useState(false)
  const open = query.data?.open_id ?? null
  return (
    <Page
      title="Inventories"
      actions={
        <>
          <CustodyViews />
          {office && (
            <WriteButton
              why={open === null ? null : 'An inventory is open. Close it before you ask for another.'}
              onClick={() => ask(true)}
            >
              Ask for an inventory
            </WriteButton>
          )}
        </>
      }
    >
      <Loaded query={query}>
        {({ rows, due_on }) => (
          <>
            {due_on !== null && <NextDue on={due_on} />}
            <DataTable
              label="Inventories"
              rows={rows}
              rowKey={({ id }) => id}
              rowName={({ name }) => name}
              columns={COLUMNS}
              empty={
                <EmptyState title="No inventory has been asked for yet.">
                  An inventory asks everyone who holds pieces to confirm them, one by one.
                </EmptyState>
              }
            />
          </>
        )}
      </Loaded>
      {office && <AskDialog open={asking} close={() => ask(false)} />}
    </Page>
  )
}

/** When the next inventory is usual. */
const NextDue = ({ on }: { on: string }) => {
  const today = new Date().toISOString().slice(0, 10)
  return on > today ? (
    <Note>{`The next inventory is usual from ${on}.`}</Note>
  ) : (
    <Note kind="warn">{`The next inventory has been due since ${on}.`}</Note>
  )
}

const differing = ({ counts: { differs, not_there, unlisted } }: InventoryRow) =>
  differs + not_there + unlisted

const COLUMNS: Column<InventoryRow>[] = [
  {
    header: 'Inventory',
    title: true,
    to: ({ id }) => address('/inventories/$id', { id }),
    cell: ({ name }) => name,
    secondLine: ({ asked_by }) => `asked by ${asked_by}`,
  },
  {
    header: 'State',
    width: 110,
    cell: ({ closed_at }) =>
      closed_at === null ? (
        <StatusChip colour="blue">Open</StatusChip>
      ) : (
        <StatusChip colour="black">Closed</StatusChip>
      ),
  },
  { header: 'Asked', width: 110, nowrap: true, cell: ({ asked_at }) => day(asked_at) },
  { header: 'Until', width: 110, nowrap: true, cell: ({ until }) => until },
  {
    header: 'Answered',
    width: 130,
    align: 'right',
    cell: ({ answered, holders }) => `${answered} of ${holders} holders`,
  },
  { header: 'Pieces', width: 80, align: 'right', cell: ({ pieces }) => pieces },
  { header: 'Differ', width: 80, align: 'right', cell: differing },
  { header: 'Closed', width: 110, nowrap: true, cell: ({ closed_at }) => day(closed_at) },
]
