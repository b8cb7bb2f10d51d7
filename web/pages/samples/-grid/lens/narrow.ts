import type { Shown } from '../axes.ts'
import type { Place } from '../change.ts'
import type { GridModel } from '../model.ts'
import { PROPOSALS } from './proposals.ts'
import { type Narrows, SAMPLES, type Wanted } from './samples.ts'
import { type Field, type Narrowing, OPEN } from './search.ts'

/** What one field of a narrowing wants of the columns, or of the rows. */
const wantedBy = (narrows: Narrows, field: Field, narrowing: Narrowing, model: GridModel): Wanted =>
  (narrows[field] as ((value: unknown, model: GridModel) => Wanted) | undefined)?.(narrowing[field], model) ??
  null

function allOf(narrows: Narrows, narrowing: Narrowing, model: GridModel): (one: number) => boolean {
  const all = (Object.keys(narrows) as Field[])
    .map((field) => wantedBy(narrows, field, narrowing, model))
    .filter((wanted) => wanted !== null)
  return (one) => all.every((wanted) => wanted(one))
}

/** What of the rows and columns of `all` a narrowing leaves. */
export const narrowed = (model: GridModel, { rows, columns }: Shown, narrowing: Narrowing): Shown => ({
  rows: rows.filter(allOf(PROPOSALS, narrowing, model)),
  columns: columns.filter(allOf(SAMPLES, narrowing, model)),
})

/** Those fields of a narrowing that leave out one of these rows and columns. */
export function hiding(model: GridModel, narrowing: Narrowing, { rows, columns }: Shown): Field[] {
  const leavesOut = (narrows: Narrows, field: Field, ones: readonly number[]) => {
    const wanted = wantedBy(narrows, field, narrowing, model)
    return wanted !== null && !ones.every(wanted)
  }
  return (Object.keys(OPEN) as Field[]).filter(
    (field) => leavesOut(PROPOSALS, field, rows) || leavesOut(SAMPLES, field, columns),
  )
}

/** A narrowing with some of its fields open. */
export const without = (narrowing: Narrowing, fields: readonly Field[]): Narrowing => ({
  ...narrowing,
  ...Object.fromEntries(fields.map((field) => [field, OPEN[field]])),
})

/** The ticks and unsaved changes of which the row or the column is not shown. */
export function hiddenTicks({ rows, columns, ticks }: GridModel, shown: Shown): Place[] {
  const [seenRows, seenColumns] = [new Set(shown.rows), new Set(shown.columns)]
  const everyRow = seenRows.size === rows.length
  const ticked = [...columns.keys()]
    .filter((column) => ticks.takers[column]! > 0 && !(everyRow && seenColumns.has(column)))
    .flatMap((column) => ticks.takersOf(column).map((row) => ({ row, column })))
  const gone = ticks.changedPlaces().filter((place) => !ticks.ticked(place))
  return [...ticked, ...gone].filter(({ row, column }) => !seenRows.has(row) || !seenColumns.has(column))
}
