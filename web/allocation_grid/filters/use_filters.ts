import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { Grid } from '#domain/allocation/grid.ts'
import { recallList, rememberList } from '#web/lib/lists/list_memory.ts'
import { listPath } from '#web/lib/lists/list_state.ts'
import type { RawSearch } from '#web/lib/routing/navigation.ts'
import type { Shown } from '../geometry/axes.ts'
import type { Place } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import { hiddenTicks, Kept, narrowed, ordered } from './apply_filters.ts'
import { type Field, filtersOf, Narrowing, OPEN } from './filter_fields.ts'

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

const FIELDS = Object.keys(OPEN) as Field[]

const only = (said: RawSearch): RawSearch =>
  Object.fromEntries(FIELDS.flatMap((field) => (said[field] === undefined ? [] : [[field, said[field]]])))

/** What the address says of a narrowing: what is not as in a grid that nobody has narrowed. */
const spoken = (narrowing: Narrowing) =>
  Object.fromEntries(
    FIELDS.map((field) => [
      field,
      String(narrowing[field]) === String(OPEN[field]) ? undefined : narrowing[field],
    ]),
  )

/**
 * How the grid on the screen is narrowed, as far as it has such `fields`; kept in the address and, per path, in this tab's session. An
 * address that says nothing of it takes what is remembered.
 */
function useNarrowing(fields: readonly string[]): [Narrowing, (next: Narrowing) => void] {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const said = search as RawSearch
  const path = listPath(pathname)
  const told = Object.keys(only(said)).length > 0
  const memory = told ? null : recallList(path)
  const text = JSON.stringify(memory ?? only(said))
  const has = fields.join()
  const narrowing = useMemo(() => {
    const all = Narrowing.parse(JSON.parse(text))
    const known = FIELDS.filter((field) => field === 'near_to' || has.split(',').includes(field))
    return { ...OPEN, ...Object.fromEntries(known.map((field) => [field, all[field]])) }
  }, [text, has])
  const go = (next: RawSearch | ReturnType<typeof spoken>) =>
    void navigate({
      to: '.',
      search: { ...said, ...next } as Record<string, unknown>,
      replace: true,
      ignoreBlocker: true,
      resetScroll: false,
    })
  useEffect(() => {
    if (told) rememberList(path, only(said))
    else if (memory && Object.keys(memory).length > 0) go(memory)
  })
  const set = (next: Narrowing) => {
    const words = spoken(next)
    // What is open says nothing, and is not to come back from the memory.
    rememberList(path, JSON.parse(JSON.stringify(words)))
    go(words)
  }
  return [narrowing, set]
}
