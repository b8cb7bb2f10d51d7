import type { GridModel } from '../model.ts'

/** A proposal or a sample that a text finds. */
export type Hit = { row: number } | { column: number }

/** A text as it is compared: without accents, case and width. */
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

interface Index {
  samples: readonly string[]
  proposals: readonly string[]
}
const indexes = new WeakMap<GridModel, Index>()

function indexOf(model: GridModel): Index {
  const index = indexes.get(model) ?? {
    samples: model.columns.map(({ name }) => fold(name)),
    proposals: model.rows.map(({ name, title }) => fold(`${name} ${title}`)),
  }
  indexes.set(model, index)
  return index
}

/**
 * What a text finds, the likeliest first: the proposal of exactly this number, then samples by name, the one called so
 * before those that begin so, then proposals by number, name and title. Every word must be there.
 */
export function hitsOf(model: GridModel, columns: readonly number[], text: string): Hit[] {
  const wanted = fold(text.trim())
  if (wanted === '') return []
  const words = wanted.split(/\s+/u)
  const { samples, proposals } = indexOf(model)
  const rank = (name: string) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2)
  const found = columns
    .filter((column) => words.every((word) => samples[column]!.includes(word)))
    .sort((a, b) => rank(samples[a]!) - rank(samples[b]!) || a - b)
  const exact = model.rows.findIndex(({ id }) => String(id) === wanted)
  const others = [...model.rows.keys()].filter(
    (row) =>
      row !== exact &&
      words.every((word) => proposals[row]!.includes(word) || String(model.rows[row]!.id) === word),
  )
  return [
    ...(exact < 0 ? [] : [{ row: exact }]),
    ...found.map((column) => ({ column })),
    ...others.map((row) => ({ row })),
  ]
}
