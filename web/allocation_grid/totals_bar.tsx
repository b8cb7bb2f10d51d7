import { ActionIcon } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { Address } from '#domain/address.ts'
import { figure } from '#web/lib/format/format.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import classes from './board.module.css'
import type { Place, RowsAndColumns } from './geometry/axes.ts'
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
}

const ofAll = (shown: number, all: number) => (
  <>
    <b>{shown}</b>
    {shown < all && ` of ${all}`}
  </>
)
const mg = (weight: number) => (weight > 0 ? ` (${figure(weight, 1)} mg)` : '')

/** The totals of a grid, with buttons to the next clash, over-asked and unserved proposal. */
export function TotalsBar({ model, axes, active, goTo, goToClash, confirms }: TotalsBarProps) {
  useSyncExternalStore(model.subscribe, model.getVersion)
  const totals = totalsOf(model)
  // Unsaved assignments cannot be confirmed.
  const waiting = model.unsaved === 0 ? model.itemsToSave().length : 0
  const go = (walk: FindNext) => () => {
    const place = walk(model, axes, active)
    if (place) goTo(place)
  }
  return (
    <section aria-label="Totals" className={classes.totals}>
      <span>Proposals {ofAll(axes.rows.length, model.rows.length)}</span>
      <span>Samples {ofAll(axes.columns.length, model.columns.length)}</span>
      <span>
        Assigned <b>{totals.samples}</b>
        {mg(totals.weight)} of <b>{totals.pieces.asked}</b> asked{mg(totals.mg.asked)}
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
      <Mark label="Clashes" value={totals.clashes} bad>
        <Next of="clash" go={goToClash} />
      </Mark>
      <Mark label="Over-asked" value={totals.overAsked} bad>
        <Next of="over-asked" go={go(nextSurplus)} />
      </Mark>
      <Mark label="Not served" value={totals.notServed}>
        <Next of="not served" go={go(nextMissing)} />
      </Mark>
    </section>
  )
}

interface MarkProps {
  label: string
  value: number
  bad?: boolean
  /** The button to the next one. */
  children: ReactNode
}

const Mark = ({ label, value, bad = false, children }: MarkProps) => (
  <span className={`${classes.mark} ${bad && value > 0 ? classes.bad : ''}`}>
    <span>
      {label} <b>{value}</b>
    </span>
    {value > 0 && children}
  </span>
)

const Next = ({ of, go }: { of: string; go: () => void }) => (
  <ActionIcon size={24} variant="default" aria-label={`Next ${of}`} title={`Next ${of}`} onClick={go}>
    <IconChevronRight size={16} aria-hidden />
  </ActionIcon>
)
