import { useMemo, useState } from 'react'
import type { Grid } from '#domain/allocation/grid.ts'
import type { Shown } from '../axes.ts'
import type { Place } from '../change.ts'
import type { GridModel } from '../model.ts'
import { filtersOf } from './filters.ts'
import { Kept } from './kept.ts'
import { hiddenTicks, narrowed } from './narrow.ts'
import { ordered } from './order.ts'
import { type Narrowing, OPEN } from './search.ts'
import { useNarrowing } from './use_narrowing.ts'

/** How a grid is looked at: what of it is shown, in which order, and what that hides. */
export interface Lens {
  narrowing: Narrowing
  set: (next: Narrowing) => void
  reset: () => void
  /** What could be shown: all but previously allocated samples that are not on offer. */
  offered: Shown
  shown: Shown
  /** So many shown rows and columns do not match any more, for something was ticked since. */
  stale: number
  narrowAgain: () => void
  /** Ticks and unsaved changes that are not in sight. */
  hidden: readonly Place[]
}

interface Looked {
  model: GridModel
  version: number
  grid: Grid
  /** Previously allocated samples that are not on offer too. */
  all: boolean
}

/** The lens of a grid; reckoned once for each change of a filter or a tick. */
export function useLens({ model, version, grid, all }: Looked): Lens {
  const fields = useMemo(() => filtersOf(grid, '').flatMap(({ names }) => names), [grid])
  const [narrowing, set] = useNarrowing(fields)
  const [kept] = useState(() => new Kept())
  const [times, setTimes] = useState(0)
  const { order, near_to, rows } = narrowing
  const sorted = useMemo(
    () => ordered(model, { ...OPEN, order, near_to, rows }),
    [model, order, near_to, rows],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tick may bring a column into sight
  const offered = useMemo(() => {
    const there = new Set(model.shown(all))
    return { rows: sorted.rows, columns: sorted.columns.filter((column) => there.has(column)) }
  }, [model, version, all, sorted])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tick may make a row or a column match
  const matching = useMemo(() => narrowed(model, offered, narrowing), [model, version, offered, narrowing])
  const key = JSON.stringify([narrowing, all, times])
  const shown = useMemo(() => kept.with(key, model, offered, matching), [kept, key, model, offered, matching])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tick may be hidden
  const hidden = useMemo(() => hiddenTicks(model, shown), [model, version, shown])
  const count = ({ rows, columns }: Shown) => rows.length + columns.length
  return {
    narrowing,
    set,
    reset: () => set(OPEN),
    offered,
    shown,
    stale: count(shown) - count(matching),
    narrowAgain: () => setTimes((before) => before + 1),
    hidden,
  }
}
