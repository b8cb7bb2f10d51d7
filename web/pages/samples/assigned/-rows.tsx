import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { groupBy } from '#domain/group_by.ts'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import { groupOf, UNCONTESTED } from './-arranged.ts'
import classes from './-assigned.module.css'
import { useChosen } from './-chosen.ts'
import { assignedColumns } from './-columns.tsx'
import { ProposalHead, SampleHead } from './-group_head.tsx'
import { PromiseBar } from './-promise_bar.tsx'
import { type Refusal, RefusalNote } from './-refusal.tsx'
import type { ListView } from './-view.ts'

const PAGE = 50

interface AssignedRowsProps {
  rows: readonly AssignedRow[] | undefined
  view: ListView
  term_id: string
  /** Confirmed rows of the term can be cancelled, and others be confirmed by who reads. */
  cancels: boolean
  confirms: boolean
  two: boolean
}

/** The rows that are found, put together, and what is about to be promised of all. */
export function AssignedRows({ rows = [], view: of, ...rest }: AssignedRowsProps) {
  const { view, show, find, found } = of
  const { term_id, cancels, confirms, two } = rest
  const { chosen, due, choice } = useChosen(rows, term_id)
  const [refusal, refuse] = useState<Refusal | null>(null)
  const looked = `${view} ${show} ${find}`
  const [turned, turn] = useState({ looked, page: 1 })
  const pages = Math.max(1, Math.ceil((found?.length ?? 0) / PAGE))
  const page = turned.looked === looked ? Math.min(turned.page, pages) : 1
  const groups = useMemo(() => groupBy(rows, (row) => groupOf(row, view)), [rows, view])
  const options = { cancels, choice: confirms ? choice : null, refuse }
  const inSight = new Set(found)
  const head = (row: AssignedRow) => {
    const key = groupOf(row, view)
    const members = groups.get(key) ?? [row]
    if (key === UNCONTESTED) return <b>{`Nobody else has these: ${members.length}`}</b>
    return view === 'proposal' ? (
      <ProposalHead rows={members} choice={options.choice} />
    ) : (
      <SampleHead rows={members} />
    )
  }
  return (
    <>
      <DataTable
        label="Assigned samples"
        columns={assignedColumns(view, options)}
        rows={found?.slice((page - 1) * PAGE, page * PAGE)}
        rowKey={(row) => row.main_key}
        rowName={(row) => `${row.proposal_id}: ${row.proposal_title}`}
        groups={{ of: (row) => groupOf(row, view), head }}
        empty={
          rows.length > 0 ? (
            <EmptyState title="No assignment is shown.">
              <Button
                variant="default"
                onClick={() => {
                  of.setShow('all')
                  of.setFind('')
                }}
              >
                {`Show all ${rows.length}`}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState title="No sample is assigned yet.">
              Tick samples for proposals on the Assign Samples screens and save them; they then stand here to
              be confirmed.
            </EmptyState>
          )
        }
      />
      <Pager pages={pages} page={page} turn={(next) => turn({ looked, page: next })} />
      {confirms && (rows.length > 0 || refusal) && (
        <div className={classes.foot} data-bar>
          {refusal && <RefusalNote refusal={refusal} rows={rows} close={() => refuse(null)} />}
          <PromiseBar
            chosen={chosen}
            due={due}
            hidden={chosen.filter((row) => !inSight.has(row)).length}
            choice={choice}
            term_id={term_id}
            two={two}
            refuse={refuse}
          />
        </div>
      )}
    </>
  )
}
