import type { Place } from './change.ts'
import type { GridModel } from './model.ts'

/** The other rows of this grid that a sample is ticked for. */
export const othersOf = (model: GridModel, { row, column }: Place) =>
  model.ticks.takersOf(column).filter((other) => other !== row)

/** Leaves a sample to one proposal of this grid alone, in one step; answers how many ticks of others that took away. */
export const keepFor = (model: GridModel, place: Place) =>
  model.hold(
    othersOf(model, place).map((row) => ({
      row,
      column: place.column,
      held: { ticked: false, priority: null },
    })),
  )

/** Why a sample can not be left to one proposal alone, or null. */
export function whyNotKeep(model: GridModel, place: Place): string | null {
  for (const row of othersOf(model, place)) {
    const why = model.whyFixed(row, place.column)
    if (why !== null) return why
  }
  return null
}
