import { Button, Checkbox } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { matchesKind } from '#domain/allocation/assigned_list.ts'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { comparedMgText } from '#domain/allocation/served.ts'
import { groupBy } from '#domain/group_by.ts'
import { labelOf, termLabel } from '#domain/masters/values.ts'
import { figure } from '#web/lib/format/format.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { useEarlierLoans } from '#web/ui/custody/earlier_loans.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import classes from './-assigned.module.css'
import { assignedColumns } from './-columns.tsx'
import { ConfirmBar, type Refusal, RefusalNote } from './-confirm.tsx'
import { type Grouping, groupOf, type ListView, UNCONTESTED } from './-list_view.ts'
import { gridAt, proposalAt, Ranked } from './-proposal_rank.tsx'
import { type Choice, useChosen } from './-selection.ts'
import { piecesText } from './-totals.tsx'

const PAGE = 50
const NO_ROWS: readonly AssignedRow[] = []

interface AssignedRowsProps {
  rows: readonly AssignedRow[] | undefined
  view: ListView
  term_id: string
  /** `cancels`: confirmed rows can be cancelled. `confirms`: the user can confirm the others. */
  cancels: boolean
  confirms: boolean
  two: boolean
  /** When the term stops accepting proposals. */
  closesAt: string | null
  /** The rows are of several terms. */
  severalTerms: boolean
}

/** The matching rows in groups, and the bar that confirms the selection. */
export function AssignedRows({ rows = NO_ROWS, view: of, ...rest }: AssignedRowsProps) {
  const { view, show, find, found } = of
  const { term_id, cancels, confirms, two, closesAt, severalTerms } = rest
  const { chosen, due, choice } = useChosen(rows, term_id)
  const [refusal, refuse] = useState<Refusal | null>(null)
  const looked = `${view} ${show} ${find}`
  const [turned, turn] = useState({ looked, page: 1 })
  const pages = Math.max(1, Math.ceil((found?.length ?? 0) / PAGE))
  const page = turned.looked === looked ? Math.min(turned.page, pages) : 1
  const groups = useMemo(
    () => (view === 'list' ? null : groupBy(rows, (row) => groupOf(row, view))),
    [rows, view],
  )
  const owed = useEarlierLoans(rows.map(({ proposal_id }) => proposal_id))
  const options = { cancels, choice: confirms ? choice : null, refuse }
  const inSight = new Set(found)
  const head = (row: AssignedRow, view: Grouping) => {
    const key = groupOf(row, view)
    const members = groups?.get(key) ?? [row]
    if (key === UNCONTESTED) return <b>{`Assigned to one proposal only: ${members.length}`}</b>
    return view === 'proposal' ? (
      <ProposalHead rows={members} choice={options.choice} term={severalTerms} owed={owed(row.proposal_id)} />
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
        groups={
          view === 'list' ? undefined : { of: (row) => groupOf(row, view), head: (row) => head(row, view) }
        }
        empty={
          rows.length > 0 ? (
            <EmptyState title="No assignments match.">
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
              Assign samples to proposals on the Assign Samples screens. Saved assignments are listed here for
              confirmation.
            </EmptyState>
          )
        }
      />
      <Pager pages={pages} page={page} goToPage={(next) => turn({ looked, page: next })} />
      {confirms && (rows.length > 0 || refusal) && (
        <div className={classes.foot} data-bar>
          {refusal && <RefusalNote refusal={refusal} rows={rows} close={() => refuse(null)} />}
          <ConfirmBar
            chosen={chosen}
            due={due}
            hidden={chosen.filter((row) => !inSight.has(row)).length}
            choice={choice}
            term_id={term_id}
            two={two}
            closesAt={closesAt}
            refuse={refuse}
          />
        </div>
      )}
    </>
  )
}

interface HeadProps {
  /** Every row of the group, whether it is shown or not. */
  rows: readonly AssignedRow[]
}

/** The group head of a proposal: ranking, answered requests, and a checkbox for all rows that can be confirmed. */
function ProposalHead({
  rows,
  choice,
  term,
  owed,
}: HeadProps & { choice: Choice | null; term: boolean; owed: ReactNode }) {
  const [first] = rows as [AssignedRow]
  const { asked, mg } = first
  const pieces = rows.length
  const over = rows.filter(({ over_asked }) => over_asked).length
  const free = choice ? rows.filter((row) => choice.may(row) && row.others.length === 0) : []
  const on = free.filter((row) => choice?.has(row)).length
  return (
    <div className={classes.head}>
      {free.length > 0 && (
        <Checkbox
          aria-label={`Confirm all of proposal ${first.proposal_id}`}
          checked={on === free.length}
          indeterminate={on > 0 && on < free.length}
          onChange={(event) => choice?.setAll(free, event.currentTarget.checked)}
        />
      )}
      <span className={classes.name} title={first.proposal_title}>
        <ScreenLink inherit to={proposalAt(first.proposal_id)}>
          {`${first.proposal_id}: ${first.proposal_title}`}
        </ScreenLink>
      </span>
      {term && <b>{termLabel(first.term.id)}</b>}
      <span>{first.proposer}</span>
      <Ranked of={first} />
      <span>
        {[`${pieces - over} of ${piecesText(asked.pieces)}`, comparedMgText(mg)].filter(Boolean).join(', ')}
      </span>
      {over > 0 && <span className={classes.over}>{`${over} over-allocated`}</span>}
      {owed && <span className={classes.over}>{owed}</span>}
    </div>
  )
}

/** The group head of a contested sample. */
function SampleHead({ rows }: HeadProps) {
  const [first] = rows as [AssignedRow]
  const { wanted, others, weight, type } = first
  return (
    <div className={classes.head}>
      <span className={classes.sample}>
        <SampleName asteroid={first.db_type} name={first.name} />
      </span>
      <span>{`${labelOf('sample_type', type)}${weight === null ? '' : `, ${figure(weight)} mg`}`}</span>
      <span className={classes.clash}>{`Assigned to ${others.length + 1} proposals`}</span>
      {wanted.length > 0 && <span>{`requested by ${wanted.length} more`}</span>}
      {rows.some(matchesKind.contested) && (
        <ScreenLink inherit to={gridAt(first)} aria-label={`Resolve ${first.name} in the grid`}>
          Resolve
        </ScreenLink>
      )}
    </div>
  )
}
