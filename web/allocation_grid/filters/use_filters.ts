import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { Grid } from '#domain/allocation/grid.ts'
import { listPath } from '#web/lib/lists/list_definition.ts'
import { recallList, rememberList } from '#web/lib/lists/list_memory.ts'
import type { RawSearch } from '#web/lib/routing/search.ts'
import type { Place, RowsAndColumns } from '#web/ui/grid/axes.ts'
import type { GridModel } from '../state/model.ts'
import { applyFilters, hiddenAssignments, orderGrid, StickyMatches } from './apply_filters.ts'
import { type Field, filterFields, GridFilterValues, NO_FILTERS } from './filter_fields.ts'

/** The filters of a grid and what they show and hide. */
export interface GridFilterState {
  values: GridFilterValues
  set: (next: GridFilterValues) => void
  reset: () => void
  /** Everything that can be shown, in order: previously allocated samples only if they are on offer. */
  offered: RowsAndColumns
  shown: RowsAndColumns
  /** The number of shown rows and columns that no longer match, because something was assigned since. */
  outdatedCount: number
  applyAgain: () => void
  /** Assignments and unsaved changes that the filters hide. */
  hidden: readonly Place[]
}

interface GridFilterInput {
  model: GridModel
  version: number
  grid: Grid
  /** Also show previously allocated samples that are not on offer. */
  all: boolean
}

/** The filters of a grid, computed once per change of a filter or an assignment. */
export function useGridFilters({ model, version, grid, all }: GridFilterInput): GridFilterState {
  const fields = useMemo(() => filterFields(grid, '').flatMap(({ names }) => names), [grid])
  const [values, set] = useFilterValues(fields)
  const [sticky] = useState(() => new StickyMatches())
  const [revision, setRevision] = useState(0)
  const { order, near_to, rows } = values
  const sorted = useMemo(
    () => orderGrid(model, { ...NO_FILTERS, order, near_to, rows }),
    [model, order, near_to, rows],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: an assignment may make a column visible
  const offered = useMemo(() => {
    const there = new Set(model.offeredColumns(all))
    return { rows: sorted.rows, columns: sorted.columns.filter((column) => there.has(column)) }
  }, [model, version, all, sorted])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an assignment may make a row or a column match
  const matching = useMemo(() => applyFilters(model, offered, values), [model, version, offered, values])
  const key = JSON.stringify([values, all, revision])
  const shown = useMemo(
    () => sticky.add(key, model, offered, matching),
    [sticky, key, model, offered, matching],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: an assignment may be hidden
  const hidden = useMemo(() => hiddenAssignments(model, shown), [model, version, shown])
  const count = ({ rows, columns }: RowsAndColumns) => rows.length + columns.length
  return {
    values,
    set,
    reset: () => set(NO_FILTERS),
    offered,
    shown,
    outdatedCount: count(shown) - count(matching),
    applyAgain: () => setRevision((before) => before + 1),
    hidden,
  }
}

const FIELDS = Object.keys(NO_FILTERS) as Field[]

const filterParams = (params: RawSearch): RawSearch =>
  Object.fromEntries(FIELDS.flatMap((field) => (params[field] === undefined ? [] : [[field, params[field]]])))

/** The filter values that differ from the defaults, as the address holds them. */
const nonDefaultValues = (values: GridFilterValues) =>
  Object.fromEntries(
    FIELDS.map((field) => [
      field,
      String(values[field]) === String(NO_FILTERS[field]) ? undefined : values[field],
    ]),
  )

/** The filter values of the current grid, limited to its `fields`. They are in the address and, per path, in the session of this tab; an address without filters takes the remembered ones. */
function useFilterValues(fields: readonly string[]): [GridFilterValues, (next: GridFilterValues) => void] {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const params = search as RawSearch
  const path = listPath(pathname)
  const hasParams = Object.keys(filterParams(params)).length > 0
  const memory = hasParams ? null : recallList(path)
  const text = JSON.stringify(memory ?? filterParams(params))
  const has = fields.join()
  const values = useMemo(() => {
    const all = GridFilterValues.parse(JSON.parse(text))
    const known = FIELDS.filter((field) => field === 'near_to' || has.split(',').includes(field))
    return { ...NO_FILTERS, ...Object.fromEntries(known.map((field) => [field, all[field]])) }
  }, [text, has])
  const go = (next: RawSearch | ReturnType<typeof nonDefaultValues>) =>
    void navigate({
      to: '.',
      search: { ...params, ...next } as Record<string, unknown>,
      replace: true,
      ignoreBlocker: true,
      resetScroll: false,
    })
  useEffect(() => {
    if (hasParams) rememberList(path, filterParams(params))
    else if (memory && Object.keys(memory).length > 0) go(memory)
  })
  const set = (next: GridFilterValues) => {
    const words = nonDefaultValues(next)
    // Reset fields are missing in the address and must not come back from the session.
    rememberList(path, JSON.parse(JSON.stringify(words)))
    go(words)
  }
  return [values, set]
}
