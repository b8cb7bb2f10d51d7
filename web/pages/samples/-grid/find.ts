import type { Axes } from './axes.ts'
import type { Place } from './change.ts'
import type { GridModel } from './model.ts'

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The first of `items` after `from`, going round, that `wanted` takes; -1 when there is none. */
function after<T>(items: readonly T[], from: number, wanted: (item: T) => boolean): number {
  for (let step = 1; step <= items.length; step++) {
    const at = (from + step) % items.length
    if (wanted(items[at]!)) return at
  }
  return -1
}

/** The next sample whose name, or else proposal whose number, name or title, holds a text; case and accents ignored. */
export function find(
  model: GridModel,
  { columns: shown }: Axes,
  text: string,
  { row, column }: Place,
): Place | null {
  const wanted = fold(text.trim())
  if (wanted === '') return null
  const names = shown.map((one) => fold(model.columns[one]!.name))
  const sample = after(names, shown.indexOf(column), (name) => name.includes(wanted))
  if (sample >= 0) return { row, column: shown[sample]! }
  const proposal = after(
    model.rows,
    row,
    ({ id, name, title }) => String(id) === wanted || fold(`${name} ${title}`).includes(wanted),
  )
  return proposal >= 0 ? { row: proposal, column } : null
}

/** The first tick after `from` (row by row) that `wanted` takes, going round; null when there is none. */
export function nextTick(
  { columns, ticks }: GridModel,
  from: Place,
  wanted: (row: number, column: number) => boolean,
): Place | null {
  const at = ({ row, column }: Place) => row * columns.length + column
  const places = ticks
    .all()
    .filter(({ row, column }) => wanted(row, column))
    .sort((a, b) => at(a) - at(b))
  return places.find((place) => at(place) > at(from)) ?? places[0] ?? null
}
