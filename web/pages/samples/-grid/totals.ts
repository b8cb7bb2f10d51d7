import { CONFIRMED } from '#domain/allocation/status.ts'
import type { GridModel } from './model.ts'

export interface Totals {
  ticks: number
  /** Samples ticked at least once, and what they weigh together in mg. */
  samples: number
  weight: number
  confirmed: number
  /** Samples that clash, proposals that get more than they ask for, changes that are not saved. */
  clashes: number
  overAsked: number
  changes: number
}

/** What all ticks of a grid come to. */
export function totalsOf(model: GridModel): Totals {
  const totals = { ticks: 0, samples: 0, weight: 0, confirmed: 0, clashes: 0, overAsked: 0 }
  for (const [column, sample] of model.columns.entries()) {
    const takers = model.ticks.takers[column]!
    if (takers === 0) continue
    totals.ticks += takers
    totals.samples += 1
    totals.weight += sample.weight ?? 0
    totals.confirmed += sample.assigned_sample.filter(({ status }) => status === CONFIRMED).length
    if (model.clashes(column)) totals.clashes += 1
  }
  for (const row of model.rows.keys()) if (model.answers.row(row).over.length > 0) totals.overAsked += 1
  return { ...totals, changes: model.unsaved }
}
