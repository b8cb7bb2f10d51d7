import type { ReactNode } from 'react'
import { address } from '#domain/address.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import type { Axes, Place } from '#web/ui/grid/axes.ts'
import { Next, Total, Totals } from '#web/ui/grid/totals.tsx'
import { type AssignModel, isAtLimit, missingReports, type totalsOf } from './-model.ts'

interface TotalsBarProps {
  model: AssignModel
  totals: ReturnType<typeof totalsOf>
  axes: Axes
  active: Place
  goTo: (place: Place) => void
  children: ReactNode
}

/** The first place after `from` for which `is` holds, in a circle; null without one. */
const nextOf = (order: readonly number[], from: number, is: (one: number) => boolean) => {
  const at = order.indexOf(from)
  return [...order.slice(at + 1), ...order.slice(0, at + 1)].find(is) ?? null
}

/** How far the assignment is, with buttons to what is left to do. */
export function TotalsBar({ model, totals, axes, active, goTo, children }: TotalsBarProps) {
  const office = useIsOffice()
  const { grid } = model
  const { per_proposal } = grid.limits
  function goToFewer() {
    const column = nextOf(axes.columns, active.column, (one) => missingReports(model.columns[one]!, grid) > 0)
    if (column !== null) goTo({ ...active, column })
  }
  function goToFull() {
    const row = nextOf(axes.rows, active.row, (one) => isAtLimit(model.rows[one]!))
    if (row !== null) goTo({ ...active, row })
  }
  return (
    <Totals help={children}>
      <Total label="Proposals" value={axes.columns.length} />
      <Total label="Reviewers" value={axes.rows.length} />
      <span>
        Reports <b>{totals.reports}</b>
        {totals.wanted !== null && ` of ${totals.wanted}`}
      </span>
      {grid.limits.per_proposal_on && (
        <Total label={`Fewer than ${per_proposal}`} value={totals.fewer} bad>
          <Next of={`proposal with fewer than ${per_proposal}`} go={goToFewer} />
        </Total>
      )}
      <Total label="At their limit" value={totals.atLimit}>
        <Next of="reviewer at their limit" go={goToFull} />
      </Total>
      {office && totals.unjudged > 0 && (
        <span>
          <ScreenLink inherit to={address('/reviewers/conflicts')}>
            Conflicts to judge
          </ScreenLink>{' '}
          <b>{totals.unjudged}</b>
        </span>
      )}
    </Totals>
  )
}
