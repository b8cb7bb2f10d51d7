import { Checkbox } from '@mantine/core'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { isOf } from '#domain/allocation/listed.ts'
import { labelOf } from '#domain/masters/values.ts'
import { figure } from '#web/lib/format/format.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import classes from './-assigned.module.css'
import type { Choice } from './-chosen.ts'
import { gridAt, proposalAt } from './-links.ts'
import { Ranked } from './-ranked.tsx'
import { mgText, piecesText, totalsOf } from './-totals.ts'

interface HeadProps {
  /** Every row of the group, whether it is shown or not. */
  rows: readonly AssignedRow[]
}

/** A proposal over its rows: how it ranks, what it is given of what it asked, and the tick of all that can be confirmed. */
export function ProposalHead({ rows, choice }: HeadProps & { choice: Choice | null }) {
  const [first] = rows as [AssignedRow]
  const { pieces, mg } = totalsOf(rows)
  const { asked } = first
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
      <span>{first.proposer}</span>
      <Ranked of={first} />
      <span>
        {`${pieces} of ${piecesText(asked.pieces)}`}
        {(mg > 0 || asked.mg > 0) && `, ${mgText(mg)}${asked.mg > 0 ? ` of ${mgText(asked.mg)}` : ''} mg`}
      </span>
      {over > 0 && <span className={classes.over}>{`${over} over-asked`}</span>}
    </div>
  )
}

/** A sample that several have, over its claimants. */
export function SampleHead({ rows }: HeadProps) {
  const [first] = rows as [AssignedRow]
  const { wanted, others, weight, type } = first
  return (
    <div className={classes.head}>
      <span className={classes.name}>
        <SampleName asteroid={first.db_type} name={first.name} />
      </span>
      <span>{`${labelOf('sample_type', type)}${weight === null ? '' : `, ${figure(weight)} mg`}`}</span>
      <span className={classes.clash}>{`${others.length + 1} have it`}</span>
      {wanted.length > 0 && <span>{`${wanted.length} more asked for it`}</span>}
      {rows.some(isOf.contested) && (
        <ScreenLink inherit to={gridAt(first)} aria-label={`Resolve ${first.name} in the grid`}>
          Resolve
        </ScreenLink>
      )}
    </div>
  )
}
