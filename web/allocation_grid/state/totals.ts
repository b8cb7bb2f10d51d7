import { CONFIRMED } from '#domain/allocation/status.ts'
import type { GridModel } from './model.ts'

export interface Totals {
  ticks: number
  /** Samples ticked at least once, and what they weigh together in mg. */
  samples: number
  weight: number
  confirmed: number
  /** Samples that clash, proposals that get more than they ask for, proposals that lack something. */
  clashes: number
  overAsked: number
  notServed: number
  /** What all proposals ask of this grid and are given, in pieces and known mg. */
  pieces: { asked: number; given: number }
  mg: { asked: number; given: number }
  /** Changes that are not saved. */
  changes: number
}

/** What all ticks of a grid come to, shown or not. */
export function totalsOf(model: GridModel): Totals {
  const totals = {
    ticks: 0,
    samples: 0,
    weight: 0,
    confirmed: 0,
    clashes: 0,
    overAsked: 0,
    notServed: 0,
    pieces: { asked: 0, given: 0 },
    mg: { asked: 0, given: 0 },
  }
  for (const [column, sample] of model.columns.entries()) {
    const takers = model.ticks.takers[column]!
    if (takers === 0) continue
    totals.ticks += takers
    totals.samples += 1
    totals.weight += sample.weight ?? 0
    totals.confirmed += sample.assigned_sample.filter(({ status }) => status === CONFIRMED).length
    if (model.clashes(column)) totals.clashes += 1
  }
  for (const row of model.rows.keys()) {
    const { over, missing, pieces, mg } = model.answers.row(row)
    if (over.length > 0) totals.overAsked += 1
    if (missing > 0) totals.notServed += 1
    for (const [sum, its] of [
      [totals.pieces, pieces],
      [totals.mg, mg],
    ] as const) {
      sum.asked += its.asked
      sum.given += its.given
    }
  }
  return { ...totals, changes: model.unsaved }
}
