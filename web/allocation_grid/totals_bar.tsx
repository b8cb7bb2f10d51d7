import { type ReactNode, useSyncExternalStore } from 'react'
import type { Address } from '#domain/address.ts'
import { comparedMgText, servedLabels } from '#domain/allocation/served.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import type { Place, RowsAndColumns } from '#web/ui/grid/axes.ts'
import { Next, Total, Totals } from '#web/ui/grid/totals.tsx'
import type { GoTo } from './navigation/go_to.ts'
import { type FindNext, nextMissing, nextSurplus } from './navigation/next_place.ts'
import type { GridModel } from './state/model.ts'
import { totalsOf } from './state/totals.ts'

interface TotalsBarProps {
  model: GridModel
  /** The shown rows and columns. */
  axes: RowsAndColumns
  active: Place
  goTo: GoTo
  goToClash: () => void
  /** The list where the saved assignments are confirmed, or null. */
  confirms: Address | null
  legend: ReactNode
}

const ofAll = (shown: number, all: number) => (
  <>
    <b>{shown}</b>
    {shown < all && ` of ${all}`}
  </>
)

/** The totals of a grid, with buttons to the next clash, over-allocated and unserved proposal. */
export function TotalsBar({ model, axes, active, goTo, goToClash, confirms, legend }: TotalsBarProps) {
  useSyncExternalStore(model.subscribe, model.getVersion)
  const totals = totalsOf(model)
  const compared = comparedMgText(totals.mg)
  // Unsaved assignments cannot be confirmed.
  const waiting = model.unsaved === 0 ? model.itemsToSave().length : 0
  const go = (walk: FindNext) => () => {
    const place = walk(model, axes, active)
    if (place) goTo(place)
  }
  return (
    <Totals help={legend}>
      <span>Proposals {ofAll(axes.rows.length, model.rows.length)}</span>
      <span>Samples {ofAll(axes.columns.length, model.columns.length)}</span>
      <span>
        Assigned <b>{totals.assignments}</b> of <b>{totals.pieces.asked}</b> requested
        {compared !== '' && ` (${compared})`}
      </span>
      <span>
        Confirmed <b>{totals.confirmed}</b>
        {waiting > 0 && confirms !== null && (
          <>
            {', '}
            <ScreenLink inherit to={confirms}>{`confirm the other ${waiting}`}</ScreenLink>
          </>
        )}
      </span>
      <Total label="Clashes" value={totals.clashes} bad>
        <Next of="clash" go={goToClash} />
      </Total>
      <Total label="Over-allocated" value={totals.overAsked} bad>
        <Next of="over-allocated" go={go(nextSurplus)} />
      </Total>
      <Total label={servedLabels.nothing} value={totals.served.nothing} />
      <Total label={servedLabels.part} value={totals.served.part} />
      {totals.notServed > 0 && <Next of="not served" go={go(nextMissing)} />}
      <Total label={servedLabels.complete} value={totals.served.complete} />
    </Totals>
  )
}
